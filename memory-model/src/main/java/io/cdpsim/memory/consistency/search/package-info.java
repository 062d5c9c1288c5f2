/**
 * The search for consistent executions: it chooses traces, orders of barriers and streams, reads-from, orders of fences and coherence, and backtracks as soon as an axiom is violated. Uses traces, relations and outcomes.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.search;
