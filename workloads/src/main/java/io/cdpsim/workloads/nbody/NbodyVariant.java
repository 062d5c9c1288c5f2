package io.cdpsim.workloads.nbody;

/** How the force kernel of an N-body step reads the bodies. */
public enum NbodyVariant {
    /** Every thread loads every body from global memory. */
    AOS,
    /** A block loads tiles of bodies into shared memory. */
    SHARED,
    /** A warp loads 32 bodies and passes them on by shuffles. */
    SHUFFLE,
    /** Each pair is computed once, and the reaction added by atomics. */
    ATOMIC,
    /** As {@link #SHARED}, in code that computes the pairs of two bodies of the tile side by side. */
    PAIRED,
    /** As {@link #SHARED}, with a loop over the tile that is not unrolled and has a 64-bit counter, as compilers of the time seem to have left the published code. */
    ROLLED;

    /** Whether blocks keep tiles of bodies in shared memory. */
    boolean hasTiles() {
        return this == SHARED || this == PAIRED || this == ROLLED;
    }

    /** Whether blocks must be full of bodies, and warps of lanes. */
    boolean needsFullBlocks() {
        return hasTiles() || this == SHUFFLE;
    }
}
