package io.cdpsim.runtime.device;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.GpuMetrics;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.sampling.SamplingCounts;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.launch.RuntimeMetrics;
import io.cdpsim.runtime.limit.DeviceLimits.MemoryReport;
import java.util.function.Function;

/** A device of a machine and its metrics. */
public final class Device {
    private final int ordinal;
    private final DeviceData data;
    private final RuntimeMetrics metrics = new RuntimeMetrics();
    private final Function<RuntimeMetrics, CdpRuntime> runtimes;
    private CdpRuntime runtime;
    private GpuMetrics before = GpuMetrics.NONE;
    private SamplingCounts samplingBefore = SamplingCounts.NONE;
    private long poolHighWaterBefore;
    private long virtualizedBefore;

    /**
     * A device on which nothing has run.
     *
     * @param data its memory
     * @param runtimes makes the hardware and its runtime, which count with what they are given: once, and again for each restart
     */
    public Device(int ordinal, DeviceData data, Function<RuntimeMetrics, CdpRuntime> runtimes) {
        this.ordinal = ordinal;
        this.data = data;
        this.runtimes = runtimes;
        runtime = runtimes.apply(metrics);
    }

    /** Makes hardware and runtime anew after a fault, as {@code cudaDeviceReset} does: no work, the first limits. Its memory stays. */
    public void restart() {
        before = metrics();
        samplingBefore = sampling();
        poolHighWaterBefore = poolHighWater();
        virtualizedBefore = virtualizedLaunches();
        runtime.resetHeap();
        runtime = runtimes.apply(metrics);
    }

    /** Number of the device, from 0. */
    public int ordinal() {
        return ordinal;
    }

    /** The profile of the device. */
    public GpuProfile profile() {
        return runtime.gpu().profile();
    }

    /** The metrics of its SMs. */
    public GpuMetrics metrics() {
        return before.and(runtime.gpu().metrics());
    }

    /** What it has sampled. */
    public SamplingCounts sampling() {
        return samplingBefore.and(runtime.gpu().sampling());
    }

    /** The metrics of its runtime. */
    public RuntimeMetrics runtimeMetrics() {
        return metrics;
    }

    /** The use of its memory (rule CONC-6). */
    public MemoryReport memoryReport() {
        return runtime.limits().report();
    }

    /** Maximum number of pending launches at once. */
    public long poolHighWater() {
        return Math.max(poolHighWaterBefore, runtime.pool().highWater());
    }

    /** Launches that took a slot of the virtualised pool. */
    public long virtualizedLaunches() {
        return virtualizedBefore + runtime.pool().virtualized();
    }

    /** Fraction of the time since the start for which its SMs had a resident block, 0 to 1. */
    public double smUtilization() {
        return runtime.gpu().smUtilization();
    }

    /** Its memories. */
    public DeviceData data() {
        return data;
    }

    public Gpu gpu() {
        return runtime.gpu();
    }

    public PagedMemory memory() {
        return data.global();
    }

    public PagedMemory constants() {
        return data.constant();
    }

    public CdpRuntime runtime() {
        return runtime;
    }
}
