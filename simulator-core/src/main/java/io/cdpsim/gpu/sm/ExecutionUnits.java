package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.bulk.BulkExecution;
import io.cdpsim.gpu.bulk.BulkLoadMisses;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.ThreadMemory;
import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.gpu.loadstore.LoadStoreUnit;
import io.cdpsim.gpu.memory.FenceTiming;
import io.cdpsim.gpu.memory.SectorCache;
import io.cdpsim.gpu.progress.SmProgress;
import io.cdpsim.gpu.sm.SmContext.SmDevice;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.stepping.StepNotifier;
import io.cdpsim.gpu.times.ExecutionCounters;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.kernel.execution.SimtStack;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.GpuProfile;
import org.jspecify.annotations.Nullable;

/** The units of an SM, which issue and run the instructions of its warps one by one. */
final class ExecutionUnits {
    private final Sm sm;
    private final SmDevice device;
    private final ClockSpec clock;
    private final PipeTiming timing;
    private final LoadStoreUnit loadStore;
    private final @Nullable VisibilityFeed visibility;
    private final BulkExecution bulk;
    private final ThreadContextUnit reads;
    private final ConstantCaches constants;
    private final WarpPrimitiveUnit exchange;
    private final MatrixUnit matrices;
    private final BranchUnit branches;
    private final BarrierUnit barriers;
    private final FenceTiming fences;
    private final AsynchronousOperations asynchronous;
    private final CallUnit calls;
    private final DeferredArithmetic arithmetic;
    private final boolean timed;
    private final ExecutionCounters counters;
    private final @Nullable StepNotifier steps;

    /**
     * The units of an SM.
     *
     * @param constants caches of what instructions read of grids
     * @param counters counts what they run
     * @param watch notified of every change that may end a thread's wait
     */
    ExecutionUnits(
            Sm sm,
            SmContext shared,
            LoadStoreUnit loadStore,
            ConstantCaches constants,
            DeferredArithmetic arithmetic,
            ExecutionCounters counters,
            SmProgress watch) {
        GpuProfile profile = shared.profile();
        this.sm = sm;
        this.loadStore = loadStore;
        this.constants = constants;
        this.arithmetic = arithmetic;
        this.counters = counters;
        device = shared.device();
        clock = profile.clock();
        timing = shared.pipes();
        visibility = shared.visibility();
        steps = shared.steps();
        timed = shared.timed();
        asynchronous = shared.asynchronous();
        barriers = new BarrierUnit(shared.barriers(), device, watch);
        reads = new ThreadContextUnit(profile, device);
        exchange = new WarpPrimitiveUnit(device, visibility);
        matrices = new MatrixUnit(device);
        branches = new BranchUnit(
                timing,
                device,
                watch,
                shared.spinParking(),
                profile.computeCapability().isAtLeast(7, 0));
        fences = new FenceTiming(profile.synchronization(), loadStore.timing());
        calls = new CallUnit(device, new ThreadMemory(shared.data()), loadStore.timing());
        bulk = new BulkExecution(
                shared.loops(),
                new BulkLoadMisses(
                        new SectorCache[] {loadStore.timing().l1()},
                        profile.l2().lineBytes(),
                        profile.l2().sectorBytes()),
                shared.bulkReadsOfL2(),
                shared.memory().partitionOfSm(loadStore.timing().place()));
    }

    /** Issues an instruction that only computes. @return the earliest cycle of the next instruction */
    long runArithmetic(Warp warp, Instruction in, long now) {
        return steps == null ? issueArithmetic(warp, in, now) : stepArithmetic(steps, warp, in, now);
    }

