package io.cdpsim.gpu.block;

import io.cdpsim.gpu.grid.BlockPlace;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.issue.BarrierTimes;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelProperty;
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
    /** Where it is in its grid; null until a thread asks. */
    private @Nullable BlockPlace place;

    private int sm;
    private Warp[] warps = new Warp[0];
    private int warpCount;
    private int liveWarps;
    /** What {@code %reserved_smem_offset_cap} says. */
    private static final int RESERVED_BYTES = 1 << 10;

    private byte[] shared = new byte[0];
    private int ownSharedBytes;
    private int reservedOffset;
    private final int[] arrivedThreads = new int[BARRIERS];
    private final long[] lastArrival = new long[BARRIERS];
    private final BarrierTimes barrierTimes = new BarrierTimes(BARRIERS);
    private final long[] waitingWarps = new long[BARRIERS];
    private final int[] participants = new int[BARRIERS];
    private final int[] heldThreads = new int[BARRIERS];
    /** Barriers that the whole block must reach and at which a warp has arrived, one bit each. */
    private int barriersOfAll;

    private int nullStream;
    private int launchRecord;
    private boolean hasLaunched;

    private final List<Warp> mbarrierWaits = new ArrayList<>(0);
    private @Nullable NeighbourAccesses neighbours;
    private final Map<Integer, PhaseCausality> mbarriers = new HashMap<>(0);
    /** The cluster of its own where its grid has no clusters. */
    private final Cluster own = new Cluster(ClusterShape.NONE, 0);

    private Cluster cluster = own;
    private int rank;
    private @Nullable BlockCausality watched;
    private boolean swappedOut;
    private long arrivesAt;
    private long endedAt;
    private int stackBytes;
    private boolean started;
    private long order;
    private boolean hasWarps;
    private long laneInstructions;

    /**
     * A block that is not resident.
     *
     * @param id its number on the device, reused for later blocks
     * @param grid the first grid that it belongs to
     */
    public Block(int id, Grid grid) {
        this.id = id;
        this.grid = grid;
    }

    /** Shared memory of the kernel's own, bytes. */
    public int ownSharedBytes() {
        return ownSharedBytes;
    }

    /** Where the memory lies that the system reserves, if the kernel uses it, bytes. */
    public int reservedOffset() {
        return reservedOffset;
    }

    /** Reuses the object for the block with an index of a grid, on an SM. */
    public void start(Grid newGrid, long newIndex, int newSm) {
        grid = newGrid;
        index = newIndex;
        place = null;
        sm = newSm;
        warpCount = newGrid.shape().warpsPerBlock();
        liveWarps = warpCount;
        if (warps.length < warpCount) {
            warps = new Warp[warpCount];
        }
        // Rule MEM-9.
        KernelAttributes attributes = newGrid.kernel().attributes();
        ownSharedBytes = attributes.staticSharedBytes() + (int) newGrid.shape().dynamicSharedBytes();
        reservedOffset = (ownSharedBytes + RESERVED_BYTES - 1) / RESERVED_BYTES * RESERVED_BYTES;
        int sharedBytes = attributes.has(KernelProperty.RESERVED_SHARED_MEMORY)
                ? reservedOffset + RESERVED_BYTES
                : ownSharedBytes;
        if (shared.length != sharedBytes) {
            shared = new byte[sharedBytes];
        } else {
            Arrays.fill(shared, (byte) 0);
        }
        own.restart();
        joins(own, 0);
        Arrays.fill(arrivedThreads, 0);
        barrierTimes.clear();
        Arrays.fill(waitingWarps, 0);
        Arrays.fill(participants, 0);
        Arrays.fill(heldThreads, 0);
        barriersOfAll = 0;
        mbarrierWaits.clear();
        mbarriers.clear();
        neighbours = null;
        nullStream = 0;
        launchRecord = 0;
        hasLaunched = false;
        swappedOut = false;
        started = false;
        endedAt = 0;
        laneInstructions = 0;
    }

    /**
     * It is on the way to its SM.
     *
     * @param cycle when it arrives
     * @param ofThread the stack of each thread in recursive code, bytes
     */
    public void arrives(long cycle, int ofThread) {
        arrivesAt = cycle;
        stackBytes = ofThread;
    }

    /** When it arrives, or has arrived, at its SM. */
    public long arrivesAt() {
        return arrivesAt;
    }

    /** The stack of each of its threads in recursive code, bytes. */
    public int stackBytes() {
        return stackBytes;
    }

    /** Whether its threads have started. */
    public boolean hasStarted() {
        return started;
    }

    /**
     * Its threads start.
     *
     * @param order how many blocks have started on its SM before, if older blocks issue first there; else 0
     */
    public void starts(long order) {
        started = true;
        this.order = order;
    }

    /** How many blocks had started on its SM before, if older blocks issue first there; else 0. */
    public long order() {
        return order;
    }

    /** When its last warp has ended. */
    public long endedAt() {
        return endedAt;
    }

    /** The last of its warps that have ended so far does so. */
    public void ends(long cycle) {
        endedAt = cycle;
    }

    /** Its number on the device. */
    public int id() {
        return id;
    }

    /** The grid the block belongs to. */
    public Grid grid() {
        return grid;
    }

    /** Index of the block in its grid, x fastest. */
    public long index() {
        return index;
    }

    /** The SM that the block is on, or was on when it was swapped out. */
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

    /** Moves the block to an SM. */
    public void moveTo(int newSm) {
        sm = newSm;
    }

    /** Where it is in its grid. */
    public BlockPlace place() {
        if (place == null) {
            place = BlockPlace.of(grid.shape(), index);
        }
        return place;
    }

    /** Number of warps. */
    public int warpCount() {
        return warpCount;
    }

    /** One of its warps. */
    public Warp warp(int i) {
        return warps[i];
    }

    /** Assigns the i-th 32 threads to a warp. */
    public void warp(int i, Warp warp) {
        warps[i] = warp;
    }

    /** Whether warps run its threads; before and behind, {@link #warp(int)} is of other blocks. */
    public boolean hasWarps() {
        return hasWarps;
    }

    /** Warps run its threads from now on, or no longer. */
    public void hasWarps(boolean has) {
        hasWarps = has;
    }

    /** Instructions that the lanes of its ended warps have run. */
    public long laneInstructions() {
        return laneInstructions;
    }

    /** The lanes of a warp that ends have run instructions. */
    public void ranInLanes(long instructions) {
        laneInstructions += instructions;
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
        if (neighbours == null) {
            neighbours = new NeighbourAccesses();
        }
        return neighbours;
    }

    /** What threads release and acquire at the mbarrier object at an offset in its shared memory. */
    public PhaseCausality mbarrier(int offset) {
        return mbarriers.computeIfAbsent(offset, key -> new PhaseCausality());
    }

    /** The object at an offset is made anew: what threads released at an earlier one is forgotten. */
    public void renewMbarrier(int offset) {
        mbarriers.remove(offset);
    }

    /** Warps with live threads. */
    public int liveWarps() {
        return liveWarps;
    }

    /** A warp of it ends. @return the number of live warps */
    public int endWarp() {
        return --liveWarps;
    }

    /** The block's record in the visibility checker, if accesses are checked. */
    public @Nullable BlockCausality watched() {
        return watched;
    }

    /** Sets the block's record in the visibility checker. */
    public void watched(BlockCausality newWatched) {
        watched = newWatched;
    }

    /** Whether the block is swapped out or being moved: its warps do not issue. */
    public boolean isSwappedOut() {
        return swappedOut;
    }

    /** The block leaves its SM, or has returned to one. */
    public void swappedOut(boolean isOut) {
        swappedOut = isOut;
    }

    /** The runtime's stream for launches into the NULL stream, or 0 (rule STR-5). */
    public int nullStream() {
        return nullStream;
    }

    /** Sets the block's NULL stream. */
    public void nullStream(int stream) {
        nullStream = stream;
    }

    /** A thread of the block launches a grid. @return whether it is the first launch of the block */
    public boolean launches() {
        boolean isFirst = !hasLaunched;
        hasLaunched = true;
        return isFirst;
    }

    /** The runtime's record of the block's launches, or 0. */
    public int launchRecord() {
        return launchRecord;
    }

    /** Sets the runtime's record. */
    public void launchRecord(int record) {
        launchRecord = record;
    }

    /** A warp arrives at a barrier. @return threads that have arrived so far */
    public int arrive(int barrier, int threads, boolean waits, int warp, long time) {
        lastArrival[barrier] = arrivedThreads[barrier] == 0 ? time : Math.max(lastArrival[barrier], time);
        arrivedThreads[barrier] += threads;
        if (waits) {
            waitingWarps[barrier] |= 1L << warp;
        }
        return arrivedThreads[barrier];
    }

    /** Threads that have arrived at a barrier. */
    public int arrived(int barrier) {
        return arrivedThreads[barrier];
    }

    /** When its barriers open. */
    public BarrierTimes barrierTimes() {
        return barrierTimes;
    }

    /** When the last thread arrived at a barrier, cycles. */
    public long lastArrival(int barrier) {
        return lastArrival[barrier];
    }

    /** Marks a barrier that opens when all live warps have arrived. */
    public void awaitsAll(int barrier) {
        barriersOfAll |= 1 << barrier;
    }

    /** The barriers that may open when a warp ends, one bit each. */
    public int barriersOfAll() {
        return barriersOfAll;
    }

    /** Adds a warp's predicates to the reduction of a barrier. */
    public void answer(int barrier, int asked, int held) {
        participants[barrier] += asked;
        heldThreads[barrier] += held;
    }

    /** Threads that have contributed to the reduction of a barrier. */
    public int participants(int barrier) {
        return participants[barrier];
    }

    /** Contributing threads whose predicate was true. */
    public int heldThreads(int barrier) {
        return heldThreads[barrier];
    }

    /** Resets a barrier for its next use. @return the warps that waited, one bit each */
    public long open(int barrier) {
        long waiting = waitingWarps[barrier];
        arrivedThreads[barrier] = 0;
        waitingWarps[barrier] = 0;
        participants[barrier] = 0;
        heldThreads[barrier] = 0;
        barriersOfAll &= ~(1 << barrier);
        return waiting;
    }
}
