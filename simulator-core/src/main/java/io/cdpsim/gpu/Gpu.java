package io.cdpsim.gpu;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.async.AsynchronousUnit;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Cluster;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.bulk.BulkL2Misses;
import io.cdpsim.gpu.bulk.LoopTiming;
import io.cdpsim.gpu.call.DeviceCalls;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.ThreadMemory;
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
import io.cdpsim.gpu.memory.MemoryTraffic;
import io.cdpsim.gpu.parallel.ThreadTeam;
import io.cdpsim.gpu.posted.RequestOrder;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sampling.BlockSampler;
import io.cdpsim.gpu.sampling.SamplingCounts;
import io.cdpsim.gpu.sm.BlockBarriers;
import io.cdpsim.gpu.sm.BlockOwner;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.SmContext;
import io.cdpsim.gpu.sm.SmContext.SmDevice;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.stepping.StepListener;
import io.cdpsim.gpu.stepping.StepNotifier;
import io.cdpsim.gpu.times.ExecutionCounters;
import io.cdpsim.gpu.times.KernelCounters;
import io.cdpsim.gpu.times.WarpTimeRecorder;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.GpuProfile;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One device: its SMs, its block scheduler and its memory system, driven by the events of an {@link Engine} whose cycles are those of
 * the device's clock. The {@link DeviceRuntime}, not the device, decides what is allowed.
 */
public final class Gpu {
    private final Engine engine;
    private final GpuProfile profile;
    private final ExecutionCounters executed = new ExecutionCounters();
    private final Sm[] sms;
    private final @Nullable BlockSampler sampler;
    private final @Nullable Sm[] untimedSms;
    private final SmContext untimed;
    private final BlockScheduler scheduler;
    private final ResidentBlocks blocks;
    private final ProgressMonitor watch;
    private final MemorySystem memory;
    private final SpinParking<Warp> spinParking;
    private final @Nullable VisibilityFeed visibility;
    private final AsynchronousUnit asynchronous;
    private final SmTurns turns;
    private final Parts parts = new Parts();
    private final ThreadMemory threadMemory;
    private final DeviceRuntime runtime;
    private final @Nullable KernelCounters kernelCounters;
    private long warpLaunchCycles;
    private boolean faulted;
    private long faultedAt = Long.MAX_VALUE;

    /**
     * A device without work.
     *
     * @param context the device's connections to the machine
     * @param timed whether instructions and accesses take their simulated latencies instead of one cycle each
     * @param sampled whether the time of some blocks of a grid is taken from that of others
     * @param threads how many threads may simulate SMs side by side, at least 1; no result depends on it
     * @param seed seed of choices that hardware leaves open
     * @param runtime the device runtime
     */
    public Gpu(
            GpuProfile profile,
            GpuContext context,
            boolean timed,
            boolean sampled,
            int threads,
            long seed,
            DeviceRuntime runtime) {
        this.profile = profile;
        this.runtime = runtime;
        engine = context.engine();
        watch = context.watch();
        visibility = context.visibility();
        DeviceData data = context.data();
        DeviceEvents events = context.events();
        this.threadMemory = new ThreadMemory(data);
        memory = new MemorySystem(profile, seed, data.peers());
        if (sampled) {
            memory.keepsTags();
        }
        PipeTiming pipes = new PipeTiming(profile.pipes());
        spinParking = new SpinParking<>(
                data, parts::schedule, profile.computeCapability().isAtLeast(7, 0));
        BlockBarriers barriers = new BlockBarriers(profile.synchronization(), parts, visibility);
        asynchronous = new AsynchronousUnit(profile, engine, parts, data, spinParking, watch, visibility, timed);
        kernelCounters = events.wantCounters() ? new KernelCounters(counterSources(), events) : null;
        // Samples are of the traffic and times of the present cycle, which SMs ahead of the clock have passed.
        boolean runsAhead = threads > 1
                && timed
                && !sampled
                && visibility == null
                && kernelCounters == null
                && !events.wantWarps()
                && context.steps() == null;
        ThreadTeam team = new ThreadTeam(threads);
        RequestOrder<Warp> posted = runsAhead ? new RequestOrder<>(memory, data, spinParking, watch, team) : null;
        if (posted != null) {
            engine.settleFirst(posted::serveThrough);
        }
        LoopTiming loops = new LoopTiming(profile, pipes);
        BulkL2Misses bulkReadsOfL2 = new BulkL2Misses(
                memory.l2Partitions(), profile.l2().lineBytes(), profile.l2().sectorBytes());
        WarpTimeRecorder times = events.wantWarps() ? new WarpTimeRecorder(events, pipes) : null;
        StepNotifier notifier = notifier(context);
        Function<Boolean, SmContext> contexts = isTimed -> new SmContext(
                profile,
                engine,
                parts,
                memory,
                data,
                pipes,
                loops,
                bulkReadsOfL2,
                barriers,
                spinParking,
                watch,
                visibility,
                times,
                notifier,
                kernelCounters,
                executed,
                asynchronous,
                context.kernels(),
                isTimed,
                isTimed ? posted : null);
        SmContext shared = contexts.apply(timed);
        untimed = contexts.apply(false);
        // Listeners of warps and counters need the time of each warp.
        sampler = sampled && times == null && kernelCounters == null
                ? new BlockSampler(memory.traffic(), memory.following(), profile.l2())
                : null;
        untimedSms = new Sm[profile.sm().count()];
        sms = new Sm[profile.sm().count()];
        for (int i = 0; i < sms.length; i++) {
            sms[i] = new Sm(i, shared);
        }
        SideBySide ahead = posted == null ? null : new SideBySide(sms, team, posted, executed);
        scheduler = new BlockScheduler(new DispatchContext(
                profile, engine, parts, List.of(sms), barriers, events, watch, visibility, sampler));
        blocks = scheduler.blocks();
        turns = new SmTurns(sms, this::untimedSm, posted, ahead, spinParking);
        engine.attach(turns);
        engine.attach(blocks.arrivals());
    }

