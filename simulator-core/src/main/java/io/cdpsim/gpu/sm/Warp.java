package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.bulk.BulkProgress;
import io.cdpsim.gpu.issue.Scoreboard;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.progress.LoopHistory;
import io.cdpsim.gpu.progress.MbarrierWait;
import io.cdpsim.gpu.queue.BulkGroups;
import io.cdpsim.gpu.visibility.CheckedWarp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.execution.SimtStack;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A warp on an SM: its lanes' state, and what it is doing. */
public final class Warp {
    private static final int TURN_BITS = 16;

    /** What a warp is doing. */
    public enum Status {
        FREE,
        RUNNABLE,
        AT_BARRIER,
        /** Waits for a phase of an mbarrier object, for a time or for as long as it takes. */
        AT_MBARRIER,
        /** Waits at the barrier of its cluster. */
        AT_CLUSTER_BARRIER,
        IN_CALL,
        /** Parked until what its loop reads changes. */
        SPINNING,
        DONE
    }

    private final int id;
    private final LaneState state;
    /** That of the state, and the code that it runs: every event asks for them. */
    private final SimtStack stack;

    private Instruction[] code;
    private final int[] lastError = new int[Lanes.COUNT];
    private final int[] perThreadStream = new int[Lanes.COUNT];
    private final Scoreboard scoreboard = new Scoreboard();
    private final SharedAndLocalMemory memory = new SharedAndLocalMemory();
    private final BulkProgress bulk;
    private final LoopHistory history = new LoopHistory();
    private final CheckedWarp watched;
    private boolean hasPerThreadStream;
    private Block block;
    private int indexInBlock;
    private WarpScheduler scheduler;
    private long startedAt;
    private long storesDone;
    private long hostAnswersAt;
    private boolean fenceAtLink;
    private long launchBegan;
    private long launchEnds;
    private boolean parked;
    /** What its time goes into, where anybody wants to know. */
    private @Nullable WarpTimeBreakdown account;

    Status status = Status.FREE;
    /** Whether it executes a call of the device runtime, which takes issue slots. */
    boolean inCall;
    /** The SM on which it waits for something from outside of that, if it does. */
    @Nullable
    Sm waitsOutside;

    /** The first instruction that has issued but whose values are not computed yet, or -1. */
    int computeFrom = -1;

    /** The barrier with a question that it waits at, and the lanes that wait. */
    @Nullable
    Instruction asks;

    int askingLanes;

    /** Its wait for a phase of an mbarrier object. */
    private final MbarrierWait mbarrierWait = new MbarrierWait();

    private final BulkGroups bulkGroups = new BulkGroups();
    private int clusterPhase;

    final SpinState spin = new SpinState();
    final BranchUnit.Standstill standstill = new BranchUnit.Standstill();

    /**
     * A warp that runs nothing yet.
     *
     * @param id its number on the device, which other threads have later
     * @param firstBlock the first block that it is of
     * @param firstScheduler who issues for it first
     */
    public Warp(int id, Block firstBlock, WarpScheduler firstScheduler) {
        this.id = id;
        this.block = firstBlock;
        this.scheduler = firstScheduler;
        this.state = new LaneState(firstBlock.grid().kernel());
        this.stack = state.stack();
        this.code = firstBlock.grid().kernel().code();
        this.bulk = new BulkProgress(state);
        this.watched = new CheckedWarp(state);
    }

    /** It runs threads of a block from now on. {@code stackBytes} is the stack of a thread whose code calls itself. */
    public void start(Block newBlock, int newIndex, WarpScheduler newScheduler, int stackBytes, long now) {
        block = newBlock;
        indexInBlock = newIndex;
        scheduler(newScheduler);
        startedAt = now;
        Kernel kernel = newBlock.grid().kernel();
        code = kernel.code();
        int threads = newBlock.grid().shape().threadsPerBlock();
        state.start(kernel, Lanes.first(threads - newIndex * Lanes.COUNT));
        scoreboard.clear(kernel.registers(), kernel.predicates());
        KernelAttributes attributes = kernel.attributes();
        int localBytes = attributes.localBytes();
        memory.start(
                newBlock.shared(),
                newBlock.cluster().shared(),
                attributes.has(KernelProperty.RECURSIVE) ? Math.max(localBytes, stackBytes) : localBytes);
        bulk.start(newBlock.warpCount());
        history.clear();
        watched.start(newBlock.watched(), newIndex);
        storesDone = 0;
        hostAnswersAt = 0;
        fenceAtLink = false;
        launchBegan = 0;
        launchEnds = 0;
        computeFrom = -1;
        asks = null;
        mbarrierWait.clear();
        bulkGroups.clear();
        clusterPhase = -1;
        spin.turns = 0;
        standstill.clear();
        parked = false;
        if (account != null) {
            account.begin(now);
        }
        status = Status.RUNNABLE;
        Arrays.fill(lastError, 0);
        if (hasPerThreadStream) {
            Arrays.fill(perThreadStream, 0);
            hasPerThreadStream = false;
        }
    }

    /** It is in a launch call for a time. */
    public void launches(long begin, long end) {
        launchBegan = begin;
        launchEnds = end;
    }

    /** When its last launch call began, cycles; 0 if it has made none. */
    public long launchBegan() {
        return launchBegan;
    }

    /** When its last launch call ends or has ended, cycles; 0 if it has made none. */
    public long launchEnds() {
        return launchEnds;
    }

    /** What it is doing. */
    public Status status() {
        return status;
    }

