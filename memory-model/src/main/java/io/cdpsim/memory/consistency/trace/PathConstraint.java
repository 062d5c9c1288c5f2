package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.Comparison;

/** What must hold of values for a thread to take the path it takes. */
public record PathConstraint(Comparison comparison, SymbolicValue left, SymbolicValue right, boolean expected) {}
