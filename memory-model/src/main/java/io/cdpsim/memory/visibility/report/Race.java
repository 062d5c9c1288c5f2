package io.cdpsim.memory.visibility.report;

import java.util.List;

/**
 * A pair of places in the program that access the same memory, at least one of them writing, with nothing that orders the two.
 *
 * @param kind who races with whom
 * @param first the access that came first in this run
 * @param second the other
 * @param address the first word for which it was seen
 * @param values the values that may be seen there, or be left there by two writes
 * @param count how often it was seen
 */
public record Race(
        RaceKind kind, RacingAccess first, RacingAccess second, long address, List<String> values, long count) {
    /** Keeps a copy. */
    public Race {
        values = List.copyOf(values);
    }
}
