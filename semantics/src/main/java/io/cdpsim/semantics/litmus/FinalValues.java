package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.litmus.Condition;
import java.util.OptionalLong;

/** What the terms of conditions stand for once a run has ended. */
interface FinalValues {
    /** The value of a register or variable; empty if its thread did not run. */
    OptionalLong of(Condition.Term term);

    /** A value as people read it: the address of x as {@code &x}. */
    String shown(long value);
}
