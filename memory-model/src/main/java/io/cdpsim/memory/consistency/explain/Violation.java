package io.cdpsim.memory.consistency.explain;

import java.util.List;

/**
 * A violated axiom of an inconsistent execution.
 *
 * @param axiom the violated axiom
 * @param cycle the cycle that the axiom forbids
 */
record Violation(String axiom, List<Step> cycle) {
    /** An edge of a path or a cycle; {@code from} or {@code to} is -1 for the initial write. */
    record Step(int from, int to, String relation) {}
}
