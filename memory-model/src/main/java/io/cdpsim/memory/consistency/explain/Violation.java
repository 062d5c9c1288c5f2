package io.cdpsim.memory.consistency.explain;

import java.util.List;

/**
 * Why an execution is not consistent.
 *
 * @param axiom the axiom that it breaks
 * @param circle the edges that the axiom forbids together
 */
record Violation(String axiom, List<Step> circle) {
    /** One edge of a path or a circle, {@code from} or {@code to} being -1 for the initial write. */
    record Step(int from, int to, String relation) {}
}
