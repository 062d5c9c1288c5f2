package io.cdpsim.gpu.sm;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.engine.Agenda;
import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.async.AsynchronousUnit;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.bulk.BulkL2Misses;
import io.cdpsim.gpu.bulk.LoopTiming;
import io.cdpsim.gpu.call.DeviceCalls;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.MemorySystem;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.SmContext.SmDevice;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.times.ExecutionCounters;
import io.cdpsim.gpu.times.WarpTimeRecorder;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.GpuProfile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** SMs that belong to no device: warps that are to go on are written down, and do so only where the SM is run, and calls of device code are answered only if a test does. */
public final class SmLab implements SmDevice, BlockOwner {
    private record Turn(long cycle, Sm sm) {}

    private static final class Turns implements Agenda {
        private final Queue<Turn> queue = new PriorityQueue<>(Comparator.comparingLong(Turn::cycle));

        @Override
        public long nextTime() {
            Turn next = queue.peek();
            return next == null ? Long.MAX_VALUE : next.cycle();
        }

        @Override
        public void run(long now) {
            queue.remove().sm().resume(now);
        }

        @Override
        public int pending() {
            return 0;
        }
    }

    /** A warp that is to go on at a cycle. */
    record Scheduled(Warp warp, long time) {}

    private final Engine engine = new Engine();
    private final ProgressMonitor watch = new ProgressMonitor(engine);
    private final PagedMemory global = new PagedMemory(AddressMap.globalBase(0), 1 << 20);
    private final PagedMemory constant = new PagedMemory(AddressMap.CONSTANT_BASE, AddressMap.CONSTANT_BYTES);
    private final PagedMemory mapped = new PagedMemory(AddressMap.HOST_BASE, 1 << 20);
    private final DeviceData data;
    private final PipeTiming pipes;
    private final BlockBarriers barriers;
    private final SpinParking<Warp> spinParking;
    private final List<Sm> sms = new ArrayList<>();
    private final List<Scheduled> scheduled = new ArrayList<>();
    private final Queue<Long> wakes = new PriorityQueue<>();
    private final List<Warp> ended = new ArrayList<>();
    private long endedAt;
    private final List<DeviceFault> faults = new ArrayList<>();
    private final ExecutionCounters counters = new ExecutionCounters();
    private final @Nullable VisibilityFeed visibility;
    /** When SMs go on by the clock; null while a test lets them. */
    private @Nullable Turns turns;

    private int grids;
    private int warps;
    private @Nullable Sm running;
    private @Nullable DeviceCalls calls;

    /** The SMs of a GPU. */
    public SmLab(GpuProfile profile) {
        this(profile, RunListeners.NONE, true);
    }

    /** The SMs of a GPU of which somebody wants to know what their warps spend their time with. */
    SmLab(GpuProfile profile, RunListeners observers) {
        this(profile, observers, true);
    }

    /** The same, where each instruction takes a cycle unless it is timed. */
    SmLab(GpuProfile profile, RunListeners observers, boolean timed) {
        this(profile, observers, timed, false, CompiledKernels.none());
    }

    /**
     * The same.
     *
     * @param watched whether a visibility checker is told what warps do, and weak loads that race see old values
     * @param kernels stretches of code as bytecode
     */
    SmLab(GpuProfile profile, RunListeners observers, boolean timed, boolean watched, CompiledKernels kernels) {
        visibility = watched ? new VisibilityFeed(new VisibilityChecker(global::loadInt, false, true), 0, true) : null;
        data = new DeviceData(global, mapped, constant);
        pipes = new PipeTiming(profile.pipes());
        barriers = new BlockBarriers(profile.synchronization(), this, visibility);
        spinParking = new SpinParking<>(data, this::schedule, true);
        MemorySystem memory = new MemorySystem(profile, 1);
        BulkL2Misses l2 = new BulkL2Misses(
                memory.l2Partitions(), profile.l2().lineBytes(), profile.l2().sectorBytes());
        SmContext shared = new SmContext(
                profile,
                engine,
                this,
                memory,
                data,
                pipes,
                new LoopTiming(profile, pipes),
                l2,
                barriers,
                spinParking,
                watch,
                visibility,
                observers == RunListeners.NONE ? null : new WarpTimeRecorder(new DeviceEvents(observers, 0), pipes),
                null,
                null,
                counters,
                new AsynchronousUnit(profile, engine, this, data, spinParking, watch, visibility, timed),
                kernels,
                timed,
                null);
        for (int i = 0; i < profile.sm().count(); i++) {
            sms.add(new Sm(i, shared));
        }
    }

    /** Its clock. */
    public Engine engine() {
        return engine;
    }

    /** Its clock lets SMs go on from now on, and not a test. */
    void onItsClock() {
        turns = new Turns();
        engine.attach(turns);
    }

    /** Told of progress. */
    public ProgressMonitor watch() {
        return watch;
    }

    /** Its SMs. */
    public List<Sm> sms() {
        return sms;
    }

    /** The barriers of its blocks. */
    public BlockBarriers barriers() {
        return barriers;
    }

