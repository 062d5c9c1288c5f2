/**
 * Every way in which an execution may go: traces, orders of barriers and streams, writes that reads return, orders of fences and
 * coherence, each left off as soon as an axiom is broken. May know traces, relations and what outcomes look at.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.search;
