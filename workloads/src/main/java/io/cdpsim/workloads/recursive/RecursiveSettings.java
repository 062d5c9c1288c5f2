package io.cdpsim.workloads.recursive;

import java.util.OptionalInt;

/**
 * The recursion {@code recursive_k} of the rulebook.
 *
 * @param depth nesting depth at which the recursion ends, at least 0
 * @param syncAt depth at which the parent launches, synchronises (CDP1 only) and launches again, at least 0; empty for 3, or the same without a
 *     synchronisation where the profile has CDP2
 * @param syncLimit limit of the synchronisation depth, at least 0; empty for the profile's default
 */
public record RecursiveSettings(int depth, OptionalInt syncAt, OptionalInt syncLimit) {}
