package io.cdpsim.ptx.draft;

/** An element of a draft function. */
public sealed interface Step permits Step.Label, DraftInstruction {
    /**
     * A place to branch to.
     *
     * @param id the function's number for it
     */
    record Label(int id) implements Step {}
}
