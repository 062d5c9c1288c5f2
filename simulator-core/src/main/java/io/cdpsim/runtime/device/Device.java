package io.cdpsim.runtime.device;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.GpuMetrics;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.launch.RuntimeMetrics;
import io.cdpsim.runtime.limit.DeviceLimits.MemoryReport;

/** A device of a machine, and what it has done. */
public final class Device {
    private final int ordinal;
    private final DeviceData data;
    private final CdpRuntime runtime;

    public Device(int ordinal, DeviceData data, CdpRuntime runtime) {
        this.ordinal = ordinal;
        this.data = data;
        this.runtime = runtime;
    }

    /** Number of the device, from 0. */
    public int ordinal() {
        return ordinal;
    }

    /** What kind of device it is. */
    public GpuProfile profile() {
        return runtime.gpu().profile();
    }

    /** What its SMs have done. */
    public GpuMetrics metrics() {
        return runtime.gpu().metrics();
    }

    /** What its runtime has been asked for and has done. */
    public RuntimeMetrics runtimeMetrics() {
        return runtime.metrics();
    }

    /** What its memory is used for (rule CONC-6). */
    public MemoryReport memoryReport() {
        return runtime.limits().report();
    }

    /** Most pending launches at once. */
    public long poolHighWater() {
        return runtime.pool().highWater();
    }

    /** Launches that went to the virtualised pool. */
    public long virtualizedLaunches() {
        return runtime.pool().virtualized();
    }

    /** Share of the time since the start for which its SMs held a block, 0 to 1. */
    public double smUtilization() {
        return runtime.gpu().smUtilization();
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
