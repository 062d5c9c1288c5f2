package io.cdpsim.gpu;

import io.cdpsim.engine.Engine;
import io.cdpsim.kernel.Detail;
import io.cdpsim.kernel.Instruction;
import io.cdpsim.kernel.LaneArithmetic;
import io.cdpsim.kernel.LaneState;
import io.cdpsim.kernel.Opcode;
import io.cdpsim.kernel.Pipe;
import io.cdpsim.kernel.SimtStack;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.SynchronizationSpec;
import org.jspecify.annotations.Nullable;

/**
 * A streaming multiprocessor: schedulers that issue one instruction of a ready warp after the other into pipes.
 *
 * <p>A warp issues in order. An instruction issues once its registers have their values, its scheduler has a slot and its pipe is free;
 * its result is there a latency later. Each step of a warp is an event at the cycle in which it may issue.
 */
final class Sm {
    /** How far a warp may run ahead of the clock where nobody could notice. */
    private static final long RUN_AHEAD_CYCLES = 2_000;

    private final int index;
    private final Gpu gpu;
    private final Engine engine;
    private final PipeTiming timing;
    private final SynchronizationSpec synchronization;
    private final LoadStoreUnit loadStore;
    private final @Nullable VisibilityFeed visibility;
    private final BulkExecution bulk;
    private final WarpExchange exchange;
    private final LaneArithmetic arithmetic = new LaneArithmetic();
    private final GpuMetrics metrics;
    private final IssueSlots[] issue;
    private final ServiceQueue[][] pipes;
    private final ServiceQueue shufflePipe = new ServiceQueue();
    private final RequestWindow[] memoryQueues;
    private final RequestWindow[] replays;
    /** When the last memory instruction had room in its queue. */
    private long entered;

    private final int[] warpsOfScheduler;
    private final int[] callsOfScheduler;
    private final long serviceTakenByACall;
    private final SmResidency residency;
    private int residentBlocks;
    private long activeSince;

    Sm(int index, Gpu gpu, Engine engine, MemorySystem memory, DeviceData data, PipeTiming timing, LoopTiming loops) {
        GpuProfile profile = gpu.profile();
        this.index = index;
        this.gpu = gpu;
        this.engine = engine;
        this.timing = timing;
        this.synchronization = profile.synchronization();
        this.visibility = gpu.visibility();
        this.loadStore = new LoadStoreUnit(index, gpu, memory, data);
        this.metrics = gpu.metrics();
        this.exchange = new WarpExchange();
        int schedulers = profile.sm().schedulers();
        this.warpsOfScheduler = new int[schedulers];
        this.callsOfScheduler = new int[schedulers];
        this.serviceTakenByACall =
                ServiceQueue.fractions(1.0 / (profile.deviceApi().callIssueIntervalCycles() - 1));
        this.residency = new SmResidency(profile.sm());
        issue = new IssueSlots[schedulers];
        memoryQueues = new RequestWindow[schedulers];
        replays = new RequestWindow[schedulers];
        Pipe[] kinds = Pipe.values();
        pipes = new ServiceQueue[schedulers][kinds.length];
        for (int s = 0; s < schedulers; s++) {
            issue[s] = new IssueSlots(profile.sm().issuesPerScheduler());
            memoryQueues[s] = new RequestWindow(profile.l1().queuedInstructions());
            replays[s] = new RequestWindow(profile.l1().replayedAtomics());
            for (int p = 0; p < pipes[s].length; p++) {
                pipes[s][p] = kinds[p] == Pipe.SHUFFLE ? shufflePipe : new ServiceQueue();
            }
        }
        this.bulk = new BulkExecution(
                loops,
                issue,
                new BulkReads(
                        new SectorCache[] {loadStore.timing().l1()},
                        profile.l2().lineBytes(),
                        profile.l2().sectorBytes()),
                memory.bulkReads());
    }

    int index() {
        return index;
    }

    SmResidency residency() {
        return residency;
    }

    /** A block comes onto the SM. */
    void enter(long now) {
        if (residentBlocks++ == 0) {
            activeSince = now;
        }
    }

    /** A block leaves the SM. */
    void leave(long now) {
        if (--residentBlocks == 0) {
            metrics.smActiveCycles += now - activeSince;
        }
    }

    /** Cycles since the SM last had no block; 0 if it has none. */
    long activeCyclesUpTo(long now) {
        return residentBlocks > 0 ? now - activeSince : 0;
    }

