package io.cdpsim.gpu;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.async.AsynchronousUnit;
import io.cdpsim.gpu.bulk.BulkL2Misses;
import io.cdpsim.gpu.bulk.LoopTiming;
import io.cdpsim.gpu.dispatch.BlockScheduler;
import io.cdpsim.gpu.dispatch.DispatchContext;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchCounters;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchDevice;
import io.cdpsim.gpu.dispatch.GridOwner;
import io.cdpsim.gpu.dispatch.ResidentBlocks;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.MemorySystem;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.BlockBarriers;
import io.cdpsim.gpu.sm.DeviceCalls;
import io.cdpsim.gpu.sm.DeviceFault;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.SmContext;
import io.cdpsim.gpu.sm.SmContext.ExecutionCounters;
import io.cdpsim.gpu.sm.SmContext.SmDevice;
import io.cdpsim.gpu.sm.SpinParking;
import io.cdpsim.gpu.sm.ThreadMemory;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.gpu.sm.WarpTimeRecorder;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.GpuProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One device: its SMs, its block scheduler and its memory system, driven by the events of an {@link Engine} whose cycles are those of
 * the device's clock. What is allowed is not decided here but by the {@link DeviceRuntime}.
 */
public final class Gpu {
    private final Engine engine;
    private final GpuProfile profile;
    private final ExecutionCounters executed = new ExecutionCounters();
    private final Sm[] sms;
    private final BlockScheduler scheduler;
    private final ResidentBlocks blocks;
    private final ProgressMonitor watch;
    private final MemorySystem memory;
    private final SpinParking spinParking;
    private final @Nullable VisibilityFeed visibility;
    private final int smEvent;
    private final Parts parts = new Parts();
    private final ThreadMemory threadMemory;
    private final DeviceRuntime runtime;
    private long warpLaunchCycles;
    private boolean faulted;
    private long faultedAt = Long.MAX_VALUE;

    /**
     * A device without work.
     *
     * @param context what the device is connected to
     * @param timed whether instructions and accesses take the time that they take, and not a cycle each
     * @param seed decides what hardware leaves open
     * @param runtime decides what is allowed
     */
    public Gpu(GpuProfile profile, GpuContext context, boolean timed, long seed, DeviceRuntime runtime) {
        this.profile = profile;
        this.runtime = runtime;
        engine = context.engine();
        watch = context.watch();
        visibility = context.visibility();
        DeviceData data = context.data();
        DeviceEvents events = context.events();
        this.threadMemory = new ThreadMemory(data);
        memory = new MemorySystem(profile, seed);
        PipeTiming pipes = new PipeTiming(profile.pipes());
        spinParking = new SpinParking(data, parts, profile.computeCapability().isAtLeast(7, 0));
        BlockBarriers barriers =
                new BlockBarriers(profile.synchronization().barrierLatencyCycles(), parts, watch, visibility);
        SmContext shared = new SmContext(
                profile,
                engine,
                parts,
                memory,
                data,
                pipes,
                new LoopTiming(profile, pipes),
                new BulkL2Misses(
                        memory.l2Partitions(),
                        profile.l2().lineBytes(),
                        profile.l2().sectorBytes()),
                barriers,
                spinParking,
                watch,
                visibility,
                events.wantWarps() ? new WarpTimeRecorder(events, pipes) : null,
                executed,
                new AsynchronousUnit(profile, engine, parts, data, spinParking, watch, visibility, timed),
                context.kernels(),
                timed);
        sms = new Sm[profile.sm().count()];
        for (int i = 0; i < sms.length; i++) {
            sms[i] = new Sm(i, shared);
        }
        smEvent = engine.register((now, sm) -> sms[(int) sm].goOn(now));
        scheduler = new BlockScheduler(
                new DispatchContext(profile, engine, parts, List.of(sms), barriers, events, watch, visibility));
        blocks = scheduler.blocks();
    }

