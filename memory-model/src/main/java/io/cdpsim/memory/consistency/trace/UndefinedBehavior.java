package io.cdpsim.memory.consistency.trace;

/**
 * Something that the model does not define, done in an execution.
 *
 * @param rule the rule's id
 * @param what which instruction did what
 */
public record UndefinedBehavior(String rule, String what) {}
