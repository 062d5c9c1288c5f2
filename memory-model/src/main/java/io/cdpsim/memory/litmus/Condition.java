package io.cdpsim.memory.litmus;

import java.util.List;

/** A statement about a final state. */
public sealed interface Condition {
    /** Holds always. */
    static Condition always() {
        return new All(List.of());
    }

    /** Every part holds. */
    record All(List<Condition> parts) implements Condition {
        /** Keeps a copy. */
        public All {
            parts = List.copyOf(parts);
        }
    }

    /** Some part holds. */
    record Any(List<Condition> parts) implements Condition {
        /** Keeps a copy. */
        public Any {
            parts = List.copyOf(parts);
        }
    }

    /** The part does not hold. */
    record Not(Condition part) implements Condition {}

    /** Two values compare so. */
    record Compare(IntegerComparison comparison, Term left, Term right) implements Condition {}

    /** What a condition compares. */
    sealed interface Term {}

    /** A number. */
    record Value(long value) implements Term {}

    /** The address of a variable, by its index. */
    record Address(int variable) implements Term {}

    /**
     * A register at its thread's end.
     *
     * @param thread the thread's name: {@code P0}, or a launch and a thread of its grid, {@code c.0}
     */
    record Register(String thread, String register) implements Term {}

    /**
     * A variable at the end of all.
     *
     * @param thread whose shared or local one; empty for memory that all threads share
     */
    record Memory(String thread, int variable) implements Term {}
}