    /** The scheduler with the fewest warps takes the next one. */
    int takeScheduler() {
        int least = 0;
        for (int s = 1; s < warpsOfScheduler.length; s++) {
            if (warpsOfScheduler[s] < warpsOfScheduler[least]) {
                least = s;
            }
        }
        warpsOfScheduler[least]++;
        return least;
    }

    void releaseScheduler(int scheduler) {
        warpsOfScheduler[scheduler]--;
    }

    LoadStoreUnit loadStore() {
        return loadStore;
    }

    /** Lets a warp issue, and go on as long as nobody else could notice the difference. */
    void step(Warp warp, long eventTime) {
        long now = eventTime;
        long limit = eventTime + RUN_AHEAD_CYCLES;
        while (true) {
            Instruction in = warp.next();
            long next = in.opcode().isArithmetic() ? issueArithmetic(warp, in, now) : run(warp, in, now);
            if (next < 0) {
                return;
            }
            Instruction following = warp.next();
            next = Math.max(next, warp.operandsReady(following));
            boolean unnoticed = next < engine.nextEventTime()
                    || (warpsOfScheduler[warp.scheduler] == 1 && isPrivate(following.opcode()));
            if ((next > eventTime && !unnoticed) || next > limit) {
                gpu.schedule(warp, next);
                return;
            }
            now = next;
        }
    }

    /** Whether an instruction neither shows nor sees anything outside its warp. */
    private static boolean isPrivate(Opcode opcode) {
        return switch (opcode) {
            // A shuffle takes its turn on a pipe that the schedulers share.
            case LOAD,
                    STORE,
                    ATOMIC,
                    SHUFFLE,
                    BARRIER,
                    FENCE,
                    DEVICE_CALL,
                    PRINT,
                    BULK,
                    EXIT,
                    TRAP,
                    READ_SPECIAL,
                    NANOSLEEP -> false;
            default -> true;
        };
    }

    /** Whether a warp that does this can be one that only waits for memory to change. */
    private static boolean mayRepeat(Opcode opcode) {
        return switch (opcode) {
            case STORE, ATOMIC, BARRIER, DEVICE_CALL, PRINT, BULK, NANOSLEEP -> false;
            default -> true;
        };
    }

    /**
     * Issues an instruction that only computes. Its values are left for later: nobody sees them before the warp's next instruction of
     * another kind, and when they are ready does not depend on them. So the registers of a warp are touched once for many instructions.
     *
     * @return the earliest cycle of the next instruction
     */
    private long issueArithmetic(Warp warp, Instruction in, long now) {
        leaveCall(warp);
        SimtStack stack = warp.state().stack();
        long start = issueAt(warp, in.opcode(), now);
        metrics.warpInstructions++;
        resultsReady(warp, in, start + timing.latency(in.opcode()));
        if (warp.computeFrom < 0) {
            warp.computeFrom = stack.programCounter();
        }
        if (stack.meetsNext()) {
            compute(warp, stack.programCounter() + 1);
        }
        stack.advance();
        return afterIssue(warp, start);
    }

    /** Computes what issued before an instruction. The same lanes are active as when it did. */
    private void compute(Warp warp, int end) {
        if (warp.computeFrom < 0) {
            return;
        }
        LaneState state = warp.state();
        Instruction[] code = state.kernel().code();
        for (int i = warp.computeFrom; i < end; i++) {
            int lanes = state.lanesOf(code[i]);
            metrics.laneInstructions += Integer.bitCount(lanes);
            if (lanes != 0) {
                arithmetic.execute(code[i], state, lanes);
            }
        }
        warp.computeFrom = -1;
    }

    private void leaveCall(Warp warp) {
        if (warp.inCall) {
            warp.inCall = false;
            callsOfScheduler[warp.scheduler]--;
        }
    }

    private long afterIssue(Warp warp, long start) {
        return start + (issue[warp.scheduler].pairs() ? 0 : 1);
    }

