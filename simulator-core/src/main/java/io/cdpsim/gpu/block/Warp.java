package io.cdpsim.gpu.block;

import io.cdpsim.gpu.bulk.BulkProgress;
import io.cdpsim.gpu.issue.Scoreboard;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.posted.PostingWarp;
import io.cdpsim.gpu.progress.LoopHistory;
import io.cdpsim.gpu.progress.MbarrierWait;
import io.cdpsim.gpu.queue.BulkGroups;
import io.cdpsim.gpu.region.SingleExitRuns;
import io.cdpsim.gpu.region.WarpInputs;
import io.cdpsim.gpu.spin.SpinState;
import io.cdpsim.gpu.spin.SpinningWarp;
import io.cdpsim.gpu.spin.Standstill;
import io.cdpsim.gpu.stepping.SteppedWarp;
import io.cdpsim.gpu.times.WarpTimeBreakdown;
import io.cdpsim.gpu.visibility.CheckedWarp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.execution.SimtStack;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** A warp on an SM: its lanes' state, and its status. */
public final class Warp implements SpinningWarp, SteppedWarp, PostingWarp {
    /** A turn consists of the order of the block, the cycle since when the warp waits, and the number of the turn on its scheduler. */
    private static final int TURN_BITS = 9;

    private static final int CYCLE_BITS = 34;

    /** The status of a warp. */
    public enum Status {
        FREE,
        RUNNABLE,
        AT_BARRIER,
        /** Waits for a phase of an mbarrier object, for a time or for as long as it takes. */
        AT_MBARRIER,
        /** Waits at the barrier of its cluster. */
        AT_CLUSTER_BARRIER,
        /** Waits for the grid ahead of its own in the stream. */
        AT_DEPENDENCY,
        IN_CALL,
        /** Parked until a word that its loop reads changes. */
        SPINNING,
        DONE
    }

    private final int id;

    // What each instruction reads comes first, so that it lies together in memory.
    private final LaneState state;
    /** Copies from the state, and the code of its kernel, which every event reads. */
    private final SimtStack stack;

    private Instruction[] code;
    private final Scoreboard scoreboard;
    private WarpScheduler scheduler;
    private Block block;
    private Status status = Status.FREE;
    private long turn;
    /** A copy of its block's, since each issue reads it and the block lies apart in memory. */
    private long order;

    private int computeFrom = -1;
    private boolean inCall;
    private int indexInBlock;
    private final SharedAndLocalMemory memory = new SharedAndLocalMemory();
    private long startedAt;
    private int starts;
    private long storesDone;
    private int postedStores;
    private long drainedAt;
    private long hostAnswersAt;
    private boolean fenceAtLink;
    private long launchStarted;
    private long launchEnds;
    private boolean parked;
    private @Nullable OutsideWaits outside;
    private @Nullable Instruction reduction;
    private int reducingLanes;
    private int clusterPhase;

    // Made when they are needed: thousands of warps run at once, and most need few of them.
    private @Nullable WarpInputs inputs;
    /** The breakdown of its time, if a listener needs it. */
    private @Nullable WarpTimeBreakdown account;

    private int @Nullable [] lastError;
    private int @Nullable [] perThreadStream;
    private @Nullable BulkProgress bulk;
    private @Nullable LoopHistory history;
    private @Nullable CheckedWarp watched;
    private SingleExitRuns.@Nullable Steps steps;
    private @Nullable MbarrierWait mbarrierWait;
    private @Nullable BulkGroups bulkGroups;
    private @Nullable SpinState spin;
    private @Nullable Standstill standstill;

    /**
     * A warp without threads.
     *
     * @param id its number on the device, reused for later threads
     * @param firstBlock the first block that it belongs to
     * @param firstScheduler its first scheduler
     */
    public Warp(int id, Block firstBlock, WarpScheduler firstScheduler) {
        this.id = id;
        this.block = firstBlock;
        this.scheduler = firstScheduler;
        this.scoreboard = new Scoreboard(firstScheduler.timing());
        this.state = new LaneState(firstBlock.grid().kernel());
        this.stack = state.stack();
        this.code = firstBlock.grid().kernel().code();
    }

