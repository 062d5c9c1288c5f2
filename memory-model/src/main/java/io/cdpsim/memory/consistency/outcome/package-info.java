/**
 * The outcome of executions: final states with their counts, conditions on them, and data races. Uses traces and relations.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.outcome;
