package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.litmus.Condition;
import java.util.OptionalLong;

/** The values of the terms of conditions after a run. */
interface FinalValues {
    /** The value of a register or variable; empty if its thread did not run. */
    OptionalLong of(Condition.Term term);

    /** The text of a value: {@code &x} for the address of x. */
    String shown(long value);
}
