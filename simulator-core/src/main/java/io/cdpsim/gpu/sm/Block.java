package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.NeighbourAccesses;
import io.cdpsim.memory.visibility.causality.PhaseCausality;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A thread block on an SM: its warps, its shared memory and its barriers. */
public final class Block {
    private static final int BARRIERS = 16;

    private final int id;
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
    private final int[] askedThreads = new int[BARRIERS];
    private final int[] heldThreads = new int[BARRIERS];
    /** Barriers at which somebody has arrived that the whole block is to reach, one bit each. */
    private int barriersOfAll;

    private int nullStream;
    private int launchRecord;

    private final List<Warp> mbarrierWaits = new ArrayList<>(0);
    private @Nullable NeighbourAccesses neighbours;
    private final Map<Integer, PhaseCausality> mbarriers = new HashMap<>(0);
    /** The cluster of its own where its grid has no clusters. */
    private final Cluster own = new Cluster(ClusterShape.NONE, 0);

    private Cluster cluster = own;
    private int rank;
    private @Nullable BlockCausality watched;
    private boolean swappedOut;

    /**
     * A block that is nowhere yet.
     *
     * @param id its number on the device, which another block has later
     * @param grid the first grid that it is of
     */
    public Block(int id, Grid grid) {
        this.id = id;
        this.grid = grid;
    }

    /** It is the block of a grid with an index from now on, and gets an SM. */
    public void start(Grid newGrid, long newIndex, int newSm) {
        grid = newGrid;
        index = newIndex;
        sm = newSm;
        warpCount = newGrid.shape().warpsPerBlock();
        liveWarps = warpCount;
        if (warps.length < warpCount) {
            warps = new Warp[warpCount];
        }
        // Rule MEM-9.
        int sharedBytes = (int) (newGrid.kernel().attributes().staticSharedBytes()
                + newGrid.shape().dynamicSharedBytes());
        if (shared.length != sharedBytes) {
            shared = new byte[sharedBytes];
        } else {
            Arrays.fill(shared, (byte) 0);
        }
        own.restart();
        joins(own, 0);
        Arrays.fill(arrivedThreads, 0);
        Arrays.fill(waitingWarps, 0);
        Arrays.fill(askedThreads, 0);
        Arrays.fill(heldThreads, 0);
        barriersOfAll = 0;
        mbarrierWaits.clear();
        mbarriers.clear();
        neighbours = null;
        nullStream = 0;
        launchRecord = 0;
        swappedOut = false;
    }

    /** Its number on the device. */
    public int id() {
        return id;
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

    /** It is the block of a cluster with a rank. */
    public void joins(Cluster newCluster, int newRank) {
        cluster = newCluster;
        rank = newRank;
        newCluster.add(newRank, this);
    }

    /** The cluster that it is of. */
    public Cluster cluster() {
        return cluster;
    }

    /** The block whose shared memory an address points into. */
    public Block ownerOf(long address) {
        long window = (address ^ AddressMap.SHARED_BASE) >>> SharedAndLocalMemory.WINDOW_SHIFT;
        return window == 0 ? this : cluster.block((int) window - 1);
    }

    /** Its rank in the cluster. */
    public int rank() {
        return rank;
    }

    /** It gets another SM. */
    public void moveTo(int newSm) {
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

    /** One of its warps. */
    public Warp warp(int i) {
        return warps[i];
    }

    /** A warp runs its threads from the i-th 32 on. */
    public void warp(int i, Warp warp) {
        warps[i] = warp;
    }

    /** Its shared memory. */
    public byte[] shared() {
        return shared;
    }

    /** Its warps that wait for phases of its mbarrier objects. */
    public List<Warp> mbarrierWaits() {
        return mbarrierWaits;
    }

    /** Accesses of other blocks of the cluster to its shared memory, where somebody watches. */
    public NeighbourAccesses neighbours() {
        NeighbourAccesses present = neighbours;
        if (present == null) {
            present = new NeighbourAccesses();
            neighbours = present;
        }
        return present;
    }

    /** What threads release and acquire at the mbarrier object at an offset in its shared memory. */
    public PhaseCausality mbarrier(int offset) {
        return mbarriers.computeIfAbsent(offset, key -> new PhaseCausality());
    }

    /** The object at an offset is made anew: what threads released at an earlier one is forgotten. */
    public void renewMbarrier(int offset) {
        mbarriers.remove(offset);
    }

    int liveWarps() {
        return liveWarps;
    }

    /** A warp of it ends. @return the warps that still run */
    public int endWarp() {
        return --liveWarps;
    }

    /** The block as the visibility checker knows it, where one watches. */
    public @Nullable BlockCausality watched() {
        return watched;
    }

    /** The visibility checker knows it. */
    public void watched(BlockCausality newWatched) {
        watched = newWatched;
    }

    /** Whether it is off its SM or on its way: its warps do not go on. */
    public boolean isSwappedOut() {
        return swappedOut;
    }

    /** It leaves its SM, or is back on one. */
    public void swappedOut(boolean isOut) {
        swappedOut = isOut;
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

    /** Threads of a warp bring their answers to the question of a barrier. */
    void answer(int barrier, int asked, int held) {
        askedThreads[barrier] += asked;
        heldThreads[barrier] += held;
    }

    /** Threads that have answered the question of a barrier. */
    int askedThreads(int barrier) {
        return askedThreads[barrier];
    }

    /** Those of them whose answer was yes. */
    int heldThreads(int barrier) {
        return heldThreads[barrier];
    }

    /** Opens a barrier for its next use. @return the warps that waited, one bit each */
    long open(int barrier) {
        long waiting = waitingWarps[barrier];
        arrivedThreads[barrier] = 0;
        waitingWarps[barrier] = 0;
        askedThreads[barrier] = 0;
        heldThreads[barrier] = 0;
        barriersOfAll &= ~(1 << barrier);
        return waiting;
    }
}
