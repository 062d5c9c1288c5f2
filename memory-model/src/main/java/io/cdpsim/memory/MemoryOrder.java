package io.cdpsim.memory;

/** The semantics of a memory operation in the PTX memory model. */
public enum MemoryOrder {
    /** An ordinary access. */
    WEAK,
    /** Strong, with no ordering of other accesses. */
    RELAXED,
    /** A strong load that orders what follows it. */
    ACQUIRE,
    /** A strong store that orders what precedes it. */
    RELEASE,
    /** Both, for atomics. */
    ACQUIRE_RELEASE;

    /** Whether a load of this order orders what follows it. */
    public boolean acquires() {
        return this == ACQUIRE || this == ACQUIRE_RELEASE;
    }

    /** Whether a store of this order orders what precedes it. */
    public boolean releases() {
        return this == RELEASE || this == ACQUIRE_RELEASE;
    }
}
