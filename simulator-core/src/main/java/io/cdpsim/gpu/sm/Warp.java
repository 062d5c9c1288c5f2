package io.cdpsim.gpu.sm;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.execution.SimtStack;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;

/** A warp on an SM: its lanes' state, and what it is doing. */
public final class Warp {
    /** What a warp is doing. */
    public enum Status {
        FREE,
        RUNNABLE,
        AT_BARRIER,
        IN_CALL,
        /** Parked until what its loop reads changes. */
        SPINNING,
        DONE
    }

    private final int id;
    private final LaneState state;
    private final int[] lastError = new int[Lanes.COUNT];
    private final int[] perThreadStream = new int[Lanes.COUNT];
    private boolean hasPerThreadStream;
    private Block block;
    private int indexInBlock;
    private final Scoreboard scoreboard = new Scoreboard();
    private byte[] local = new byte[0];
    private long storesDone;
    private long hostAnswersAt;

    public WarpScheduler scheduler;
    public Status status = Status.FREE;
    public boolean parked;
    /** Whether it executes a call of the device runtime, which takes issue slots. */
    boolean inCall;

    /** The first instruction that has issued but whose values are not computed yet, or -1. */
    int computeFrom = -1;

    public double bulkLeft = -1;
    public long watchFingerprint;
    public long watchEpoch;
    public int watchLoops;
    public boolean readClock;
    final SpinState spin = new SpinState();
    public long startedAt;
    public boolean seenAgain;

    public Warp(int id, Block firstBlock, WarpScheduler firstScheduler) {
        this.id = id;
        this.block = firstBlock;
        this.scheduler = firstScheduler;
        this.state = new LaneState(firstBlock.grid().kernel());
    }

    public void start(Block newBlock, int newIndex, WarpScheduler newScheduler) {
        block = newBlock;
        indexInBlock = newIndex;
        scheduler = newScheduler;
        Kernel kernel = newBlock.grid().kernel();
        int threads = newBlock.grid().shape().threadsPerBlock();
        state.start(kernel, Lanes.first(threads - newIndex * Lanes.COUNT));
        scoreboard.clear(kernel.registers(), kernel.predicates());
        int localBytes = kernel.attributes().localBytes() * Lanes.COUNT;
        if (localBytes > 0) {
            local = new byte[localBytes];
        }
        storesDone = 0;
        hostAnswersAt = 0;
        bulkLeft = -1;
        computeFrom = -1;
        spin.turns = 0;
        parked = false;
        watchEpoch = 0;
        seenAgain = false;
        status = Status.RUNNABLE;
        Arrays.fill(lastError, 0);
        if (hasPerThreadStream) {
            Arrays.fill(perThreadStream, 0);
            hasPerThreadStream = false;
        }
    }

    /** What the warp is doing, for reports. */
    public String describe() {
        return switch (status) {
            case AT_BARRIER -> "waiting for others of the block";
            case IN_CALL -> "waiting in a call of the device runtime";
            default -> "spinning";
        };
    }

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

    /** The local memory of all lanes, one after the other. */
    public byte[] local() {
        return local;
    }

    /** The instruction to run next. */
    public Instruction next() {
        return state.kernel().code()[state.stack().programCounter()];
    }

    /** The earliest cycle at which all that the instruction needs is there. */
    public long operandsReady(Instruction instruction) {
        SimtStack stack = state.stack();
        return scoreboard.operandsReady(instruction, stack.registerWindow(), stack.predicateWindow());
    }

    /** What the instruction that the warp is at writes has its value at a time. */
    void resultsReadyAt(Instruction instruction, long time) {
        SimtStack stack = state.stack();
        scoreboard.resultsReadyAt(instruction, stack.registerWindow(), stack.predicateWindow(), time);
    }

    void registersReadyAt(int first, int count, long time) {
        scoreboard.registersReadyAt(state.stack().registerWindow() + first, count, time);
    }

    /** Makes room for a called function. */
    void reserve(int registers, int predicates) {
        state.reserve(registers, predicates);
        scoreboard.reserve(registers, predicates);
    }

    /** The load of mapped memory that the warp is at stands in line, and has its values at a cycle. */
    public void hostAnswersAt(long time) {
        hostAnswersAt = time;
    }

    /** Whether the load that the warp is at has stood in line. */
    boolean hasHostAnswer() {
        return hostAnswersAt > 0;
    }

    /** When the load that has stood in line has its values; 0 if it has not stood in line. */
    public long takeHostAnswer() {
        long time = hostAnswersAt;
        hostAnswersAt = 0;
        return time;
    }

    /** When all stores so far are where others see them. */
    long storesDone() {
        return storesDone;
    }

    void storeDoneAt(long time) {
        storesDone = Math.max(storesDone, time);
    }
}