    /** An SM that runs blocks for their values alone, beside the one with its number. */
    private Sm untimedSm(int index) {
        Sm known = untimedSms[index];
        if (known == null) {
            known = new Sm(index, untimed);
            untimedSms[index] = known;
        }
        return known;
    }

    private static @Nullable StepNotifier notifier(GpuContext context) {
        StepListener listener = context.steps();
        if (listener == null) {
            return null;
        }
        int device = context.events().device();
        VisibilityFeed feed = context.visibility();
        listener.starts(device, context.data(), feed == null ? null : feed.checker());
        return new StepNotifier(listener, device);
    }

    private List<LongSupplier> counterSources() {
        MemoryTraffic traffic = memory.traffic();
        return List.of(
                executed::warpInstructions,
                executed::laneInstructions,
                traffic::l1Sectors,
                traffic::l1HitSectors,
                traffic::l2Sectors,
                traffic::l2HitSectors,
                traffic::dramReadBytes,
                traffic::dramWrittenBytes);
    }

    /** The device as its components see it. */
    private final class Parts implements SmDevice, DispatchDevice {
        @Override
        public DeviceCalls calls() {
            return runtime;
        }

        @Override
        public void gridEnds(Grid grid, long now) {
            if (sampler != null) {
                sampler.gridEnds(grid);
            }
            if (kernelCounters != null) {
                kernelCounters.ends(grid.kernel(), now);
            }
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
            turns.set(sm == sms[sm.index()] ? sm.index() : sms.length + sm.index(), cycle);
        }

        @Override
        public Sm runs(Block block) {
            return sampler != null && sampler.isUntimed(block) ? untimedSm(block.sm()) : sms[block.sm()];
        }

        @Override
        public void schedule(Warp warp, long time) {
            Gpu.this.schedule(warp, time);
        }

        @Override
        public void hasten(Warp warp, long time) {
            runs(warp.block()).hasten(warp, Math.max(time, engine.now()));
        }

        @Override
        public void openBarrier(Cluster cluster, long time) {
            asynchronous.open(cluster, time);
        }

        @Override
        public BlockOwner blocks() {
            return blocks;
        }

        @Override
        public void fault(DeviceFault.Kind kind, Warp warp, Instruction in, int lane, String what, String output) {
            Sm sm = runs(warp.block());
            if (sm.runsAhead()) {
                sm.faultsAhead(() -> fault(kind, warp, in, lane, what, output));
                return;
            }
            faulted = true;
            faultedAt = Math.min(faultedAt, engine.now());
            progressed();
            // Rule ERR-4: the error is reported to the host, not to the parent.
            runtime.faulted(DeviceFault.at(kind, warp, in, lane, what, output), engine.now());
        }
    }

