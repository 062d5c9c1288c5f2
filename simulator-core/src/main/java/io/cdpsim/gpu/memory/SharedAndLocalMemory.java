package io.cdpsim.gpu.memory;

import io.cdpsim.warp.Lanes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The shared memory of a warp's block, and the local memory of each lane of the warp. */
public final class SharedAndLocalMemory {
    /** Bits of an offset in the window of a block. Window 0 is the own block's, window r + 1 that of the block with rank r. */
    public static final int WINDOW_SHIFT = 24;

    private byte[] shared = new byte[0];
    private byte[] @Nullable [] cluster = new byte[0] @Nullable [];
    private byte[] local = new byte[0];
    private int localBytes;

    /**
     * Assigns the memories to new threads.
     *
     * @param blockShared the shared memory of their block
     * @param clusterShared the shared memory of each block of their cluster, null of one that has ended
     * @param localBytesEach local memory of each lane, initially empty
     */
    public void start(byte[] blockShared, byte[] @Nullable [] clusterShared, int localBytesEach) {
        shared = blockShared;
        cluster = clusterShared;
        localBytes = localBytesEach;
        int all = localBytesEach * Lanes.COUNT;
        // Stacks of recursive code are large: the memory of the warp before is emptied rather than left to the garbage
        // collector.
        if (all == local.length) {
            Arrays.fill(local, (byte) 0);
        } else if (all > 0) {
            local = new byte[all];
        }
    }

    /** Assigns the memories to new threads of a block without a cluster. */
    public void start(byte[] blockShared, int localBytesEach) {
        start(blockShared, new byte[0] @Nullable [], localBytesEach);
    }

    /** The shared memory of the block. */
    public byte[] shared() {
        return shared;
    }

    /** The shared memory at an offset: the block's own, or that of a block of the cluster; null if there is none. */
    public byte @Nullable [] sharedAt(long offset) {
        long window = offset >>> WINDOW_SHIFT;
        return window == 0 ? shared : window > 0 && window <= cluster.length ? cluster[(int) window - 1] : null;
    }

    /** The rank of a block of the cluster that has ended, in whose shared memory an offset lies; -1 if it lies in none. */
    public int endedBlockAt(long offset) {
        long window = offset >>> WINDOW_SHIFT;
        return window > 0 && window <= cluster.length && cluster[(int) window - 1] == null ? (int) window - 1 : -1;
    }

    /** The local memory of all lanes, in lane order. */
    public byte[] local() {
        return local;
    }

    /** Local memory of each lane, bytes. */
    public int localBytes() {
        return localBytes;
    }
}
