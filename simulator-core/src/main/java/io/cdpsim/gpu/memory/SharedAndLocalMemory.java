package io.cdpsim.gpu.memory;

import io.cdpsim.warp.Lanes;

/** The memories that not everybody reaches: the shared memory of the block that some lanes belong to, and the local memory of each of them. */
public final class SharedAndLocalMemory {
    private byte[] shared = new byte[0];
    private byte[] local = new byte[0];
    private int localBytes;

    /**
     * Other lanes have it from now on.
     *
     * @param blockShared the shared memory of their block, which stays the block's
     * @param localBytesEach local memory of each lane, which begins empty
     */
    public void start(byte[] blockShared, int localBytesEach) {
        shared = blockShared;
        localBytes = localBytesEach;
        if (localBytesEach > 0) {
            local = new byte[localBytesEach * Lanes.COUNT];
        }
    }

    /** The shared memory of the block. */
    byte[] shared() {
        return shared;
    }

    /** The local memory of all lanes, one after the other. */
    byte[] local() {
        return local;
    }

    /** Local memory of each lane, bytes. */
    int localBytes() {
        return localBytes;
    }
}
