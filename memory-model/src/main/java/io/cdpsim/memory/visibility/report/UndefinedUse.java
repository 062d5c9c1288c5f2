package io.cdpsim.memory.visibility.report;

/**
 * A use of memory, a stream or an event that is undefined whatever the order of accesses.
 *
 * @param rule the rule that forbids it
 * @param message what was done, and where
 * @param count how often it was seen
 */
public record UndefinedUse(String rule, String message, long count) {}