    /** Assigns the warp to threads of a block. {@code stackBytes} is the stack of a thread in recursive code. */
    public void start(Block newBlock, int newIndex, WarpScheduler newScheduler, int stackBytes, long now) {
        start(newBlock, newIndex, newScheduler, stackBytes, now, null);
    }

    /** The same with some registers {@code zeroed}, which are the only ones that are read before they are written; null for all. */
    public void start(
            Block newBlock,
            int newIndex,
            WarpScheduler newScheduler,
            int stackBytes,
            long now,
            int @Nullable [] zeroed) {
        block = newBlock;
        order = newBlock.order();
        indexInBlock = newIndex;
        scheduler(newScheduler);
        startedAt = now;
        Kernel kernel = newBlock.grid().kernel();
        code = kernel.code();
        int threads = newBlock.grid().shape().threadsPerBlock();
        int lanes = Lanes.first(threads - newIndex * Lanes.COUNT);
        if (zeroed == null) {
            state.start(kernel, lanes);
        } else {
            state.start(kernel, lanes, zeroed);
        }
        scoreboard.clear(kernel.registers(), kernel.predicates());
        KernelAttributes attributes = kernel.attributes();
        int localBytes = attributes.localBytes();
        memory.start(
                newBlock.shared(),
                newBlock.cluster().shared(),
                attributes.has(KernelProperty.RECURSIVE) ? Math.max(localBytes, stackBytes) : localBytes);
        starts++;
        storesDone = 0;
        postedStores = 0;
        drainedAt = 0;
        hostAnswersAt = 0;
        fenceAtLink = false;
        launchStarted = 0;
        launchEnds = 0;
        computeFrom = -1;
        reduction = null;
        clusterPhase = -1;
        parked = false;
        inputs = null;
        lastError = null;
        perThreadStream = null;
        bulk = null;
        history = null;
        watched = null;
        steps = null;
        mbarrierWait = null;
        bulkGroups = null;
        if (spin != null) {
            spin.clear();
        }
        if (standstill != null) {
            standstill.clear();
        }
        if (account != null) {
            account.start(newBlock.grid().number(), newBlock.index(), newIndex, now);
        }
        status = Status.RUNNABLE;
    }

    /** The warp is in a launch call for an interval. */
    public void launches(long start, long end) {
        launchStarted = start;
        launchEnds = end;
    }

    /** When its last launch call started, cycles; 0 without one. */
    public long launchStarted() {
        return launchStarted;
    }

    /** When its last launch call ends or ended, cycles; 0 without one. */
    public long launchEnds() {
        return launchEnds;
    }

    /** Its status. */
    public Status status() {
        return status;
    }

    /** Whether it runs live threads. */
    public boolean isLive() {
        return status != Status.FREE && status != Status.DONE;
    }

    /** Takes the next turn of its scheduler. */
    public long takesTurn(long sinceCycle) {
        return takesTurn(sinceCycle, scheduler.nextTurn());
    }

    /**
     * {@inheritDoc}
     *
     * <p>Of the warps that issue in one cycle, the lowest turn is first: that of the block that comes first in the order of its SM, then of the warp
     * that has waited since the earliest cycle, and among these the one that took it first on its scheduler.
     */
    @Override
    public long takesTurn(long sinceCycle, long number) {
        long waits = (sinceCycle & lowest(CYCLE_BITS)) << TURN_BITS | (number & lowest(TURN_BITS));
        turn = (order << (CYCLE_BITS + TURN_BITS) & Long.MAX_VALUE) | waits;
        return turn;
    }

    private static long lowest(int bits) {
        return (1L << bits) - 1;
    }

    /** The {@linkplain Block#order order} of its block on the SM. */
    public long order() {
        return order;
    }

    /** The turn that it took last. */
    public long turn() {
        return turn;
    }

