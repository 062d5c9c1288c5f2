package io.cdpsim.memory.visibility.report;

import java.util.List;

/**
 * What the checker found.
 *
 * @param races each pair of places once, in the order in which they were found
 * @param misuses each place once
 */
public record VisibilityReport(List<Race> races, List<UndefinedUse> misuses) {
    /** Nothing found. */
    public static final VisibilityReport CLEAN = new VisibilityReport(List.of(), List.of());

    /** Keeps copies. */
    public VisibilityReport {
        races = List.copyOf(races);
        misuses = List.copyOf(misuses);
    }

    /** Whether nothing was found. */
    public boolean isClean() {
        return races.isEmpty() && misuses.isEmpty();
    }

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

    /**
     * A use of memory, a stream or an event that is undefined whatever the order of accesses.
     *
     * @param rule the rule that forbids it
     * @param message what was done, and where
     * @param count how often it was seen
     */
    public record UndefinedUse(String rule, String message, long count) {}

    /**
     * Who made an access, and how.
     *
     * @param code the kernel's name; what it is where it is none, such as {@code the host}
     * @param isKernel whether it is a kernel
     * @param grid number of the grid in the run, 0 for the host
     * @param block index of the block in its grid
     * @param thread index of the thread in its block
     * @param place where in the kernel
     * @param does {@code reads}, {@code writes} or {@code updates}
     * @param strength {@code weak}, or the scope of a strong access
     */
    public record RacingAccess(
            String code,
            boolean isKernel,
            long grid,
            long block,
            int thread,
            String place,
            String does,
            String strength) {}
}
