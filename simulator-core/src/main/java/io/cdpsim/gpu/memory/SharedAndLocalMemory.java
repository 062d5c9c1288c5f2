package io.cdpsim.gpu.memory;

import io.cdpsim.warp.Lanes;

/** The shared memory of a warp's block, and the local memory of each lane of the warp. */
public final class SharedAndLocalMemory {
    private byte[] shared = new byte[0];
    private byte[] local = new byte[0];
    private int localBytes;

    /**
     * Assigns the memories to new threads.
     *
     * @param blockShared the shared memory of their block
     * @param localBytesEach local memory of each lane, initially empty
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

    /** The local memory of all lanes, in lane order. */
    byte[] local() {
        return local;
    }

    /** Local memory of each lane, bytes. */
    int localBytes() {
        return localBytes;
    }
}