    /**
     * A load or an atomic of its current function has issued.
     *
     * @param there when the values are there; {@link Scoreboard#UNKNOWN} until it is answered
     * @param now when it issued
     */
    public void loads(Instruction in, long there, long now) {
        scoreboard.loads(in, stack.registerWindow() + in.destination(), there, now);
    }

    @Override
    public void goesOn() {
        status = Status.RUNNABLE;
    }

    @Override
    public boolean isSpinning() {
        return status == Status.SPINNING;
    }

    @Override
    public void spins() {
        status = Status.SPINNING;
    }

    /** It waits at a barrier of its block. */
    public void waitsAtBarrier() {
        status = Status.AT_BARRIER;
    }

    /** It waits for the grid ahead of its own in the stream. */
    public void waitsAtDependency() {
        status = Status.AT_DEPENDENCY;
    }

    /** It waits for a call of the device runtime. */
    public void waitsInCall() {
        status = Status.IN_CALL;
    }

    /** Whether it executes a call of the device runtime, which takes issue slots. */
    public boolean isInCall() {
        return inCall;
    }

    /** It starts or ends a call of the device runtime. */
    public void inCall(boolean isIn) {
        inCall = isIn;
    }

    /** It does not go on by itself: if it waits for something outside its SM, it is one of those that do. */
    public void leftTo(OutsideWaits waits) {
        if (status == Status.IN_CALL || status == Status.AT_DEPENDENCY || status == Status.SPINNING) {
            outside = waits;
            waits.add();
        }
    }

    /** It has a cycle at which it goes on, and so waits for nothing outside its SM any longer. */
    public void isScheduled() {
        if (outside != null) {
            outside.remove();
            outside = null;
        }
    }

    /** How many of its next instructions are stepped, not run as a region. */
    public SingleExitRuns.Steps steps() {
        if (steps == null) {
            steps = new SingleExitRuns.Steps();
        }
        return steps;
    }

    /** The first instruction that has issued but is not computed yet, or -1. */
    public int computeFrom() {
        return computeFrom;
    }

    /** Sets the first instruction that has issued but is not computed yet; -1 if all are computed. */
    public void computeFrom(int instruction) {
        computeFrom = instruction;
    }

    /** It waits for a barrier reduction, for some of its lanes. */
    public void reduces(Instruction instruction, int lanes) {
        reduction = instruction;
        reducingLanes = lanes;
    }

    /** The barrier reduction that it has waited for, which has its result; null without one. */
    public @Nullable Instruction takeReduction() {
        Instruction taken = reduction;
        reduction = null;
        return taken;
    }

    /** The lanes that wait for the barrier reduction. */
    public int reducingLanes() {
        return reducingLanes;
    }

    /** What its lanes do while others of the warp wait. */
    public Standstill standstill() {
        if (standstill == null) {
            standstill = new Standstill();
        }
        return standstill;
    }

    /** All its threads have exited. */
    public void ends() {
        status = Status.DONE;
    }

    /** Its block has ended: the object may be reused. */
    public void becomesFree() {
        status = Status.FREE;
    }

    /** Its scheduler. */
    public WarpScheduler scheduler() {
        return scheduler;
    }

    /** Moves it to another scheduler, since its block was swapped in on another SM. */
    public void scheduler(WarpScheduler newScheduler) {
        scheduler = newScheduler;
    }

    /** Whether it could run if its block were not swapped out. */
    public boolean isParked() {
        return parked;
    }

    /** It starts or stops waiting for its block to be swapped in. */
    public void parked(boolean isParked) {
        parked = isParked;
        if (account != null && !isParked) {
            account.waitedForResources();
        }
    }

    /** When its threads started, cycles. */
    public long startedAt() {
        return startedAt;
    }

    @Override
    public SharedAndLocalMemory memory() {
        return memory;
    }

    /** The breakdown of its time. */
    public WarpTimeBreakdown account() {
        if (account == null) {
            account = new WarpTimeBreakdown();
            account.start(block.grid().number(), block.index(), indexInBlock, startedAt);
        }
        return account;
    }

