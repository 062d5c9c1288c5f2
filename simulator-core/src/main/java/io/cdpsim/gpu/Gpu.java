package io.cdpsim.gpu;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.bulk.LoopTiming;
import io.cdpsim.gpu.dispatch.BlockScheduler;
import io.cdpsim.gpu.dispatch.BlockSwaps;
import io.cdpsim.gpu.dispatch.ResidentBlocks;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.MemorySystem;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.BlockBarriers;
import io.cdpsim.gpu.sm.PipeTiming;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.SpinParking;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.observe.ExecutionListener;
import io.cdpsim.profile.GpuProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One device: its SMs, its block scheduler and its memory system, driven by the events of an {@link Engine} whose cycles are those of
 * the device's clock. What is allowed is not decided here but by the {@link DeviceRuntime}.
 *
 * <p>Rules ERR-4 and SYNC-7.
 */
public final class Gpu {
    private final Engine engine;
    private final GpuProfile profile;
    private final DeviceData data;
    private final ExecutionListener listener;
    private final GpuMetrics metrics = new GpuMetrics();
    private final Sm[] sms;
    private final BlockScheduler scheduler;
    private final ProgressWatch watch;
    private final MemorySystem memory;
    private final SpinParking spinParking;
    private final @Nullable VisibilityFeed visibility;
    private final int warpEvent;
    private final BlockBarriers barriers;
    private final BlockSwaps swaps;
    private final ResidentBlocks blocks;
    private @Nullable DeviceRuntime runtime;
    private boolean faulted;

    /**
     * A device without work. {@link #runtime(DeviceRuntime)} must be called before the first grid.
     *
     * @param visibility told of all that matters to the order of memory accesses, if anybody is
     */
    public Gpu(
            Engine engine,
            GpuProfile profile,
            DeviceData data,
            ExecutionListener listener,
            ProgressWatch watch,
            @Nullable VisibilityFeed visibility) {
        this.visibility = visibility;
        this.engine = engine;
        this.profile = profile;
        this.data = data;
        this.listener = listener;
        memory = new MemorySystem(profile);
        PipeTiming timing = new PipeTiming(profile.pipes());
        LoopTiming loops = new LoopTiming(profile, timing);
        sms = new Sm[profile.sm().count()];
        for (int i = 0; i < sms.length; i++) {
            sms[i] = new Sm(i, this, engine, memory, data, timing, loops);
        }
        scheduler = new BlockScheduler(this, sms);
        this.watch = watch;
        spinParking = new SpinParking(this);
        warpEvent = engine.register(this::stepWarp);
        blocks = new ResidentBlocks(this, engine, sms, scheduler);
        barriers = new BlockBarriers(this);
        swaps = new BlockSwaps(this, engine, sms, scheduler);
    }

    /** Says who decides what is allowed. */
    public void runtime(DeviceRuntime deviceRuntime) {
        runtime = deviceRuntime;
    }

    public DeviceRuntime runtime() {
        DeviceRuntime present = runtime;
        if (present == null) {
            throw new IllegalStateException("the device has no runtime yet");
        }
        return present;
    }

    /** The device's profile. */
    public GpuProfile profile() {
        return profile;
    }

    /** The values in the memories that the device reaches. */
    public DeviceData data() {
        return data;
    }

    /** What the device has done so far. */
    public GpuMetrics metrics() {
        return metrics;
    }

    /** Who is told of memory accesses and what orders them, if anybody. */
    public @Nullable VisibilityFeed visibility() {
        return visibility;
    }

    public ExecutionListener listener() {
        return listener;
    }

    /** A grid's dependencies are met: it gets its blocks placed when its turn comes. */
    public void submit(int node, boolean ofOrdinaryDeviceStream) {
        progressed();
        if (!faulted) {
            scheduler.submit(node, ofOrdinaryDeviceStream, engine.now());
        }
    }

    /** Lets a warp go on that waits in a call of the device runtime. */
    public void resume(Warp warp, long time) {
        progressed();
        warp.status = Warp.Status.RUNNABLE;
        if (warp.block().swappedOut) {
            warp.parked = true;
        } else {
            schedule(warp, Math.max(time, warp.operandsReady(warp.next())));
        }
    }

    /** A block waits in a device synchronisation and may be swapped out (rule SYNC-6). */
    public void synchronizes(Block block) {
        scheduler.synchronizes(block, engine.now());
    }

    /** A block need not wait any longer. */
    public void synchronizationEnds(Block block) {
        scheduler.synchronizationEnds(block, engine.now());
    }

    /** Whether device code has faulted, after which nothing of this device goes on (rule ERR-7). */
    public boolean isFaulted() {
        return faulted;
    }

    /** Something happened that a waiting thread may be waiting for. */
    public void progressed() {
        watch.progressed();
    }

    /** Something other than a thread of the device has written to its memory. */
    public void memoryWritten() {
        progressed();
        spinParking.anythingChanged(engine.now());
    }

    /** How long a copy that comes to the link to the host now waits for the loads of the SMs from mapped memory, cycles. */
    public long copyWaitCycles() {
        return memory.link().copyWaitCycles(engine.now());
    }

    public BlockBarriers barriers() {
        return barriers;
    }

    public BlockSwaps swaps() {
        return swaps;
    }

    public ResidentBlocks blocks() {
        return blocks;
    }

    public SpinParking spinParking() {
        return spinParking;
    }

    /** Time that a warp spends in a launch call. */
    public void countLaunchCycles(long cycles) {
        metrics.warpLaunchCycles += cycles;
    }

    /** Grids on the device. */
    public int residentGrids() {
        return scheduler.residentGrids();
    }

    /** Grids that could run but have not had their turn. */
    public int waitingGrids() {
        return scheduler.waitingGrids();
    }

    /** The grid some of whose blocks have no SM yet, if any. */
    public @Nullable Grid placingGrid() {
        return scheduler.placingGrid();
    }

    /** Warps on the device that have not ended, for reports. */
    public List<Warp> liveWarps() {
        return blocks.liveWarps();
    }

    /** Cycles for which SMs held a block, up to now. */
    public double smUtilization() {
        long now = engine.now();
        long active = metrics.smActiveCycles;
        for (Sm sm : sms) {
            active += sm.activeCyclesUpTo(now);
        }
        return now == 0 ? 0 : (double) active / now / sms.length;
    }

    public void schedule(Warp warp, long time) {
        watch.warpScheduled();
        engine.schedule(Math.max(time, engine.now()), warpEvent, warp.id());
    }

    private void stepWarp(long now, long id) {
        watch.warpStepped();
        Warp warp = blocks.warp(id);
        if (faulted) {
            return;
        }
        if (warp.block().swappedOut) {
            warp.parked = true;
            return;
        }
        sms[warp.block().sm()].step(warp, now);
    }

    public void fault(DeviceFault.Kind kind, Warp warp, Instruction in, int lane, String what) {
        Block block = warp.block();
        String place =
                in.place().isEmpty() ? "instruction " + warp.state().stack().programCounter() : in.place();
        String message = "kernel " + block.grid().kernel().name() + ", block " + block.index() + ", thread "
                + warp.thread(lane) + ", " + place + ": " + what;
        faulted = true;
        progressed();
        runtime().faulted(new DeviceFault(kind, message), engine.now());
    }

    public boolean watching() {
        return watch.isWatching();
    }

    public boolean watch(Warp warp) {
        return watch.loopsBack(warp);
    }
}
