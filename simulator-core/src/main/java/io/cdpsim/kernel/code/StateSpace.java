package io.cdpsim.kernel.code;

/** The state space named by a memory instruction. Addresses of {@link #SHARED} and {@link #LOCAL} are offsets from the space's start. */
public enum StateSpace {
    /** The space follows from the address (see {@code AddressMap}). */
    GENERIC,
    GLOBAL,
    SHARED,
    /** Shared memory of any block of the cluster; an address below the window of the first block is in the own block's. */
    SHARED_CLUSTER,
    LOCAL,
    CONSTANT
}
