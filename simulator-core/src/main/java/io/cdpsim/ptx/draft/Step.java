package io.cdpsim.ptx.draft;

/** What a draft of a function consists of. */
public sealed interface Step permits Step.Label, DraftInstruction {
    /**
     * A place to branch to.
     *
     * @param id the function's number for it
     */
    record Label(int id) implements Step {}
}
