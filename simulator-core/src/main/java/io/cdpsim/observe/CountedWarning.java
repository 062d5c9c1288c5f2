package io.cdpsim.observe;

/**
 * What a run was warned of, as often as it happened.
 *
 * @param rule id of the rule or the finding that it is about
 * @param message what happened and what mends it, ready to print
 * @param count how often, at least 1
 */
public record CountedWarning(String rule, String message, long count) {}
