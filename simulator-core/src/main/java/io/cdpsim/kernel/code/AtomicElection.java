package io.cdpsim.kernel.code;

/** Why lanes of a warp that update one word do so in one update. */
public enum AtomicElection {
    /** Each lane performs it for itself. */
    NONE,

    /** All lanes add the same value, so that one adds it as often as lanes take part. */
    SAME_VALUE,

    /** {@code REDUX} joins what the lanes bring. GPUs have it from compute capability 8.0 on (PTX ISA, {@code redux.sync}). */
    REDUCTION,

    /** All lanes add 1 to words of shared memory, which counts the lanes of each (SASS of CUDA 13.0: {@code ATOMS.POPC.INC}). */
    COUNT;

    /**
     * Whether they do on a GPU.
     *
     * @param hasReductions whether the GPU has {@code REDUX}
     */
    public boolean electsOn(boolean hasReductions) {
        return this == SAME_VALUE || this == COUNT || (this == REDUCTION && hasReductions);
    }
}