    /** The device's profile. */
    public GpuProfile profile() {
        return profile;
    }

    /** The device's counters so far. */
    public GpuMetrics metrics() {
        DispatchCounters dispatched = scheduler.counters();
        long now = Math.min(engine.now(), faultedAt);
        long residentCycles = dispatched.warpResidentCycles();
        long launchCycles = warpLaunchCycles;
        for (Warp warp : blocks.liveWarps()) {
            residentCycles += Math.max(0, now - warp.startedAt());
            // A call in progress counts for the cycles that it has taken.
            launchCycles -= Math.max(0, warp.launchEnds() - Math.max(now, warp.launchStarted()));
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

    /** What the device has sampled. */
    public SamplingCounts sampling() {
        return sampler == null ? SamplingCounts.NONE : sampler.counts();
    }

    /** Reports memory accesses and what orders them to the visibility checker, if there is one. */
    public @Nullable VisibilityFeed visibility() {
        return visibility;
    }

    /** Submits a grid whose dependencies are met: the block scheduler places its blocks in turn. */
    public void submit(int node, boolean ofOrdinaryDeviceStream) {
        progressed();
        if (!faulted) {
            scheduler.submit(node, ofOrdinaryDeviceStream, engine.now());
        }
    }

    /** Resumes a warp that waits in a call of the device runtime. */
    public void resume(Warp warp, long time) {
        progressed();
        warp.goesOn();
        if (warp.block().isSwappedOut()) {
            warp.parked(true);
        } else {
            schedule(warp, time);
        }
    }

    /** A block waits in a device synchronisation and may be swapped out (rule SYNC-6). */
    public void synchronizes(Block block) {
        scheduler.synchronizes(block, engine.now());
    }

    /** A block's synchronization has completed. */
    public void synchronizationEnds(Block block) {
        scheduler.synchronizationEnds(block, engine.now());
    }

    /** Whether device code has faulted, after which the device runs nothing more (rule ERR-7). */
    public boolean isFaulted() {
        return faulted;
    }

    /** Something happened that may end a thread's wait. */
    public void progressed() {
        watch.progressed();
    }

    /** A copy, a fill or another device has written to the device's memory. */
    public void memoryWritten() {
        progressed();
        spinParking.anythingChanged(engine.now());
    }

    /** A copy or a fill has written global memory through the L2. */
    public void written(long address, long bytes) {
        memory.written(address, bytes);
    }

    /** The same of a range that is written in pieces, one after the other, each of which fits into the L2. */
    public void writtenInPieces(long address, long bytes) {
        memory.writtenInPieces(address, bytes);
    }

    /** Loads memory into the L2 as loads of SMs of every partition would, as far as it fits. */
    public void loadedEverywhere(long address, long bytes) {
        memory.loadedEverywhere(address, bytes);
    }

    /**
     * How long a copy that reaches the host link now waits for the SMs' loads from mapped memory, cycles.
     *
     * @param further whether the copy has sent a window of bytes before
     */
    public long copyWaitCycles(boolean further) {
        return memory.link().copyWaitCycles(further, engine.now());
    }

    /** Memory at generic addresses as the device's threads read it. */
    public ThreadMemory threadMemory() {
        return threadMemory;
    }

    /** A call of device code faults: the device runs nothing more. */
    public void fault(DeviceFault.Kind kind, Warp warp, Instruction in, int lane, String what) {
        parts.fault(kind, warp, in, lane, what);
    }

    /** A warp is in a launch call for an interval. */
    public void countLaunchCycles(Warp warp, long start, long end) {
        warpLaunchCycles += end - start;
        warp.launches(start, end);
    }

    /** Resident grids. */
    public int residentGrids() {
        return scheduler.residentGrids();
    }

    /** Grids that are ready and not yet resident. */
    public int waitingGrids() {
        return scheduler.waitingGrids();
    }

    /** The grid with blocks still to place, if any. */
    public @Nullable Grid placingGrid() {
        return scheduler.placingGrid();
    }

    /** Live warps, for reports. */
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
        parts.runs(warp.block()).waits(warp, Math.max(time, engine.now()));
    }
}
