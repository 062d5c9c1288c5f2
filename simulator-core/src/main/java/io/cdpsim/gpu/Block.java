package io.cdpsim.gpu;

import io.cdpsim.memory.visibility.knowledge.WatchedBlock;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A thread block on an SM: its warps, its shared memory and its barriers.
 *
 * <p>Rule MEM-9.
 */
public final class Block {
    private static final int BARRIERS = 16;

    private final int id;
    private ResidentGrid resident;
    private Grid grid;
    private long index;
    private int sm;
    private Warp[] warps = new Warp[0];
    private int warpCount;
    private int liveWarps;
    private byte[] shared = new byte[0];
    private final int[] arrivedThreads = new int[BARRIERS];
    private final long[] lastArrival = new long[BARRIERS];
    private final long[] waitingWarps = new long[BARRIERS];
    /** Barriers at which somebody has arrived that the whole block is to reach, one bit each. */
    private int barriersOfAll;

    private int nullStream;
    private int launchRecord;

    /** The block as the visibility checker knows it, where one watches. */
    @Nullable
    WatchedBlock watched;

    boolean swappedOut;

    /** Whether its state is on the way to device memory: its SM is not free yet. */
    boolean leaving;

    /** Whether the synchronisation ended while it was leaving. */
    boolean wantedBack;

    Block(int id, ResidentGrid resident) {
        this.id = id;
        this.resident = resident;
        this.grid = resident.grid();
    }

    void start(ResidentGrid newResident, long newIndex, int newSm) {
        Grid newGrid = newResident.grid();
        resident = newResident;
        grid = newGrid;
        index = newIndex;
        sm = newSm;
        warpCount = newGrid.shape().warpsPerBlock();
        liveWarps = warpCount;
        if (warps.length < warpCount) {
            warps = new Warp[warpCount];
        }
        int sharedBytes = (int) (newGrid.kernel().attributes().staticSharedBytes()
                + newGrid.shape().dynamicSharedBytes());
        if (shared.length != sharedBytes) {
            shared = new byte[sharedBytes];
        } else {
            Arrays.fill(shared, (byte) 0);
        }
        Arrays.fill(arrivedThreads, 0);
        Arrays.fill(waitingWarps, 0);
        barriersOfAll = 0;
        nullStream = 0;
        launchRecord = 0;
        swappedOut = false;
        leaving = false;
        wantedBack = false;
    }

    int id() {
        return id;
    }

    /** The grid as the block scheduler sees it. */
    ResidentGrid residentGrid() {
        return resident;
    }

    /** The grid the block belongs to. */
    public Grid grid() {
        return grid;
    }

    /** Index of the block in its grid, x first. */
    public long index() {
        return index;
    }

    /** The SM the block is on, or was on when it was swapped out. */
    public int sm() {
        return sm;
    }

    void moveTo(int newSm) {
        sm = newSm;
    }

    long blockX() {
        return index % grid.shape().gridX();
    }

    long blockY() {
        return index / grid.shape().gridX() % grid.shape().gridY();
    }

    long blockZ() {
        return index / (grid.shape().gridX() * grid.shape().gridY());
    }

    /** Number of warps. */
    public int warpCount() {
        return warpCount;
    }

    Warp warp(int i) {
        return warps[i];
    }

    void warp(int i, Warp warp) {
        warps[i] = warp;
    }

    byte[] shared() {
        return shared;
    }

    int liveWarps() {
        return liveWarps;
    }

    int endWarp() {
        return --liveWarps;
    }

    /** The runtime's stream for launches into the NULL stream, or 0 (rule STR-5). */
    public int nullStream() {
        return nullStream;
    }

    /** Keeps the block's NULL stream. */
    public void nullStream(int stream) {
        nullStream = stream;
    }

    /** The runtime's record of what the block has launched, or 0. */
    public int launchRecord() {
        return launchRecord;
    }

    /** Keeps the runtime's record. */
    public void launchRecord(int record) {
        launchRecord = record;
    }

    /** A warp arrives at a barrier. @return threads that have arrived so far */
    int arrive(int barrier, int threads, boolean waits, int warp, long time) {
        lastArrival[barrier] = arrivedThreads[barrier] == 0 ? time : Math.max(lastArrival[barrier], time);
        arrivedThreads[barrier] += threads;
        if (waits) {
            waitingWarps[barrier] |= 1L << warp;
        }
        return arrivedThreads[barrier];
    }

    int arrived(int barrier) {
        return arrivedThreads[barrier];
    }

    long lastArrival(int barrier) {
        return lastArrival[barrier];
    }

    /** Notes that a barrier opens when all warps that still run have arrived. */
    void awaitsAll(int barrier) {
        barriersOfAll |= 1 << barrier;
    }

    /** The barriers that may open as a warp ends, one bit each. */
    int barriersOfAll() {
        return barriersOfAll;
    }

    /** Opens a barrier for its next use. @return the warps that waited, one bit each */
    long open(int barrier) {
        long waiting = waitingWarps[barrier];
        arrivedThreads[barrier] = 0;
        waitingWarps[barrier] = 0;
        barriersOfAll &= ~(1 << barrier);
        return waiting;
    }
}
