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
    ATOMIC
}
