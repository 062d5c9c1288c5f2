/**
 * What is seen of executions: final states with their counts, whether conditions hold of them, and data races. May know traces and
 * relations.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.outcome;
