package io.cdpsim.memory.litmus;

import io.cdpsim.memory.Scope;

/** The set of threads among which a strong operation of a litmus test takes effect. */
public enum LitmusScope {
    /** {@code .cta}: the threads of one block. */
    BLOCK,
    /** {@code .cluster}: the threads of one thread block cluster, which is a block of its own where a test names no cluster. */
    CLUSTER,
    /** {@code .gpu}: all threads of one device. */
    DEVICE,
    /** {@code .sys}: all threads of all devices and the host. */
    SYSTEM;

    /** The narrowest scope of the simulator, which has no clusters, that includes this one. */
    public Scope simulated() {
        return switch (this) {
            case BLOCK -> Scope.BLOCK;
            case CLUSTER, DEVICE -> Scope.DEVICE;
            case SYSTEM -> Scope.SYSTEM;
        };
    }
}