    /** What its SMs have done. */
    ExecutionCounters counters() {
        return counters;
    }

    SpinParking<Warp> spinParking() {
        return spinParking;
    }

    PagedMemory global() {
        return global;
    }

    PagedMemory constant() {
        return constant;
    }

    /** Memory of the host that the device has in its addresses. */
    PagedMemory mapped() {
        return mapped;
    }

    /** The warps that were let go on so far. */
    List<Scheduled> scheduled() {
        return scheduled;
    }

    List<Warp> ended() {
        return ended;
    }

    /** The cycle at which the last of them has ended. */
    long endedAt() {
        return endedAt;
    }

    /** What was found where somebody watches: accesses that nothing orders. */
    List<Race> races() {
        if (visibility == null) {
            throw new AssertionError("nobody watches");
        }
        return visibility.checker().report().races();
    }

    List<DeviceFault> faults() {
        return faults;
    }

    /** Lets the warps of an SM run from a cycle on, as far as they come. */
    void run(Sm sm, long now, Warp... start) {
        running = sm;
        for (Warp warp : start) {
            sm.waits(warp, now);
        }
        while (!wakes.isEmpty()) {
            sm.resume(wakes.remove());
        }
        running = null;
    }

    /** Lets an SM go on for the earliest cycle for which it has asked. @return the next for which it asks then */
    long goOnOnce(Sm sm) {
        sm.resume(wakes.remove());
        return nextWake();
    }

    /** The earliest cycle for which an SM has asked, or never. */
    long nextWake() {
        return wakes.isEmpty() ? Long.MAX_VALUE : wakes.element();
    }

    /** A block of so many threads on the first SM, whose warps are about to start. */
    Block block(Kernel kernel, int threads) {
        return block(kernel, threads, new byte[0]);
    }

    /** The same of a kernel with parameters. */
    Block block(Kernel kernel, int threads, byte[] parameters) {
        return block(
                new Grid(grids++, 1, kernel, LaunchShape.of(1, threads), parameters, CachePreference.NONE, false),
                0,
                0);
    }

    /** The same of a kernel with one parameter of eight bytes. */
    Block block(Kernel kernel, int threads, long parameter) {
        byte[] parameters = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(parameter)
                .array();
        return block(kernel, threads, parameters);
    }

    /** The block of a grid with an index, on an SM by its number, whose warps are about to start. */
    Block block(Grid grid, long index, int sm) {
        Block block = new Block(0, grid);
        block.start(grid, index, sm);
        if (visibility != null) {
            VisibilityChecker checker = visibility.checker();
            // By the host, in a stream of its own: nothing orders it with what other grids do.
            visibility.bind(
                    grid.node(),
                    checker.launchIntoStream(
                            grid.number(),
                            visibility.code(grid.kernel()),
                            0,
                            checker.host(),
                            0,
                            checker.hostStream(),
                            false));
            block.watched(visibility.blockStarts(grid.node(), index, block.warpCount()));
        }
        for (int i = 0; i < block.warpCount(); i++) {
            WarpScheduler scheduler = sms.get(sm).takeScheduler();
            Warp warp = new Warp(warps++, block, scheduler);
            block.warp(i, warp);
            warp.start(block, i, scheduler, 0, 0);
        }
        return block;
    }

    /** Somebody answers the calls of device code from now on. */
    void calls(DeviceCalls who) {
        calls = who;
    }

    @Override
    public DeviceCalls calls() {
        if (calls == null) {
            throw new AssertionError("nobody is there to answer");
        }
        return calls;
    }

    @Override
    public boolean isFaulted() {
        return !faults.isEmpty();
    }

    @Override
    public void wake(Sm sm, long cycle) {
        if (turns != null) {
            turns.queue.add(new Turn(cycle, sm));
        } else {
            wakes.add(cycle);
        }
    }

    @Override
    public void schedule(Warp warp, long time) {
        scheduled.add(new Scheduled(warp, time));
        if (running != null) {
            running.waits(warp, time);
        } else if (turns != null) {
            sms.get(warp.block().sm()).waits(warp, time);
        }
    }

    @Override
    public void hasten(Warp warp, long time) {
        sms.get(warp.block().sm()).hasten(warp, time);
    }

    @Override
    public BlockOwner blocks() {
        return this;
    }

    @Override
    public void blockStarts(Block block) {}

    @Override
    public boolean endsOnSm(Warp warp, long time) {
        throw new IllegalStateException("no SM runs ahead");
    }

    @Override
    public void warpsEnded(long residentCycles) {
        throw new IllegalStateException("no SM runs ahead");
    }

    @Override
    public void blockEnded(Block block) {
        throw new IllegalStateException("no SM runs ahead");
    }

    @Override
    public void warpEnded(Warp warp, long time) {
        warp.ends();
        ended.add(warp);
        endedAt = time;
    }

    @Override
    public void fault(DeviceFault.Kind kind, Warp warp, Instruction in, int lane, String what, String output) {
        faults.add(DeviceFault.at(kind, warp, in, lane, what, output));
    }
}