    @Override
    public SpinState spin() {
        if (spin == null) {
            spin = new SpinState();
        }
        return spin;
    }

    /** What its threads had as they started. */
    public WarpInputs inputs() {
        if (inputs == null) {
            inputs = new WarpInputs(block.grid(), block.place(), thread(0));
        }
        return inputs;
    }

    /** The progress of its bulk instruction. */
    public BulkProgress bulk() {
        if (bulk == null) {
            bulk = new BulkProgress(state, block.warpCount());
        }
        return bulk;
    }

    @Override
    public void disturbed() {
        if (spin != null) {
            spin.disturbed();
        }
    }

    @Override
    public boolean collects() {
        return spin != null && spin.collects();
    }

    /** Its recorded state at an earlier backward jump. */
    public LoopHistory history() {
        if (history == null) {
            history = new LoopHistory();
        }
        return history;
    }

    /** Its record in the visibility checker. */
    public CheckedWarp watched() {
        if (watched == null) {
            watched = new CheckedWarp(state, block.watched(), indexInBlock);
        }
        return watched;
    }

    /** Its wait for a phase of an mbarrier object. */
    public MbarrierWait mbarrierWait() {
        if (mbarrierWait == null) {
            mbarrierWait = new MbarrierWait();
        }
        return mbarrierWait;
    }

    /** Whether it waits for a phase of an mbarrier object by a test that was issued before. */
    public boolean isSuspended() {
        return mbarrierWait != null && mbarrierWait.isSuspended();
    }

    /** It waits for a phase of an mbarrier object. */
    public void waitsAtMbarrier() {
        status = Status.AT_MBARRIER;
    }

    /** The phase of its cluster's barrier in which it last arrived; -1 if it has not. */
    public int clusterPhase() {
        return clusterPhase;
    }

    /** It has arrived in a phase of its cluster's barrier. */
    public void clusterPhase(int phase) {
        clusterPhase = phase;
    }

    /** It waits at the barrier of its cluster. */
    public void waitsAtClusterBarrier() {
        status = Status.AT_CLUSTER_BARRIER;
    }

    /** The bulk groups of its lanes. */
    public BulkGroups bulkGroups() {
        if (bulkGroups == null) {
            bulkGroups = new BulkGroups();
        }
        return bulkGroups;
    }

    /** Its status, for reports. */
    public String describe() {
        return switch (status) {
            case AT_BARRIER -> "waiting for others of the block";
            case AT_MBARRIER -> "waiting for a phase of an mbarrier object";
            case AT_DEPENDENCY -> "waiting for the grid ahead in the stream";
            case AT_CLUSTER_BARRIER -> "waiting for others of the cluster";
            case IN_CALL -> "waiting in a call of the device runtime";
            default ->
                mbarrierWait != null && mbarrierWait.isInVain()
                        ? "waiting for a phase of an mbarrier object"
                        : "spinning";
        };
    }

    /** Its number on the device. */
    public int id() {
        return id;
    }

    /** The block the warp belongs to. */
    public Block block() {
        return block;
    }

    @Override
    public int indexInBlock() {
        return indexInBlock;
    }

    @Override
    public LaneState state() {
        return state;
    }

    /** Where its lanes are: that of the state. */
    public SimtStack stack() {
        return stack;
    }

    /** The last error of the thread in a lane (rule ERR-1). */
    public int lastError(int lane) {
        return lastError == null ? 0 : lastError[lane];
    }

    /** Sets the last error of the thread in a lane. */
    public void lastError(int lane, int error) {
        if (lastError == null) {
            lastError = new int[Lanes.COUNT];
        }
        lastError[lane] = error;
    }

    /** The stream that {@code cudaStreamPerThread} denotes in a lane, or 0 if it was never used. */
    public int perThreadStream(int lane) {
        return perThreadStream == null ? 0 : perThreadStream[lane];
    }

