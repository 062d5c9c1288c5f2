package io.cdpsim.experiments.step;

/** What happens in a step. */
public enum StepKind {
    /** A warp executes an instruction. */
    INSTRUCTION,
    /** A call has returned: its results are in the warp's registers. */
    CALL_RETURN,
    /** A launch is accepted. */
    LAUNCH,
    /** A launch fails. */
    LAUNCH_FAILURE,
    /** A grid's first block is placed. */
    GRID_START,
    /** All threads of a grid have exited. */
    GRID_END,
    /** A grid and all that it launched are complete. */
    GRID_COMPLETION,
    /** A block is placed on an SM. */
    BLOCK_START,
    /** All threads of a block have exited. */
    BLOCK_END,
    /** A call of the host returns. */
    HOST_CALL,
    /** Memory has changed, but not by a store or an atomic: a copy, a fill, or the host. */
    MEMORY_CHANGE;

    private static final StepKind[] ALL = values();

    static StepKind of(int number) {
        return ALL[number];
    }
}
