package io.cdpsim.kernel.code;

/** What a warp vote answers. */
public enum VoteMode {
    /** True if the predicate holds in all active lanes. */
    ALL,
    /** True if it holds in any active lane. */
    ANY,
    /** True if it is the same in all active lanes. */
    UNIFORM,
    /** The mask of the active lanes in which it holds. */
    BALLOT
}
