package io.cdpsim.kernel.code;

/** Why one lane of a warp performs an atomic for all. */
public enum AtomicElection {
    /** Each lane performs it for itself. */
    NONE,

    /** All lanes add the same value, so that one adds it as often as lanes take part. */
    SAME_VALUE,

    /** {@code REDUX} joins what the lanes bring. GPUs have it from compute capability 8.0 on (PTX ISA, {@code redux.sync}). */
    REDUCTION;

    /**
     * Whether one lane performs it on a GPU.
     *
     * @param hasReductions whether the GPU has {@code REDUX}
     */
    public boolean electsOn(boolean hasReductions) {
        return this == SAME_VALUE || (this == REDUCTION && hasReductions);
    }
}