    /** Runs one instruction. @return the earliest cycle of the next one, or -1 if somebody else will wake the warp */
    private long run(Warp warp, Instruction in, long now) {
        leaveCall(warp);
        compute(warp, warp.state().stack().programCounter());
        int lanes = warp.state().lanesOf(in);
        Opcode opcode = in.opcode();
        if (opcode.pipe() == Pipe.FREE) {
            return runFree(warp, in, lanes, now);
        }
        boolean issued = warp.hasHostAnswer();
        long start = issued ? now : issueAt(warp, opcode, now);
        if (opcode == Opcode.LOAD && !issued && lanes != 0) {
            long read = loadStore.timing().hostReadsAt(warp, in, lanes, start);
            if (read > start) {
                return read;
            }
        }
        if (!mayRepeat(opcode)) {
            SpinParking.disturbed(warp);
        }
        metrics.warpInstructions++;
        metrics.laneInstructions += Integer.bitCount(lanes);
        SimtStack stack = warp.state().stack();
        switch (opcode) {
            case BRANCH -> {
                if (gpu.watching() && in.target() <= stack.programCounter() && gpu.watch(warp)) {
                    return -1;
                }
                int from = stack.programCounter();
                boolean jumpsBack = in.target() <= from && lanes == stack.activeLanes();
                stack.branch(lanes, in.target(), in.reconvergence());
                if (jumpsBack && gpu.spinParking().turned(warp, from, start)) {
                    return -1;
                }
                return start + (lanes == 0 ? 1 : timing.latency(opcode));
            }
            case EXIT -> {
                stack.exitLanes(lanes);
                if (stack.activeLanes() == 0) {
                    gpu.warpEnded(warp, start);
                    return -1;
                }
                return start + 1;
            }
            case CALL -> {
                return call(warp, in, start);
            }
            case RETURN -> {
                stack.returnLanes(lanes);
                return start + timing.latency(opcode);
            }
            case BARRIER -> {
                stack.advance();
                return gpu.barriers().arrive(warp, (Detail.Barrier) in.detail(), start);
            }
            case DEVICE_CALL -> {
                return lanes == 0 ? skip(stack, start) : deviceCall(warp, in, lanes, start);
            }
            case PRINT -> {
                stack.advance();
                return lanes == 0 ? start + 1 : gpu.runtime().print(warp, in, lanes, start);
            }
            default -> {
                if (lanes == 0) {
                    resultsReady(warp, in, start + timing.latency(opcode));
                } else if (!runData(warp, in, lanes, start)) {
                    return -1;
                }
                stack.advance();
                return opcode == Opcode.FENCE && lanes != 0 ? fenceEnd(warp, in, start) : after(warp, in, lanes, start);
            }
        }
    }

    private static long skip(SimtStack stack, long start) {
        stack.advance();
        return start + 1;
    }

    private long after(Warp warp, Instruction in, int lanes, long start) {
        if (in.opcode() == Opcode.NANOSLEEP && lanes != 0) {
            long nanos = warp.state().value(in.a(), Integer.numberOfTrailingZeros(lanes)) & 0xFFFFFFFFL;
            return start + gpu.profile().clock().cyclesFromNanos((double) nanos);
        }
        long next = afterIssue(warp, start);
        return in.opcode().pipe() == Pipe.LOAD_STORE && lanes != 0 ? Math.max(next, entered) : next;
    }

    /** Warps inside a call of the device runtime execute its code, and so take slots from the others (CONC-4). */
    private long takenByCalls(int scheduler) {
        return callsOfScheduler[scheduler] * serviceTakenByACall;
    }

    /** The cycle in which the scheduler and the pipe take the instruction. */
    @SuppressWarnings("EnumOrdinal") // an index, for speed
    private long issueAt(Warp warp, Opcode opcode, long now) {
        long slot = issue[warp.scheduler].issue(warp.id(), now, takenByCalls(warp.scheduler));
        long start = pipes[warp.scheduler][opcode.pipe().ordinal()].serve(slot, timing.occupancy(opcode));
        issue[warp.scheduler].waitedUntil(warp.id(), start);
        return start;
    }

    /**
     * The instruction waits for the load-store unit, in a queue of its scheduler. The warp goes no further before there is room in it:
     * that it waits behind its instruction and not before it makes no difference to others, and the unit serves them in order.
     */
    private boolean queued(Warp warp, boolean done, long start) {
        RequestWindow queue = memoryQueues[warp.scheduler];
        entered = queue.roomAt(start);
        queue.enter(loadStore.timing().takenAt());
        return done;
    }

    /**
     * An atomic some of whose lanes met on a word is sent lane by lane, and a scheduler has few such ones on their way at a time. The warp
     * goes on when all lanes are answered.
     */
    private void replay(int scheduler, long start) {
        long cycles = loadStore.timing().replayCycles();
        if (cycles > 0) {
            long end = replays[scheduler].roomAt(start) + cycles;
            replays[scheduler].enter(end);
            entered = Math.max(entered, end);
        }
    }

