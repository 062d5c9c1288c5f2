/**
 * Liveness: whether every execution of a test ends under a progress model. Uses traces, relations, outcomes and the search for executions.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.progress;
