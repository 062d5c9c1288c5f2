package io.cdpsim.memory.visibility.report;

import java.util.List;

/**
 * The findings of the checker.
 *
 * @param races each pair of instructions once, in the order of their first occurrence
 * @param misuses undefined uses, each message once
 */
public record VisibilityReport(List<Race> races, List<UndefinedUse> misuses) {
    /** A report without findings. */
    public static final VisibilityReport CLEAN = new VisibilityReport(List.of(), List.of());

    /** Keeps copies. */
    public VisibilityReport {
        races = List.copyOf(races);
        misuses = List.copyOf(misuses);
    }

    /** Whether the report has no findings. */
    public boolean isClean() {
        return races.isEmpty() && misuses.isEmpty();
    }

    /**
     * A pair of instructions with unordered accesses to the same memory, at least one a write.
     *
     * @param kind the relation of the two threads
     * @param first the earlier access in this run
     * @param second the later access
     * @param address the address of the first occurrence
     * @param values the values that a read may return, or that two writes may leave
     * @param count number of occurrences
     * @param launches the launches that lead to the first occurrence
     */
    public record Race(
            RaceKind kind,
            RacingAccess first,
            RacingAccess second,
            long address,
            List<String> values,
            long count,
            RaceLaunches launches) {
        /** Keeps a copy. */
        public Race {
            values = List.copyOf(values);
        }

        /** A race of two blocks. */
        public Race(
                RaceKind kind, RacingAccess first, RacingAccess second, long address, List<String> values, long count) {
            this(kind, first, second, address, values, count, RaceLaunches.OF_BLOCKS);
        }

        /** Whether both accesses write, and the same value in each occurrence, so that their order makes no difference. */
        public boolean isOfOneValue() {
            return changes(first) && changes(second) && values.size() == 1;
        }

        private static boolean changes(RacingAccess access) {
            return access.does().equals("writes") || access.does().equals("updates");
        }
    }

    /**
     * A use of memory, a stream or an event that is undefined in every order of accesses.
     *
     * @param rule id of the violated rule
     * @param message the use and its place
     * @param count number of occurrences
     */
    public record UndefinedUse(String rule, String message, long count) {}

    /**
     * A side of a race: a thread and its access.
     *
     * @param code the name of the kernel or of the operation, such as {@code the host}
     * @param isKernel whether the code is a kernel
     * @param grid number of the grid in the run, 0 for the host
     * @param block index of the block in its grid
     * @param thread index of the thread in its block
     * @param place place of the instruction in the kernel
     * @param does {@code reads}, {@code writes}, {@code updates} or {@code frees}
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