    /** Sets the lane's per-thread stream. */
    public void perThreadStream(int lane, int stream) {
        if (perThreadStream == null) {
            perThreadStream = new int[Lanes.COUNT];
        }
        perThreadStream[lane] = stream;
    }

    @Override
    public long gridNumber() {
        return block.grid().number();
    }

    @Override
    public long blockIndex() {
        return block.index();
    }

    @Override
    public @Nullable BlockCausality causality() {
        return block.watched();
    }

    @Override
    public boolean isWaiting() {
        return status != Status.RUNNABLE;
    }

    /** The index in the block of the thread in a lane. */
    public int thread(int lane) {
        return indexInBlock * Lanes.COUNT + lane;
    }

    @Override
    public Instruction next() {
        return code[stack.programCounter()];
    }

    @Override
    public int starts() {
        return starts;
    }

    @Override
    public void loadIsDone(Instruction in, int first, long cycle) {
        scoreboard.answered(in, first, cycle);
    }

    @Override
    public void storeIsDone(long cycle) {
        postedStores--;
        storeDoneAt(cycle);
    }

    /** It posts a store. */
    public void postsStore() {
        postedStores++;
    }

    /** Whether {@link #storesDone} is not known yet. */
    public boolean hasPostedStores() {
        return postedStores > 0;
    }

    @Override
    public long operandsReady(Instruction instruction) {
        if (instruction.opcode() == Opcode.LOAD && stack.isSplit()) {
            // Another path may wait for the same register, in other lanes.
            return scoreboard.sourcesReady(instruction, stack.registerWindow(), stack.predicateWindow());
        }
        return scoreboard.operandsReady(instruction, stack.registerWindow(), stack.predicateWindow());
    }

    /** The current instruction, which is not one that only computes, issues in a cycle. */
    public void issues(Instruction instruction, long cycle) {
        scoreboard.issues(instruction, cycle);
    }

    /** Sets the cycle at which the results of the current instruction are ready. */
    public void resultsReadyAt(Instruction instruction, long time) {
        scoreboard.resultsReadyAt(instruction, stack.registerWindow(), stack.predicateWindow(), time);
    }

    /** Sets the cycle at which a predicate of its current function is ready. */
    public void predicateReadyAt(int predicate, long time) {
        scoreboard.predicateReadyAt(stack.predicateWindow() + predicate, time);
    }

    /** Sets the cycle at which registers of its current function are ready. */
    public void registersReadyAt(int first, int count, long time) {
        scoreboard.registersReadyAt(stack.registerWindow() + first, count, time);
    }

    /** Grows the scoreboard for a called function. */
    public void reserve(int registers, int predicates) {
        state.reserve(registers, predicates);
        scoreboard.reserve(registers, predicates);
    }

    /** The current load of mapped memory queues, and has its values at a cycle. */
    public void hostAnswersAt(long time) {
        hostAnswersAt = time;
    }

    /** Whether the current load has queued. */
    public boolean hasHostAnswer() {
        return hostAnswersAt > 0;
    }

    /** When the load that has queued has its values; 0 if it has not queued. */
    public long takeHostAnswer() {
        long time = hostAnswersAt;
        hostAnswersAt = 0;
        return time;
    }

    /** Whether the current fence is on its way to the host link; it has arrived when the warp resumes. */
    public boolean fenceIsAtLink() {
        return fenceAtLink;
    }

    /** The current fence has arrived at the host link, or is on its way there. */
    public void fenceIsAtLink(boolean isThere) {
        fenceAtLink = isThere;
    }

    /** Until when its block goes on for its stores and atomics, though it has exited. */
    public long drainedAt() {
        return drainedAt;
    }

    /** Its block goes on until a cycle, at least. */
    public void drainedAt(long time) {
        drainedAt = Math.max(drainedAt, time);
    }

    /** When all its stores so far are visible to other threads. */
    public long storesDone() {
        return storesDone;
    }

    /** A store of it is visible to other threads from a cycle on. */
    public void storeDoneAt(long time) {
        storesDone = Math.max(storesDone, time);
    }
}
