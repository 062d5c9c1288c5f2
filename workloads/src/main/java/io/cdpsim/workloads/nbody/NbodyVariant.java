package io.cdpsim.workloads.nbody;

/** How the force kernel of an N-body step reads the bodies. */
public enum NbodyVariant {
    /** Every thread loads every body from global memory. */
    AOS,
    /** A block loads tiles of bodies into shared memory. */
    SHARED,
    /** A warp loads 32 bodies and exchanges them by shuffles. */
    SHUFFLE,
    /** Each pair is computed once, and the reaction is added by atomics. */
    ATOMIC,
    /** As {@link #SHARED}, with code that interleaves the pairs of two bodies of the tile. */
    PAIRED,
    /**
     * As {@link #SHARED}, with a loop over the tile that is not unrolled and has a 64-bit counter, as the published code suggests that compilers of
     * its time left it.
     */
    ROLLED;

    /** Whether blocks keep tiles of bodies in shared memory. */
    boolean hasTiles() {
        return this == SHARED || this == PAIRED || this == ROLLED;
    }

    /** Whether blocks must be full of bodies, and warps full of lanes. */
    boolean needsFullBlocks() {
        return hasTiles() || this == SHUFFLE;
    }
}