    private long issueArithmetic(Warp warp, Instruction in, long now) {
        CallUnit.leave(warp);
        long start = warp.scheduler().issue(warp.id(), in, now);
        counters.issued(1);
        resultsReady(warp, in, start + timing.ofArithmetic(in));
        arithmetic.issued(warp);
        return Math.max(warp.scheduler().afterIssue(start), start + timing.holdCycles(in));
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
    long run(Warp warp, Instruction in, long now, boolean isPosted) {
        CallUnit.leave(warp);
        arithmetic.settle(warp);
        int lanes = warp.state().lanesOf(in);
        Opcode opcode = in.opcode();
        if (opcode.pipe() == Pipe.FREE) {
            return execute(warp, in, lanes, now, false);
        }
        if (in.yields() && opcode != Opcode.LOAD && branches.yields(warp)) {
            return now + 1;
        }
        if (warp.stack().isSplit()
                && opcode.meetsOthers()
                && !allAreHere(warp, in, lanes)
                && warp.stack().waitForOthers()) {
            return now + 1;
        }
        if (timed && lanes != 0 && (opcode == Opcode.ATOMIC || opcode == Opcode.LOAD || opcode == Opcode.STORE)) {
            long turn = loadStore.turn(warp, in, now);
            if (turn != now) {
                return turn;
            }
        }
        boolean issued = warp.hasHostAnswer() || warp.fenceIsAtLink() || warp.isSuspended();
        long start = issued || !timed ? now : warp.scheduler().issue(warp.id(), in, now);
        if (opcode == Opcode.LOAD && !issued && lanes != 0 && !isPosted) {
            long read = loadStore.hostReadsAt(warp, in, lanes, start);
            if (read > start) {
                return read;
            }
        }
        if (opcode == Opcode.DEVICE_CALL && lanes != 0) {
            warp.waitsInCall();
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
        warp.issues(in, start);
        SpinParking.issued(warp, opcode);
        counters.issued(1);
        counters.ranInLanes(warp.state(), Integer.bitCount(lanes));
        long next = execute(warp, in, lanes, start, isPosted);
        if (in.yields() && opcode == Opcode.LOAD && next >= 0) {
            // The values are still on their way: those of other paths come meanwhile.
            branches.letsOthersGoAhead(warp);
        }
        return next;
    }

    private long execute(Warp warp, Instruction in, int lanes, long start, boolean isPosted) {
        if (steps == null) {
            return dispatch(warp, in, lanes, start, isPosted);
        }
        steps.executes(warp, in, lanes, start);
        long next = dispatch(warp, in, lanes, start, isPosted);
        steps.executed(warp, device.isFaulted() || (in.opcode() == Opcode.EXIT && next < 0));
        return next;
    }

    private long dispatch(Warp warp, Instruction in, int lanes, long start, boolean isPosted) {
        if (in.opcode().pipe() == Pipe.FREE) {
            return runFree(warp, in, lanes, start);
        }
        SimtStack stack = warp.stack();
        switch (in.opcode()) {
            case BRANCH -> {
                return branches.branch(warp, in, lanes, start);
            }
            case EXIT -> {
                return branches.exit(warp, lanes, start, sm.runsAhead() ? sm : null);
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
                } else if (!runData(warp, in, lanes, start, isPosted)) {
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
            warp.stack().advance();
            return start + 1;
        }
        return asynchronous.run(sm, warp, in, lanes, start);
    }

    /** Whether all lanes that an operation among lanes names run it now. */
    private static boolean allAreHere(Warp warp, Instruction in, int lanes) {
        if (!(in.modifiers() instanceof Modifiers.AmongLanes among)
                || among.members() == Instruction.NO_OPERAND
                || lanes == 0) {
            return false;
        }
        int named = (int) warp.state().value(among.members(), Integer.numberOfTrailingZeros(lanes));
        return (named & warp.stack().liveLanes() & ~lanes) == 0;
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
        if (in.opcode().pipe() != Pipe.LOAD_STORE || lanes == 0) {
            return next;
        }
        long held = in.opcode() == Opcode.ATOMIC ? loadStore.timing().atomicLoopsUntil() : 0;
        return Math.max(Math.max(next, held), warp.scheduler().memory().continuesAtCycle());
    }

    private long runFree(Warp warp, Instruction in, int lanes, long now) {
        if (in.opcode() == Opcode.BULK) {
            long next = sm.order().advance(bulk, warp, in, lanes, now);
            if (warp.bulk().isDone()) {
                warp.stack().advance();
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
        warp.stack().advance();
        if (timed) {
            int offset = ((Modifiers.Parameter) in.modifiers()).offsetBytes();
            warp.resultsReadyAt(in, constants.readParameter(warp, offset, now));
        }
        return now;
    }

    private boolean runData(Warp warp, Instruction in, int lanes, long start, boolean isPosted) {
        Opcode opcode = in.opcode();
        long ready = start + timing.latency(in);
        switch (opcode) {
            case LOAD, STORE -> {
                return queued(warp, loadStore.run(warp, in, lanes, start, isPosted), start);
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
            case READ_SPECIAL -> {
                reads.readSpecial(warp, in, lanes, start);
                if (((Modifiers.Special) in.modifiers()).register().isSize()) {
                    ready = Math.max(ready, constants.readSize(warp, start));
                }
            }
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
