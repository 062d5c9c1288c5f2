package io.cdpsim.memory.consistency.explain;

import java.util.List;

/**
 * Why an execution is not consistent.
 *
 * @param axiom the axiom that it breaks
 * @param circle the edges that the axiom forbids together
 */
record Violation(String axiom, List<Step> circle) {}
