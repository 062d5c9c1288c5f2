package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.IntegerComparison;

/** What must hold of values for a thread to take the path it takes. */
public record PathConstraint(IntegerComparison comparison, SymbolicValue left, SymbolicValue right, boolean expected) {}