    private long runFree(Warp warp, Instruction in, int lanes, long now) {
        if (in.opcode() == Opcode.BULK) {
            int scheduler = warp.scheduler;
            int beside = warpsOfScheduler[scheduler] - callsOfScheduler[scheduler];
            long next = bulk.advance(warp, in, lanes, now, beside, takenByCalls(scheduler));
            if (warp.bulkLeft < 0) {
                warp.state().stack().advance();
            }
            return next;
        }
        exchange.loadParameter(warp, in, lanes);
        warp.state().stack().advance();
        return now;
    }

    private long call(Warp warp, Instruction in, long start) {
        Detail.Call call = (Detail.Call) in.detail();
        SimtStack stack = warp.state().stack();
        stack.call(in.target(), call.registerWindow(), call.predicateWindow());
        warp.reserve(
                stack.registerWindow() + warp.state().kernel().registers(),
                stack.predicateWindow() + warp.state().kernel().predicates());
        return start + timing.latency(in.opcode());
    }

    private long deviceCall(Warp warp, Instruction in, int lanes, long start) {
        warp.state().stack().advance();
        warp.status = Warp.Status.IN_CALL;
        long end = gpu.runtime().call(warp, in, lanes, start);
        if (end == DeviceRuntime.BLOCKED) {
            return -1;
        }
        warp.status = Warp.Status.RUNNABLE;
        warp.inCall = true;
        callsOfScheduler[warp.scheduler]++;
        return end;
    }

    private long fenceEnd(Warp warp, Instruction in, long start) {
        Scope scope = ((Detail.Fence) in.detail()).scope();
        int cycles = switch (scope) {
            case BLOCK -> synchronization.fenceBlockCycles();
            case DEVICE -> synchronization.fenceDeviceCycles();
            case SYSTEM -> synchronization.fenceSystemCycles();
        };
        if (scope == Scope.BLOCK) {
            return start + cycles;
        }
        long done = Math.max(start + cycles, warp.storesDone());
        return scope == Scope.SYSTEM ? Math.max(done, loadStore.timing().linkQuietAt()) : done;
    }

    private boolean runData(Warp warp, Instruction in, int lanes, long start) {
        Opcode opcode = in.opcode();
        long ready = start + timing.latency(opcode);
        switch (opcode) {
            case LOAD -> {
                return queued(warp, loadStore.load(warp, in, lanes, start), start);
            }
            case STORE -> {
                return queued(warp, loadStore.store(warp, in, lanes, start), start);
            }
            case ATOMIC -> {
                boolean done = queued(warp, loadStore.atomic(warp, in, lanes, start), start);
                replay(warp.scheduler, start);
                return done;
            }
            case TRAP -> {
                int lane = Integer.numberOfTrailingZeros(lanes);
                if (in.detail() instanceof Detail.Assertion assertion) {
                    gpu.fault(DeviceFault.Kind.ASSERT, warp, in, lane, "assertion failed: " + assertion.message());
                } else {
                    gpu.fault(DeviceFault.Kind.TRAP, warp, in, lane, "the program executed a trap");
                }
                return false;
            }
            case FENCE, WARP_SYNC, NANOSLEEP -> {
                if (visibility != null) {
                    visibility.orders(warp, in, lanes);
                }
                return true;
            }
            case READ_SPECIAL -> exchange.readSpecial(warp, in, lanes, start, gpu);
            case SHUFFLE -> exchange.shuffle(warp, in, lanes);
            case VOTE -> exchange.vote(warp, in, lanes);
            default -> throw new IllegalStateException(opcode + " is run elsewhere");
        }
        resultsReady(warp, in, ready);
        return true;
    }

    /**
     * Who reads the results waits for them. That holds for an instruction without lanes too: the distance between instructions is the
     * compiler's, which does not know the guard.
     */
    private static void resultsReady(Warp warp, Instruction in, long time) {
        Opcode opcode = in.opcode();
        if (in.destination() < 0 || opcode == Opcode.LOAD || opcode == Opcode.ATOMIC) {
            return;
        }
        if (in.registerWrites() > 0) {
            warp.registersReadyAt(in.destination(), in.registerWrites(), time);
        } else {
            warp.predicateReadyAt(in.destination(), time);
        }
    }
}
