package io.cdpsim.memory.litmus;

import java.util.List;
import java.util.function.Consumer;

/** A predicate over final states. */
public sealed interface Condition {
    /** Holds always. */
    static Condition always() {
        return new All(List.of());
    }

    /** Passes each term that the condition compares. */
    default void forEachTerm(Consumer<Term> consumer) {
        if (this instanceof All all) {
            all.parts().forEach(each -> each.forEachTerm(consumer));
        } else if (this instanceof Any any) {
            any.parts().forEach(each -> each.forEachTerm(consumer));
        } else if (this instanceof Not not) {
            not.part().forEachTerm(consumer);
        } else if (this instanceof Compare compare) {
            consumer.accept(compare.left());
            consumer.accept(compare.right());
        }
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

    /** The comparison of two terms holds. */
    record Compare(IntegerComparison comparison, Term left, Term right) implements Condition {}

    /** A term that a condition compares. */
    sealed interface Term {}

    /** A number. */
    record Value(long value) implements Term {}

    /** The address of a variable, by its index. */
    record Address(int variable) implements Term {}

    /**
     * The final value of a register.
     *
     * @param thread the thread's name: {@code P0}, or a launch and a thread of its grid, {@code c.0}
     */
    record Register(String thread, String register) implements Term {}

    /**
     * The final value of a variable.
     *
     * @param thread the thread of a shared or local variable; empty for memory that all threads share
     */
    record Memory(String thread, int variable) implements Term {}
}
