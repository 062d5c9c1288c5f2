package io.cdpsim.gpu.sm;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.bulk.BulkExecution;
import io.cdpsim.gpu.bulk.BulkLoadMisses;
import io.cdpsim.gpu.issue.EffectScope;
import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.gpu.issue.Scoreboard;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.gpu.memory.FenceTiming;
import io.cdpsim.gpu.memory.SectorCache;
import io.cdpsim.gpu.posted.PostedAccesses;
import io.cdpsim.gpu.posted.RequestOrder;
import io.cdpsim.gpu.progress.SmProgress;
import io.cdpsim.gpu.queue.AwaitedCycles;
import io.cdpsim.gpu.queue.ReadyQueue;
import io.cdpsim.gpu.region.SingleExitRuns;
import io.cdpsim.gpu.sm.SmContext.SmDevice;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.stepping.StepNotifier;
import io.cdpsim.gpu.times.ExecutionCounters;
import io.cdpsim.gpu.times.KernelCounters;
import io.cdpsim.gpu.times.WarpTimeRecorder;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.kernel.execution.SimtStack;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.GpuProfile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A streaming multiprocessor: schedulers that issue instructions of ready warps into pipes.
 *
 * <p>A warp issues in order. An instruction issues once its operands are ready, its scheduler has a free slot and its pipe is free;
 * its result is ready one latency later.
 *
 * <p>The warps of an SM are simulated in time order, within a cycle the longest-waiting warp first; effects beyond the SM are in time order on the whole device. Effects within
 * the SM are simulated ahead, up to the earliest cycle at which another component can affect it: so an SM runs for a while before another one does.
 *
 * <p>What an SM simulates ahead it can simulate beside other SMs, on another thread ({@link #runAhead}). Nobody notices: what others could learn of it, they learn at
 * the cycle at which the SM would have simulated it otherwise. So every number of threads gives the same run.
 */
public final class Sm {
    /** How far a warp may run ahead of the clock without visible effect, and how long it runs in untimed mode. */
    private static final long RUN_AHEAD_CYCLES = 2_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final int index;
    private final Engine engine;
    private final SmDevice device;
    private final ClockSpec clock;
    private final PipeTiming timing;
    private final LoadStoreUnit loadStore;
    private final @Nullable VisibilityFeed visibility;
    private final BulkExecution bulk;
    private final ThreadContextUnit reads;
    private final WarpPrimitiveUnit exchange;
    private final MatrixUnit matrices;
    private final BranchUnit branches;
    private final BarrierUnit barriers;
    private final FenceTiming fences;
    private final AsynchronousOperations asynchronous;
    private final CallUnit calls;
    private final DeferredArithmetic arithmetic;
    private final @Nullable SingleExitRuns regions;
    private final boolean timed;
    /** The device's counters, or those of the SM, which are moved to the device's when the device may look. */
    private final ExecutionCounters counters;

    private final ExecutionCounters countersOfDevice;
    private final @Nullable KernelCounters kernelCounters;
    private final @Nullable WarpTimeRecorder times;
    private final @Nullable StepNotifier steps;
    private final SmProgress watch;
    private final WarpScheduler[] schedulers;
    private final ReadyQueue<Warp> agenda = new ReadyQueue<>();
    /**
     * No block arrives earlier than this after its dispatch, and no posted request to the L2 cache is done earlier after it is sent. Time is divided into windows of this length, and SMs
     * run ahead up to the end of the present one.
     */
    private final int windowCycles;

    /** The end of the window in which the SM runs. */
    private long windowEnd;

    private boolean runsAhead;

    /** The cycle from which the SM has run ahead. */
    private long aheadFrom;

    /** Whether the SM only takes its answers when its turn to run ahead comes. */
    private boolean staysBehind;

    /** What the SM has posted while it ran ahead of the clock; null if it does not post. */
    private final @Nullable PostedAccesses<Warp> posted;

    private final @Nullable RequestOrder<Warp> order;

    /** Whether the next instruction of the warp whose turn it is will be posted. */
    private boolean posts;

    /** A fault of a warp that has run ahead. */
    private @Nullable Runnable faultAhead;
    /** When bulk copies complete, cycles. */
    private final AwaitedCycles awaitedCopies = new AwaitedCycles();

    /** New blocks on the way, in the order of their arrival. */
    private final ArrayDeque<Block> arriving = new ArrayDeque<>();

    /** Blocks whose last warp has ended ahead of the clock, and how long all warps that have ended so were on the SM. */
    private final List<Block> endedAhead = new ArrayList<>();

    private long residentCyclesAhead;

    /** Arrival cycles of blocks that are swapped in. */
    private final AwaitedCycles awaitedBlocks = new AwaitedCycles();

    /** The earliest cycle at which the device is scheduled to resume the SM. */
    private long wakesAt = NEVER;

    private boolean running;
    /** Whether the current warps have done something that may end a wait outside the SM. */
    private boolean noticed;

    /** Warps that wait for something outside this SM, and so for no known cycle. */
    private int warpsWaitingOutside;

    private int residentBlocks;
    private int clusterBlocks;
    private long activeSince;

    /**
     * An SM without blocks.
     *
     * @param index its number on the device, from 0
     */
    public Sm(int index, SmContext shared) {
        GpuProfile profile = shared.profile();
        this.index = index;
        engine = shared.engine();
        device = shared.device();
        clock = profile.clock();
        timing = shared.pipes();
        visibility = shared.visibility();
        watch = new SmProgress(shared.watch());
        barriers = new BarrierUnit(shared.barriers(), device, watch);
        countersOfDevice = shared.counters();
        order = shared.posted();
        counters = order == null ? countersOfDevice : new ExecutionCounters();
        kernelCounters = shared.kernelCounters();
        times = shared.times();
        steps = shared.steps();
        loadStore = new LoadStoreUnit(index, shared, watch);
        posted = loadStore.posted();
        if (order != null && posted != null) {
            order.add(posted);
        }
        reads = new ThreadContextUnit(profile, device);
        exchange = new WarpPrimitiveUnit(device, visibility);
        matrices = new MatrixUnit(device);
        branches = new BranchUnit(
                timing,
                device,
                watch,
                shared.spinParking(),
                profile.computeCapability().isAtLeast(7, 0));
        asynchronous = shared.asynchronous();
        fences = new FenceTiming(profile.synchronization(), loadStore.timing());
        calls = new CallUnit(device, new ThreadMemory(shared.data()));
        arithmetic = new DeferredArithmetic(counters, shared.kernels());
        timed = shared.timed();
        regions = timed || visibility != null
                ? null
                : new SingleExitRuns(
                        shared.kernels(),
                        shared.watch(),
                        shared.spinParking(),
                        shared.data(),
                        accesses().untimed());
        int blockStart = profile.dispatch().blockStartCycles();
        windowCycles = Math.min(blockStart, shared.memory().leastCycles());
        schedulers = WarpScheduler.ofSm(profile, timing);
        bulk = new BulkExecution(
                shared.loops(),
                new BulkLoadMisses(
                        new SectorCache[] {loadStore.timing().l1()},
                        profile.l2().lineBytes(),
                        profile.l2().sectorBytes()),
                shared.bulkReadsOfL2(),
                shared.memory().partitionOfSm(loadStore.timing().place()));
    }

    /** Its number on the device. */
    public int index() {
        return index;
    }

    /** A block is on the way to the SM. */
    public void awaits(Block block) {
        arriving.add(block);
        if (!running) {
            wakeAt(nextCycle());
        }
    }

    /** The threads of a block that has arrived start. @return false if the SM has started them ahead of the clock */
    public boolean starts(Block block) {
        if (block.hasStarted()) {
            return false;
        }
        arriving.remove(block);
        block.starts();
        loadStore.timing().runs(block.grid().number());
        device.blockStarts(block);
        long cycle = block.arrivesAt();
        for (int i = 0; i < block.warpCount(); i++) {
            Warp warp = block.warp(i);
            warp.start(block, i, takeScheduler(), block.stackBytes(), cycle);
        }
        return true;
    }

    /** A block that is swapped in arrives at a cycle. */
    public void awaits(long cycle) {
        awaitedBlocks.add(cycle);
    }

    /** A bulk copy of one of its warps completes at a cycle. */
    public void awaitsCopy(long cycle) {
        awaitedCopies.add(cycle);
    }

    /** A bulk copy completes at the current cycle. */
    public void copyComes() {
        awaitedCopies.remove();
    }

    /** When its accesses to memory are done. */
    public AccessTiming accesses() {
        return loadStore.timing();
    }

    /** Reschedules a waiting warp at an earlier cycle. */
    public void hasten(Warp warp, long cycle) {
        if (agenda.remove(warp)) {
            watch.warpResumes();
        }
        waits(warp, cycle);
    }

    /** A block of a grid that was swapped in arrives at the current cycle. */
    public void comesBack(long gridNumber, long now) {
        awaitedBlocks.remove();
        loadStore.timing().runs(gridNumber);
        enter(now);
    }

    /** A block arrives at the current cycle. */
    public void enter(long now) {
        if (residentBlocks++ == 0) {
            activeSince = now;
        }
    }

    /** Blocks come or go whose shared memory and mbarrier objects blocks on other SMs reach. */
    public void countClusterBlocks(int change) {
        clusterBlocks += change;
    }

    /** A block leaves the SM. */
    public void leave(long now) {
        if (--residentBlocks == 0) {
            countersOfDevice.wasActive(now - activeSince);
        }
    }

    /** Cycles since the SM last became busy; 0 if it has no block. */
    public long activeCyclesUpTo(long now) {
        return residentBlocks > 0 ? now - activeSince : 0;
    }

    /** Its first scheduler. */
    public WarpScheduler firstScheduler() {
        return schedulers[0];
    }

    /** The scheduler with the fewest warps takes the next one. */
    public WarpScheduler takeScheduler() {
        WarpScheduler least = schedulers[0];
        for (WarpScheduler scheduler : schedulers) {
            if (scheduler.warps() < least.warps()) {
                least = scheduler;
            }
        }
        least.addWarp();
        return least;
    }

    /** Schedules a warp at a cycle, now or later, or when its operands are ready if that is later. */
    public void waits(Warp warp, long earliest) {
        watch.warpWaits();
        long ready = timed ? warp.operandsReady(warp.next()) : 0;
        long cycle = Math.max(earliest, ready);
        if (cycle == Scoreboard.UNKNOWN) {
            awaitsAnswer(warp, earliest, PostedAccesses.NO_TURN);
        } else {
            agenda.add(cycle, warp.takesTurn(cycle), warp);
        }
        if (warp.waitsOutside != null) {
            warp.waitsOutside.warpsWaitingOutside--;
            warp.waitsOutside = null;
        }
        if (!running) {
            wakeAt(nextCycle());
        }
    }

    /** A warp waits for the values of a posted load. */
    private void awaitsAnswer(Warp warp, long cycle, long turn) {
        if (posted == null) {
            throw new IllegalStateException("the SM posts no loads");
        }
        posted.waits(warp, cycle, turn);
    }

    /** When the SM goes on, or starts the threads of a block. Answers to what it has posted come in the next window. */
    private long nextCycle() {
        long next = agenda.nextCycle();
        if (posted != null && posted.isWaitedFor()) {
            next = Math.min(next, windowEnd);
        }
        Block arrives = arriving.peekFirst();
        return arrives != null && mayStart(arrives) ? Math.min(next, arrives.arrivesAt()) : next;
    }

    private void wakeAt(long cycle) {
        if (cycle < wakesAt) {
            wakesAt = cycle;
            device.wake(this, cycle);
        }
    }

    /** Simulates the SM's warps as far as no other component can notice the order. */
    public void resume(long now) {
        if (now != wakesAt || device.isFaulted()) {
            // The warp was woken earlier and has run since.
            return;
        }
        wakesAt = NEVER;
        windowEnd = endOfWindow(now);
        running = true;
        noticed = false;
        tellFault();
        takeAnswers();
        if (!noticed || !device.isFaulted()) {
            runWarps(now);
        }
        running = false;
        tellCounts();
        tellWhatIsPosted();
        if (!noticed) {
            // No thread of the host waits for that.
            engine.quiet();
        }
        wakeAt(nextCycle());
    }

    /** The SM has run ahead: others learn what they need to know before the clock gets there. */
    public void hasRunAhead() {
        if (residentCyclesAhead > 0) {
            device.warpsEnded(residentCyclesAhead);
            residentCyclesAhead = 0;
        }
        for (Block block : endedAhead) {
            device.blockEnded(block);
        }
        endedAhead.clear();
        watch.tell();
        tellCounts();
        tellWhatIsPosted();
        if (faultAhead != null) {
            wakeAt(aheadFrom);
        } else {
            wakesAt = nextCycle();
            device.wake(this, wakesAt);
        }
    }

    private void tellCounts() {
        if (counters != countersOfDevice) {
            counters.moveTo(countersOfDevice);
            loadStore.timing().count();
        }
    }

    /** Warps go on that have waited for what the SM has posted. */
    public void takeAnswers() {
        if (posted != null) {
            posted.takeAnswers(agenda);
        }
    }

    /** A warp ends while the SM runs ahead. */
    void endsAhead(Warp warp, long cycle) {
        residentCyclesAhead += cycle - warp.startedAt();
        if (device.endsOnSm(warp, cycle)) {
            endedAhead.add(warp.block());
        }
    }

    /** The accesses that it has posted are served in their turn. */
    private void tellWhatIsPosted() {
        if (order != null && posted != null) {
            order.hasPosted(posted);
        }
    }

    /** Completes what SMs have posted up to a cycle. */
    private void settle(long cycle) {
        if (order != null && posted != null) {
            tellWhatIsPosted();
            order.serveThrough(cycle, index);
            takeAnswers();
        }
    }

    /** The end of the window of a cycle. */
    public long endOfWindow(long now) {
        return (now / windowCycles + 1) * windowCycles;
    }

    /** Whether the SM can {@link #runAhead} in the window of a cycle. */
    public boolean hasWorkAhead(long now) {
        boolean isAnswered = posted != null && posted.isAnswered();
        if (device.isFaulted() || watch.isWatching()) {
            staysBehind = true;
            return isAnswered;
        }
        staysBehind = false;
        windowEnd = endOfWindow(now);
        return isAnswered
                || startsNext(now)
                || (!agenda.isEmpty()
                        && agenda.nextCycle() < othersCome(now)
                        && (isAccess(agenda.next().next()) || runsBeside(agenda.next())));
    }

    /**
     * Runs warps as far into the window as nothing but this SM has a part in it. May run beside the same method of other SMs, while nothing else of the
     * device runs.
     *
     * @param now the present cycle, at which {@link #hasWorkAhead}
     */
    public void runAhead(long now) {
        aheadFrom = now;
        runsAhead = true;
        running = true;
        watch.runsAhead(true);
        takeAnswers();
        if (!staysBehind) {
            runWarps(now);
        }
        watch.runsAhead(false);
        running = false;
        runsAhead = false;
    }

    /** Whether the SM runs ahead at present. */
    public boolean runsAhead() {
        return runsAhead;
    }

    /** A warp that runs ahead faults: the device learns of it when it learns of the rest. */
    public void faultsAhead(Runnable fault) {
        faultAhead = fault;
    }

    private void tellFault() {
        Runnable fault = faultAhead;
        if (fault != null) {
            faultAhead = null;
            noticed = true;
            fault.run();
        }
    }

    private void runWarps(long now) {
        while (faultAhead == null) {
            if (startsNext(now)) {
                Block block = arriving.getFirst();
                starts(block);
                for (int i = 0; i < block.warpCount(); i++) {
                    waits(block.warp(i), block.arrivesAt());
                }
                continue;
            }
            if (agenda.isEmpty() || !mayRunAhead(agenda.next(), agenda.nextCycle(), now)) {
                return;
            }
            Warp warp = agenda.next();
            long cycle = agenda.nextCycle();
            agenda.remove();
            watch.warpResumes();
            Block block = warp.block();
            if (block.isSwappedOut()) {
                // Rule SYNC-7: the other threads of the block stop as well.
                warp.parked(true);
            } else if (block.sm() != index) {
                device.schedule(warp, cycle);
            } else {
                if (kernelCounters != null) {
                    kernelCounters.runs(block.grid().kernel());
                }
                if (timed) {
                    step(warp, cycle, now);
                } else {
                    turn(warp, cycle);
                }
                if (noticed && (device.isFaulted() || watch.stuck())) {
                    break;
                }
            }
        }
    }

    /** Whether the next that happens is that a block arrives whose threads the SM can start ahead of the clock. */
    private boolean startsNext(long now) {
        Block next = arriving.peekFirst();
        return next != null
                && mayStart(next)
                && next.arrivesAt() < agenda.nextCycle()
                && (next.arrivesAt() <= now || next.arrivesAt() < othersCome(now));
    }

    private boolean aBlockArrivesBefore(long cycle) {
        Block next = arriving.peekFirst();
        return next != null && next.arrivesAt() < cycle;
    }

    private static boolean mayStart(Block block) {
        return block.cluster().shape().blocks() == 1;
    }

    /** Whether a warp may run at a cycle ahead of the clock. */
    private boolean mayRunAhead(Warp warp, long cycle, long now) {
        posts = false;
        if (runsAhead) {
            return cycle < othersCome(now) && (runsBeside(warp) || posts(warp, cycle));
        }
        if (cycle == now) {
            return true;
        }
        boolean othersGoOn = posted != null && posted.isWaitedFor() && cycle >= windowEnd;
        if (cycle > now + RUN_AHEAD_CYCLES || othersGoOn) {
            return false;
        }
        return cycle < engine.nextEventTime() || (timed && cycle < othersCome(now) && affectsOnlySm(warp, cycle));
    }

    private boolean affectsOnlySm(Warp warp, long cycle) {
        if (EffectScope.of(warp.next()) == EffectScope.DEVICE) {
            return posts(warp, cycle);
        }
        return !awaitsStores(warp);
    }

    /** Whether a warp waits for stores of which nobody knows yet when they are visible. */
    private static boolean awaitsStores(Warp warp) {
        return warp.hasPostedStores() && warp.next().opcode() == Opcode.FENCE;
    }

    private static boolean isAccess(Instruction in) {
        return in.opcode() == Opcode.LOAD || in.opcode() == Opcode.STORE;
    }

    /** Whether the next instruction of a warp can be posted. If so, it runs now. */
    private boolean posts(Warp warp, long cycle) {
        Instruction in = warp.next();
        if (posted == null || order == null || !order.isOpen() || !isAccess(in) || !isHere(warp)) {
            return false;
        }
        arithmetic.settle(warp);
        posts = loadStore.mayPost(warp, in, cycle);
        return posts;
    }

    /** Whether a warp's next instruction affects and reads nothing outside the SM, whatever its values are. */
    private boolean runsBeside(Warp warp) {
        Instruction in = warp.next();
        if (in.opcode().isArithmetic()) {
            return isHere(warp);
        }
        if (!EffectScope.runsBeside(in) || !isHere(warp) || awaitsStores(warp)) {
            return false;
        }
        if (in.opcode() == Opcode.EXIT) {
            return warp.block().cluster().isQuiet();
        }
        if (in.opcode() == Opcode.BRANCH) {
            return !SpinParking.mayPark(warp, warp.state().stack().programCounter());
        }
        if (in.opcode().meetsOthers() || in.opcode() == Opcode.MATRIX_LOAD || in.opcode() == Opcode.MATRIX_STORE) {
            arithmetic.settle(warp);
            return warp.state().arriveTogether(in);
        }
        return true;
    }

    private boolean isHere(Warp warp) {
        return !warp.block().isSwappedOut() && warp.block().sm() == index;
    }

    /** The cycle before which no other component wakes a warp of the SM or dispatches a block to it. */
    private long othersCome(long now) {
        if (warpsWaitingOutside > 0 || clusterBlocks > 0) {
            return now;
        }
        long comes = Math.min(awaitedBlocks.next(), awaitedCopies.next());
        Block next = arriving.peekFirst();
        if (next != null && !mayStart(next)) {
            comes = Math.min(comes, next.arrivesAt());
        }
        return Math.min(windowEnd, comes);
    }

    /** Issues instructions of a warp until another component could notice the order. */
    private void step(Warp warp, long begin, long clock) {
        long now = begin;
        while (true) {
            Instruction in = warp.next();
            if (times != null) {
                times.reaches(warp.account(), in, now);
            }
            long next;
            if (in.opcode().isArithmetic()) {
                next = steps == null ? issueArithmetic(warp, in, now) : stepArithmetic(steps, warp, in, now);
            } else {
                if (EffectScope.of(in) == EffectScope.DEVICE ? !posts : awaitsStores(warp)) {
                    settle(now);
                    noticed |= EffectScope.of(in) == EffectScope.DEVICE;
                }
                next = run(warp, in, now);
                if (next < 0) {
                    leftAlone(warp);
                    return;
                }
            }
            Instruction following = warp.next();
            long issued = next;
            next = Math.max(next, warp.operandsReady(following));
            if (times != null) {
                times.spent(warp.account(), in.opcode(), issued, next);
            }
            long turn = warp.takesTurn(now);
            if (next == Scoreboard.UNKNOWN) {
                watch.warpWaits();
                awaitsAnswer(warp, issued, turn);
                return;
            }
            boolean turnIsIts = agenda.isBeforeAll(next, turn)
                    || (warp.scheduler().warps() == 1 && EffectScope.of(following) == EffectScope.SCHEDULER);
            if (!turnIsIts || aBlockArrivesBefore(next) || !mayRunAhead(warp, next, clock)) {
                watch.warpWaits();
                agenda.add(next, turn, warp);
                return;
            }
            now = next;
        }
    }

    /** A warp does not continue by itself. */
    private void leftAlone(Warp warp) {
        noticed = true;
        if (warp.status == Warp.Status.IN_CALL
                || warp.status == Warp.Status.AT_DEPENDENCY
                || warp.status == Warp.Status.SPINNING) {
            warp.waitsOutside = this;
            warpsWaitingOutside++;
        }
    }

    /** In untimed mode, a warp runs for a while and then yields. Effects beyond memory happen at the clock's time. */
    private void turn(Warp warp, long eventTime) {
        long now = eventTime;
        while (now - eventTime < RUN_AHEAD_CYCLES) {
            if (regions != null) {
                int ran = regions.run(warp.state(), warp.memory(), warp.inputs(), warp.steps, warp.spin(), eventTime);
                if (ran > 0) {
                    CallUnit.leave(warp);
                    counters.issued(ran);
                    counters.ranInLanes(warp.state(), regions.laneInstructions());
                    now += ran;
                    continue;
                }
            }
            Instruction in = warp.next();
            if (in.opcode().isArithmetic()) {
                CallUnit.leave(warp);
                int instructions = arithmetic.runRegion(warp);
                counters.issued(instructions);
                now += instructions;
            } else {
                if (now > eventTime && !mayComeEarly(in.opcode())) {
                    break;
                }
                noticed |= EffectScope.of(in) == EffectScope.DEVICE;
                long next = run(warp, in, now);
                if (next < 0) {
                    leftAlone(warp);
                    return;
                }
                now = Math.max(next, now + 1);
            }
        }
        waits(warp, now);
    }

    private static boolean mayComeEarly(Opcode opcode) {
        return opcode != Opcode.EXIT && opcode != Opcode.TRAP && !opcode.actsBeyondWarp();
    }

    /** Issues an instruction that only computes. @return the earliest cycle of the next instruction */
    private long issueArithmetic(Warp warp, Instruction in, long now) {
        CallUnit.leave(warp);
        long start = warp.scheduler().issue(warp.id(), in, now);
        counters.issued(1);
        resultsReady(warp, in, start + timing.latency(in.opcode()));
        arithmetic.issued(warp);
        return warp.scheduler().afterIssue(start);
    }

    /** The same for a listener, which needs the results now. */
    private long stepArithmetic(StepNotifier listener, Warp warp, Instruction in, long now) {
        listener.executes(warp, in, warp.state().lanesOf(in), now);
        long next = issueArithmetic(warp, in, now);
        arithmetic.settle(warp);
        listener.executed(warp, false);
        return next;
    }

    /** Runs one instruction. @return the earliest cycle of the next one, or -1 if another component will wake the warp */
    private long run(Warp warp, Instruction in, long now) {
        CallUnit.leave(warp);
        arithmetic.settle(warp);
        int lanes = warp.state().lanesOf(in);
        Opcode opcode = in.opcode();
        if (opcode.pipe() == Pipe.FREE) {
            return execute(warp, in, lanes, now);
        }
        if (warp.state().stack().isSplit()
                && opcode.meetsOthers()
                && !allAreHere(warp, in, lanes)
                && warp.state().stack().waitForOthers()) {
            return now + 1;
        }
        boolean issued = warp.hasHostAnswer()
                || warp.fenceIsAtLink()
                || warp.mbarrierWait().isSuspended();
        long start = issued || !timed ? now : warp.scheduler().issue(warp.id(), in, now);
        if (opcode == Opcode.LOAD && !issued && lanes != 0 && !posts) {
            long read = loadStore.hostReadsAt(warp, in, lanes, start);
            if (read > start) {
                return read;
            }
        }
        if (opcode == Opcode.DEVICE_CALL && lanes != 0) {
            warp.status = Warp.Status.IN_CALL;
            long turn = device.calls().turn(warp, in, lanes, start);
            if (turn != start) {
                return turn;
            }
        }
        if (opcode == Opcode.FENCE && timed && lanes != 0) {
            long there = issued ? start : fences.reachesLinkAt(in, start);
            warp.fenceIsAtLink(there > start);
            if (there > start) {
                return there;
            }
        }
        SpinParking.issued(warp, opcode);
        counters.issued(1);
        counters.ranInLanes(warp.state(), Integer.bitCount(lanes));
        return execute(warp, in, lanes, start);
    }

    private long execute(Warp warp, Instruction in, int lanes, long start) {
        if (steps == null) {
            return dispatch(warp, in, lanes, start);
        }
        steps.executes(warp, in, lanes, start);
        long next = dispatch(warp, in, lanes, start);
        steps.executed(warp, device.isFaulted() || (in.opcode() == Opcode.EXIT && next < 0));
        return next;
    }

    private long dispatch(Warp warp, Instruction in, int lanes, long start) {
        if (in.opcode().pipe() == Pipe.FREE) {
            return runFree(warp, in, lanes, start);
        }
        SimtStack stack = warp.state().stack();
        switch (in.opcode()) {
            case BRANCH -> {
                return branches.branch(warp, in, lanes, start);
            }
            case EXIT -> {
                return branches.exit(warp, lanes, start, runsAhead ? this : null);
            }
            case CALL -> {
                return branches.call(warp, in, start);
            }
            case RETURN -> {
                return branches.returns(warp, lanes, start);
            }
            case BARRIER, BARRIER_REDUCE -> {
                return barriers.arrive(warp, in, lanes, start);
            }
            case DEVICE_CALL -> {
                return calls.call(warp, in, lanes, start);
            }
            case PRINT -> {
                return calls.print(warp, in, lanes, start);
            }
            case GRID_DEPENDENCY -> {
                return calls.dependency(warp, in, lanes, start);
            }
            case MBARRIER,
                    MBARRIER_WAIT,
                    BULK_COPY,
                    BULK_GROUP,
                    CLUSTER_BARRIER,
                    TEXTURE_FETCH,
                    SURFACE_LOAD,
                    SURFACE_STORE,
                    SURFACE_REDUCE,
                    TEXTURE_QUERY -> {
                return runAsynchronous(warp, in, lanes, start);
            }
            default -> {
                if (lanes == 0) {
                    resultsReady(warp, in, start + timing.latency(in));
                } else if (!runData(warp, in, lanes, start)) {
                    return -1;
                }
                stack.advance();
                return in.opcode() == Opcode.FENCE && lanes != 0
                        ? fences.end(in, warp.storesDone(), start)
                        : after(warp, in, lanes, start);
            }
        }
    }

    private long runAsynchronous(Warp warp, Instruction in, int lanes, long start) {
        if (lanes == 0) {
            warp.state().stack().advance();
            return start + 1;
        }
        return asynchronous.run(this, warp, in, lanes, start);
    }

    /** Whether all lanes that an operation among lanes names run it now. */
    private static boolean allAreHere(Warp warp, Instruction in, int lanes) {
        if (!(in.modifiers() instanceof Modifiers.AmongLanes among)
                || among.members() == Instruction.NO_OPERAND
                || lanes == 0) {
            return false;
        }
        int named = (int) warp.state().value(among.members(), Integer.numberOfTrailingZeros(lanes));
        return (named & warp.state().stack().liveLanes() & ~lanes) == 0;
    }

    private long after(Warp warp, Instruction in, int lanes, long start) {
        if (in.opcode() == Opcode.NANOSLEEP && lanes != 0) {
            long nanos = warp.state().value(in.a(), Integer.numberOfTrailingZeros(lanes)) & 0xFFFFFFFFL;
            return branches.letsOthersRun(warp) ? start + 1 : start + clock.cyclesFromNanos((double) nanos);
        }
        if (!timed) {
            return start + 1;
        }
        long next = warp.scheduler().afterIssue(start);
        return in.opcode().pipe() == Pipe.LOAD_STORE && lanes != 0
                ? Math.max(next, warp.scheduler().memory().continuesAtCycle())
                : next;
    }

    private long runFree(Warp warp, Instruction in, int lanes, long now) {
        if (in.opcode() == Opcode.BULK) {
            long next = bulk.advance(warp.bulk(), warp.scheduler(), in, lanes, now);
            if (warp.bulk().isDone()) {
                warp.state().stack().advance();
            }
            return next;
        }
        int outside = reads.loadParameter(warp, in, lanes);
        if (outside >= 0) {
            device.fault(
                    DeviceFault.Kind.ILLEGAL_ADDRESS,
                    warp,
                    in,
                    outside,
                    "a parameter at an offset that holds none: "
                            + warp.block().grid().parameters().length
                            + " bytes are there, at multiples of a value's size");
            return -1;
        }
        warp.state().stack().advance();
        return now;
    }

    private boolean runData(Warp warp, Instruction in, int lanes, long start) {
        Opcode opcode = in.opcode();
        long ready = start + timing.latency(in);
        switch (opcode) {
            case LOAD -> {
                return queued(warp, loadStore.load(warp, in, lanes, start), start);
            }
            case STORE -> {
                return queued(warp, loadStore.store(warp, in, lanes, start), start);
            }
            case ATOMIC -> {
                boolean done = queued(warp, loadStore.atomic(warp, in, lanes, start), start);
                long replayCycles = loadStore.timing().replayCycles();
                if (replayCycles > 0) {
                    warp.scheduler().memory().replay(start, replayCycles);
                }
                return done;
            }
            case TRAP -> {
                calls.trap(warp, in, lanes);
                return false;
            }
            case WARP_SYNC -> {
                exchange.meet(warp, in, lanes, start);
                return true;
            }
            case FENCE, NANOSLEEP -> {
                if (visibility != null) {
                    visibility.orders(warp.watched(), in, lanes);
                }
                return true;
            }
            case KERNEL_ADDRESS ->
                warp.state()
                        .fill(
                                in.destination(),
                                lanes,
                                device.calls()
                                        .kernelAddress(((Modifiers.KernelAddress) in.modifiers())
                                                .kernel()
                                                .kernel()));
            case READ_SPECIAL -> reads.readSpecial(warp, in, lanes, start);
            case CLUSTER_ADDRESS -> asynchronous.address(warp, in, lanes);
            case IS_SPACE -> ThreadContextUnit.isSpace(warp, in, lanes);
            case MATRIX_LOAD -> {
                matrices.checkLanes(warp, in, lanes, start);
                return queued(warp, loadStore.loadMatrices(warp, in, lanes, start), start);
            }
            case MATRIX_STORE -> {
                matrices.checkLanes(warp, in, lanes, start);
                return queued(warp, loadStore.storeMatrices(warp, in, lanes, start), start);
            }
            case MATRIX_MULTIPLY -> matrices.multiply(warp, in, lanes, start);
            case MATRIX_TRANSPOSE -> matrices.transpose(warp, in, lanes, start);
            case SHUFFLE -> exchange.shuffle(warp, in, lanes, start);
            case VOTE -> exchange.vote(warp, in, lanes, start);
            case MATCH -> exchange.match(warp, in, lanes, start);
            case REDUCE -> exchange.reduce(warp, in, lanes, start);
            case ELECT -> exchange.elect(warp, in, lanes, start);
            default -> throw new IllegalStateException(opcode + " is run elsewhere");
        }
        resultsReady(warp, in, ready);
        int further = OperandUse.furtherPredicateOf(in.modifiers());
        if (further >= 0) {
            warp.predicateReadyAt(further, ready);
        }
        return true;
    }

    private boolean queued(Warp warp, boolean done, long start) {
        if (timed) {
            warp.scheduler().memory().enter(start, loadStore.timing().takenAt());
        }
        return done;
    }

    /**
     * Readers of the results wait for them. That holds for an instruction without active lanes too: the compiler chose the distance between
     * instructions without knowing the guard.
     */
    private static void resultsReady(Warp warp, Instruction in, long time) {
        Opcode opcode = in.opcode();
        if (opcode != Opcode.LOAD && opcode != Opcode.ATOMIC && opcode != Opcode.MATRIX_LOAD) {
            warp.resultsReadyAt(in, time);
        }
    }
}