    /** The device as its parts see it. */
    private final class Parts implements SmDevice, DispatchDevice {
        @Override
        public DeviceCalls calls() {
            return runtime;
        }

        @Override
        public GridOwner grids() {
            return runtime;
        }

        @Override
        public boolean isFaulted() {
            return faulted;
        }

        @Override
        public void wake(Sm sm, long cycle) {
            engine.schedule(cycle, smEvent, sm.index());
        }

        @Override
        public void schedule(Warp warp, long time) {
            Gpu.this.schedule(warp, time);
        }

        @Override
        public void hasten(Warp warp, long time) {
            sms[warp.block().sm()].hasten(warp, Math.max(time, engine.now()));
        }

        @Override
        public void warpEnded(Warp warp, long time) {
            blocks.warpEnded(warp, time);
        }

        @Override
        public void fault(DeviceFault.Kind kind, Warp warp, Instruction in, int lane, String what) {
            faulted = true;
            faultedAt = Math.min(faultedAt, engine.now());
            progressed();
            // Rule ERR-4: the host learns of it, the parent does not.
            runtime.faulted(DeviceFault.at(kind, warp, in, lane, what), engine.now());
        }
    }

    /** The device's profile. */
    public GpuProfile profile() {
        return profile;
    }

    /** What the device has done so far. */
    public GpuMetrics metrics() {
        DispatchCounters dispatched = scheduler.counters();
        long now = Math.min(engine.now(), faultedAt);
        long residentCycles = dispatched.warpResidentCycles();
        long launchCycles = warpLaunchCycles;
        for (Warp warp : blocks.liveWarps()) {
            residentCycles += Math.max(0, now - warp.startedAt());
            // A call that is not over counts for as long as it has taken.
            launchCycles -= Math.max(0, warp.launchEnds() - Math.max(now, warp.launchBegan()));
        }
        return new GpuMetrics(
                executed.warpInstructions(),
                executed.laneInstructions(),
                dispatched.blocksPlaced(),
                dispatched.blocksSwappedOut(),
                executed.activeCycles(),
                residentCycles,
                launchCycles,
                dispatched.residentGridsMax());
    }

    /** Reports memory accesses and what orders them to the visibility checker, if there is one. */
    public @Nullable VisibilityFeed visibility() {
        return visibility;
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
        warp.goesOn();
        if (warp.block().isSwappedOut()) {
            warp.parked(true);
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

    /** Something other than a thread has put bytes into its global memory, through the L2. */
    public void written(long address, long bytes) {
        memory.written(address, bytes);
    }

    /** As if its SMs had loaded something: it lies in the L2 near each of them, as far as it fits. */
    public void loadedEverywhere(long address, long bytes) {
        memory.loadedEverywhere(address, bytes);
    }

    /**
     * How long a copy that comes to the link to the host now waits for the loads of the SMs from mapped memory, cycles.
     *
     * @param further whether it has sent a window of bytes already, and this is another
     */
    public long copyWaitCycles(boolean further) {
        return memory.link().copyWaitCycles(further, engine.now());
    }

    /** What its threads find at generic addresses. */
    public ThreadMemory threadMemory() {
        return threadMemory;
    }

    /** A call of device code faults: nothing goes on any more on the device. */
    public void fault(DeviceFault.Kind kind, Warp warp, Instruction in, int lane, String what) {
        parts.fault(kind, warp, in, lane, what);
    }

    /** A warp is in a launch call for a time. */
    public void countLaunchCycles(Warp warp, long begin, long end) {
        warpLaunchCycles += end - begin;
        warp.launches(begin, end);
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

    /** Share of the time so far for which SMs held a block, 0 to 1. */
    public double smUtilization() {
        long now = engine.now();
        long active = executed.activeCycles();
        for (Sm sm : sms) {
            active += sm.activeCyclesUpTo(now);
        }
        return now == 0 ? 0 : (double) active / now / sms.length;
    }

    private void schedule(Warp warp, long time) {
        sms[warp.block().sm()].waits(warp, Math.max(time, engine.now()));
    }
}