    /** Whether it runs threads that have not ended. */
    public boolean isLive() {
        return status != Status.FREE && status != Status.DONE;
    }

    /**
     * It takes its turn for an instruction. Of those that go on in one cycle, the lowest turn is first: that of the warp that has waited for it
     * since the earliest cycle, and of these that of the one that took it first on its scheduler.
     */
    long takesTurn(long sinceCycle) {
        return sinceCycle << TURN_BITS | (scheduler.nextTurn() & (1L << TURN_BITS) - 1);
    }

    /** What it waited for has come. */
    public void goesOn() {
        status = Status.RUNNABLE;
    }

    /** All its threads have exited. */
    public void ends() {
        status = Status.DONE;
    }

    /** Its block has ended: it may run other threads. */
    public void becomesFree() {
        status = Status.FREE;
    }

    /** Who issues for it. */
    public WarpScheduler scheduler() {
        return scheduler;
    }

    /** Another scheduler issues for it, since its block has come onto another SM. */
    public void scheduler(WarpScheduler newScheduler) {
        scheduler = newScheduler;
    }

    /** Whether it could go on, but for its block that is swapped out. */
    public boolean isParked() {
        return parked;
    }

    /** It waits for its block to come back, or need not any more. */
    public void parked(boolean isParked) {
        parked = isParked;
        if (account != null && !isParked) {
            account.waitedForRoom();
        }
    }

    /** When its threads began, cycles. */
    public long startedAt() {
        return startedAt;
    }

    /** The memories that only its threads and its block reach. */
    public SharedAndLocalMemory memory() {
        return memory;
    }

    /** What its time goes into. */
    WarpTimeBreakdown account() {
        WarpTimeBreakdown present = account;
        if (present == null) {
            present = new WarpTimeBreakdown();
            present.begin(startedAt);
            account = present;
        }
        return present;
    }

    /** How far it is with a bulk instruction. */
    BulkProgress bulk() {
        return bulk;
    }

    /** What it was like when it jumped back before. */
    LoopHistory history() {
        return history;
    }

    /** The warp as the visibility checker knows it. */
    public CheckedWarp watched() {
        return watched;
    }

    /** Its wait for a phase of an mbarrier object. */
    public MbarrierWait mbarrierWait() {
        return mbarrierWait;
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
        return bulkGroups;
    }

    /** What the warp is doing, for reports. */
    public String describe() {
        return switch (status) {
            case AT_BARRIER -> "waiting for others of the block";
            case AT_MBARRIER -> "waiting for a phase of an mbarrier object";
            case AT_CLUSTER_BARRIER -> "waiting for others of the cluster";
            case IN_CALL -> "waiting in a call of the device runtime";
            default -> mbarrierWait.isInVain() ? "waiting for a phase of an mbarrier object" : "spinning";
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

    /** Which warp of the block this is. */
    public int indexInBlock() {
        return indexInBlock;
    }

    /** Registers, predicates and position of the lanes. */
    public LaneState state() {
        return state;
    }

    /** The last error of each thread (rule ERR-1). */
    public int[] lastError() {
        return lastError;
    }

    /** The stream that {@code cudaStreamPerThread} means in a lane, or 0 if it was never used. */
    public int perThreadStream(int lane) {
        return perThreadStream[lane];
    }

    /** Keeps the lane's per-thread stream. */
    public void perThreadStream(int lane, int stream) {
        perThreadStream[lane] = stream;
        hasPerThreadStream = true;
    }

    /** The index in the block of the thread in a lane. */
    public int thread(int lane) {
        return indexInBlock * Lanes.COUNT + lane;
    }

    /** The instruction to run next. */
    public Instruction next() {
        return code[stack.programCounter()];
    }

    /** The earliest cycle at which all that the instruction needs is there. */
    public long operandsReady(Instruction instruction) {
        return scoreboard.operandsReady(instruction, stack.registerWindow(), stack.predicateWindow());
    }

    /** What the instruction that the warp is at writes has its value at a time. */
    public void resultsReadyAt(Instruction instruction, long time) {
        scoreboard.resultsReadyAt(instruction, stack.registerWindow(), stack.predicateWindow(), time);
    }

    void predicateReadyAt(int predicate, long time) {
        scoreboard.predicateReadyAt(stack.predicateWindow() + predicate, time);
    }

    void registersReadyAt(int first, int count, long time) {
        scoreboard.registersReadyAt(stack.registerWindow() + first, count, time);
    }

    /** Makes room for a called function. */
    void reserve(int registers, int predicates) {
        state.reserve(registers, predicates);
        scoreboard.reserve(registers, predicates);
    }

    /** The load of mapped memory that the warp is at stands in line, and has its values at a cycle. */
    void hostAnswersAt(long time) {
        hostAnswersAt = time;
    }

    /** Whether the load that the warp is at has stood in line. */
    boolean hasHostAnswer() {
        return hostAnswersAt > 0;
    }

    /** When the load that has stood in line has its values; 0 if it has not stood in line. */
    long takeHostAnswer() {
        long time = hostAnswersAt;
        hostAnswersAt = 0;
        return time;
    }

    /** Whether the fence that the warp is at has left for the link to the host; it has arrived when the warp goes on. */
    boolean fenceIsAtLink() {
        return fenceAtLink;
    }

    void fenceIsAtLink(boolean isThere) {
        fenceAtLink = isThere;
    }

    /** When all stores so far are where others see them. */
    long storesDone() {
        return storesDone;
    }

    void storeDoneAt(long time) {
        storesDone = Math.max(storesDone, time);
    }
}
