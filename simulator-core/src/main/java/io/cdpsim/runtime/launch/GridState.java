package io.cdpsim.runtime.launch;

/** How far a posted grid, copy, fill or wait is. */
public enum GridState {
    /** The entry is not in use. */
    FREE,
    /** Posted; waits for what must come before it. */
    WAITING,
    /** Nothing holds it back any more. */
    READY,
    /** Its first block has been given an SM, or the copy has begun. */
    RUNNING,
    /** All its threads have exited; waits for its children and tails. */
    BODY_ENDED,
    /** It and all it launched are done, which those who wait for it are about to learn. */
    COMPLETING,
    /** Complete for those who wait in its stream; its parent has not been told, and its place in the pool is not free. */
    RETIRING
}
