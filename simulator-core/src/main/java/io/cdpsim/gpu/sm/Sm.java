package io.cdpsim.gpu.sm;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.OutsideWaits;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.issue.EffectScope;
import io.cdpsim.gpu.issue.Scoreboard;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.gpu.loadstore.LoadStoreUnit;
import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.gpu.posted.PostedAccesses;
import io.cdpsim.gpu.progress.SmProgress;
import io.cdpsim.gpu.queue.AwaitedCycles;
import io.cdpsim.gpu.queue.ReadyQueue;
import io.cdpsim.gpu.region.SingleExitRuns;
import io.cdpsim.gpu.sm.SmContext.SmDevice;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.times.ExecutionCounters;
import io.cdpsim.gpu.times.KernelCounters;
import io.cdpsim.gpu.times.WarpTimeRecorder;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
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
    private final LoadStoreUnit loadStore;
    private final ConstantCaches constants;
    private final ExecutionUnits units;
    private final DeferredArithmetic arithmetic;
    private final @Nullable SingleExitRuns regions;
    private final boolean timed;
    private final boolean isStepped;
    /** The device's counters, or those of the SM, which are moved to the device's when the device may look. */
    private final ExecutionCounters counters;

    private final ExecutionCounters countersOfDevice;
    private final @Nullable KernelCounters kernelCounters;
    private final @Nullable WarpTimeRecorder times;
    private final SmProgress watch;
    private final WarpScheduler[] schedulers;
    private final ReadyQueue<Warp> agenda = new ReadyQueue<>();
    private final IssueOrder order;
    /** The schedulers of warps that have ended ahead of the clock, by when they leave them. */
    private final ReadyQueue<WarpScheduler> leaving = new ReadyQueue<>();
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

    /** Whether the next instruction of the warp whose turn it is will be posted. */
    private boolean posts;

    /** A fault of a warp that has run ahead. */
    private @Nullable Runnable faultAhead;
    /** When bulk copies complete, cycles. */
    private final AwaitedCycles awaitedCopies = new AwaitedCycles();

    /** New blocks on the way, in the order of their arrival. */
    private final ArrayDeque<Block> arriving = new ArrayDeque<>();

    /** When the first of them arrives, or never: each instruction asks, and blocks lie apart in memory. */
    private long arrivesAt = NEVER;

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

    private final OutsideWaits outsideWaits = new OutsideWaits();

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
        watch = new SmProgress(shared.watch());
        countersOfDevice = shared.counters();
        kernelCounters = shared.kernelCounters();
        times = shared.times();
        loadStore = new LoadStoreUnit(index, shared.loadStore(), watch);
        posted = loadStore.posted();
        counters = posted == null ? countersOfDevice : new ExecutionCounters();
        arithmetic = new DeferredArithmetic(counters, shared.kernels());
        constants = new ConstantCaches(profile.constants(), profile.sm().schedulers());
        units = new ExecutionUnits(this, shared, loadStore, constants, arithmetic, counters, watch);
        timed = shared.timed();
        isStepped = shared.steps() != null;
        regions = timed || shared.visibility() != null
                ? null
                : new SingleExitRuns(
                        shared.kernels(),
                        shared.watch(),
                        shared.spinParking(),
                        shared.data(),
                        accesses().untimed());
        int blockStart = profile.dispatch().blockStartCycles();
        windowCycles = Math.min(blockStart, shared.memory().leastCycles());
        schedulers = WarpScheduler.ofSm(profile, shared.pipes());
        order = new IssueOrder(timed && profile.sm().olderBlocksFirst(), schedulers.length, agenda);
    }

    /** Which of its ready warps issues next. */
    IssueOrder order() {
        return order;
    }

    /** Its number on the device. */
    public int index() {
        return index;
    }

    /** Whether instructions and accesses take their simulated latencies instead of one cycle each. */
    public boolean isTimed() {
        return timed;
    }

    /** A block is on the way to the SM. */
    public void awaits(Block block) {
        arriving.add(block);
        looksAtFirst();
        if (!running) {
            wakeAt(nextCycle());
        }
    }

    private void looksAtFirst() {
        Block first = arriving.peekFirst();
        arrivesAt = first == null ? NEVER : first.arrivesAt();
    }

    /** The threads of a block that has arrived start. @return false if the SM has started them ahead of the clock */
    public boolean starts(Block block) {
        if (block.hasStarted()) {
            return false;
        }
        arriving.remove(block);
        looksAtFirst();
        order.starts(block);
        device.blocks().blockStarts(block);
        long cycle = block.arrivesAt();
        warpsLeave(cycle);
        int[] zeroed =
                isStepped ? null : arithmetic.registersReadFirst(block.grid().kernel());
        for (int i = 0; i < block.warpCount(); i++) {
            Warp warp = block.warp(i);
            WarpScheduler scheduler = takeScheduler();
            order.warpStarts(scheduler);
            warp.start(block, i, scheduler, block.stackBytes(), cycle, zeroed);
            if (timed) {
                constants.readSize(warp, cycle);
            }
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
        if (order.remove(warp) || agenda.remove(warp)) {
            watch.warpResumes();
        }
        waits(warp, cycle);
    }

    /** A block of a grid that was swapped in arrives at the current cycle. */
    public void comesBack(long now) {
        awaitedBlocks.remove();
        warpsLeave(now);
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
            postedLoads().waitsForTurn(warp, earliest, warp.scheduler().nextTurn());
        } else {
            agenda.add(cycle, warp.takesTurn(cycle), warp);
        }
        warp.isScheduled();
        if (!running) {
            wakeAt(nextCycle());
        }
    }

    /** Where warps wait for the values of posted loads. */
    private PostedAccesses<Warp> postedLoads() {
        if (posted == null) {
            throw new IllegalStateException("the SM posts no loads");
        }
        return posted;
    }

    /** When the SM goes on, or starts the threads of a block. Answers to what it has posted come in the next window. */
    private long nextCycle() {
        long next = agenda.nextCycle();
        if (posted != null && posted.isWaitedFor()) {
            next = Math.min(next, windowEnd);
        }
        return arrivesAt < next && mayStart(arriving.getFirst()) ? arrivesAt : next;
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
        reportFault();
        takeAnswers();
        if (!noticed || !device.isFaulted()) {
            runWarps(now);
        }
        running = false;
        reportCounts();
        if (posted != null) {
            posted.submit();
        }
        if (!noticed) {
            // No thread of the host waits for that.
            engine.quiet();
        }
        wakeAt(nextCycle());
    }

    /** The SM has run ahead: others learn what they need to know before the clock gets there. */
    public void hasRunAhead() {
        if (residentCyclesAhead > 0) {
            device.blocks().warpsEnded(residentCyclesAhead);
            residentCyclesAhead = 0;
        }
        for (Block block : endedAhead) {
            device.blocks().blockEnded(block);
        }
        endedAhead.clear();
        watch.report();
        reportCounts();
        if (posted != null) {
            posted.submit();
        }
        if (faultAhead != null) {
            wakeAt(aheadFrom);
        } else {
            wakesAt = nextCycle();
            device.wake(this, wakesAt);
        }
    }

    private void reportCounts() {
        if (counters != countersOfDevice) {
            counters.moveTo(countersOfDevice);
            loadStore.timing().count();
        }
    }

    /** Warps go on that have waited for what the SM has posted. */
    public void takeAnswers() {
        if (posted != null && posted.takeAnswers(agenda)) {
            watch.progressed();
        }
    }

    /** A warp ends while the SM runs ahead. */
    void endsAhead(Warp warp, long cycle) {
        residentCyclesAhead += cycle - warp.startedAt();
        if (device.blocks().endsOnSm(warp, cycle)) {
            endedAhead.add(warp.block());
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

    private void reportFault() {
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
            WarpScheduler scheduler = warp.scheduler();
            if (order.comesBack(warp) && times != null) {
                times.issuesLater(warp.account(), cycle);
            }
            if (block.isSwappedOut()) {
                // Rule SYNC-7: the other threads of the block stop as well.
                warp.parked(true);
                loadStore.doesNotRun(warp, cycle);
            } else if (block.sm() != index) {
                device.schedule(warp, cycle);
                loadStore.doesNotRun(warp, cycle);
            } else {
                if (kernelCounters != null) {
                    kernelCounters.runs(block.grid().kernel());
                }
                if (timed) {
                    step(warp, cycle, now);
                } else {
                    turn(warp, cycle);
                }
            }
            order.callsNext(scheduler, cycle);
            if (noticed && (device.isFaulted() || watch.stuck())) {
                break;
            }
        }
    }

    /** Whether the next that happens is that a block arrives whose threads the SM can start ahead of the clock. */
    private boolean startsNext(long now) {
        return arrivesAt < agenda.nextCycle()
                && mayStart(arriving.getFirst())
                && (arrivesAt <= now || arrivesAt < othersCome(now));
    }

    private static boolean mayStart(Block block) {
        return block.cluster().isOneBlock();
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
        boolean isAhead = timed && cycle < othersCome(now);
        boolean reaches = EffectScope.of(warp.next()) == EffectScope.DEVICE || looksForStores(warp);
        return (isAhead && !reaches && !awaitsStores(warp))
                || cycle < engine.nextEventTime()
                || (isAhead && reaches && posts(warp, cycle));
    }

    /** Whether a warp waits for stores of which nobody knows yet when they are visible. */
    private static boolean awaitsStores(Warp warp) {
        return warp.hasPostedStores() && warp.next().opcode() == Opcode.FENCE;
    }

    /** Whether a warp is about to look whether others have stored what its loop waits for. */
    private static boolean looksForStores(Warp warp) {
        Instruction in = warp.next();
        return in.opcode() == Opcode.BRANCH
                && in.target() <= warp.stack().programCounter()
                && SpinParking.mayPark(warp, warp.stack().programCounter());
    }

    private static boolean isAccess(Instruction in) {
        return in.opcode() == Opcode.LOAD || in.opcode() == Opcode.STORE;
    }

    /** Whether the next instruction of a warp can be posted. If so, it runs now. */
    private boolean posts(Warp warp, long cycle) {
        Instruction in = warp.next();
        if (posted == null || !posted.isOpen() || !isAccess(in) || !isHere(warp)) {
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
            return !looksForStores(warp);
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
        if (outsideWaits.any() || clusterBlocks > 0) {
            return now;
        }
        long comes = Math.min(windowEnd, Math.min(awaitedBlocks.next(), awaitedCopies.next()));
        return arrivesAt < comes && !mayStart(arriving.getFirst()) ? arrivesAt : comes;
    }

    /** Issues instructions of a warp until another component could notice the order. */
    private void step(Warp warp, long start, long clock) {
        long now = start;
        long blockOrder = warp.order();
        WarpScheduler scheduler = warp.scheduler();
        while (true) {
            Instruction in = warp.next();
            if (order.keepsWaiting(warp, in, now)) {
                watch.warpWaits();
                return;
            }
            if (times != null) {
                times.reaches(warp.account(), in, now);
            }
            long next;
            if (in.opcode().isArithmetic()) {
                next = units.runArithmetic(warp, in, now);
            } else {
                if (EffectScope.of(in) == EffectScope.DEVICE ? !posts : awaitsStores(warp) || looksForStores(warp)) {
                    if (posted != null) {
                        posted.settle(now, agenda);
                    }
                    noticed |= EffectScope.of(in) == EffectScope.DEVICE;
                }
                next = units.run(warp, in, now, posts);
                if (next < 0) {
                    if (!warp.isLive()) {
                        order.warpEnds(blockOrder, scheduler);
                    }
                    leftAlone(warp);
                    return;
                }
            }
            order.callsNext(scheduler, now);
            Instruction following = warp.next();
            long issued = next;
            next = Math.max(next, warp.operandsReady(following));
            if (times != null) {
                times.spent(warp.account(), in.opcode(), issued, next);
            }
            long turn = warp.takesTurn(now);
            if (next == Scoreboard.UNKNOWN) {
                watch.warpWaits();
                postedLoads().waits(warp, issued, turn);
                return;
            }
            boolean turnIsIts = agenda.isBeforeAll(next, turn)
                    || (warp.scheduler().warps() == 1 && EffectScope.of(following) == EffectScope.SCHEDULER);
            if (!turnIsIts || arrivesAt < next || !mayRunAhead(warp, next, clock)) {
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
        warp.leftTo(outsideWaits);
    }

    /** In untimed mode, a warp runs for a while and then yields. Effects beyond memory happen at the clock's time. */
    private void turn(Warp warp, long eventTime) {
        long now = eventTime;
        while (now - eventTime < RUN_AHEAD_CYCLES) {
            if (regions != null) {
                int ran = regions.run(warp.state(), warp.memory(), warp.inputs(), warp.steps(), warp.spin(), eventTime);
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
                if (now > eventTime && !mayComeEarly(warp, in.opcode())) {
                    break;
                }
                boolean isEarlyEnd = now > eventTime && in.opcode() == Opcode.EXIT;
                noticed |= EffectScope.of(in) == EffectScope.DEVICE && !isEarlyEnd;
                long next = units.run(warp, in, now, posts);
                if (next < 0) {
                    if (isEarlyEnd) {
                        leavesLater(warp, now);
                    } else {
                        leftAlone(warp);
                    }
                    return;
                }
                now = Math.max(next, now + 1);
            }
        }
        waits(warp, now);
    }

    /** A warp has ended ahead of the clock: until then it counts on its scheduler and has taken its turn, so that the order of others is the same. */
    private void leavesLater(Warp warp, long cycle) {
        if (warp.isLive()) {
            return;
        }
        warp.takesTurn(cycle);
        warp.scheduler().addWarp();
        leaving.add(cycle, 0, warp.scheduler());
    }

    private void warpsLeave(long through) {
        while (leaving.nextCycle() <= through) {
            leaving.next().removeWarp();
            leaving.remove();
        }
    }

    /** Whether an instruction may run before the clock reaches its cycle. Nobody notices when a warp ends whose kernel acts on nothing but memory: only when its block does. */
    private boolean mayComeEarly(Warp warp, Opcode opcode) {
        if (opcode == Opcode.EXIT) {
            return !isStepped
                    && !warp.state().kernel().actsBeyondWarps()
                    && warp.block().cluster().isQuiet();
        }
        return opcode != Opcode.TRAP && !opcode.actsBeyondWarp();
    }
}
