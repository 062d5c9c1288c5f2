package io.cdpsim.memory.litmus;

import java.util.Arrays;
import java.util.Optional;

/** The function of the predicates of all threads of a barrier that {@code bar.red} returns. */
public enum BarrierReduction {
    /** The number of threads whose predicate is not 0. */
    COUNT("popc"),
    /** 1 if no thread's predicate is 0, else 0. */
    AND("and"),
    /** 1 if some thread's predicate is not 0, else 0. */
    OR("or");

    private final String mnemonic;

    BarrierReduction(String mnemonic) {
        this.mnemonic = mnemonic;
    }

    /** The reduction of a mnemonic, as in {@code popc}. */
    public static Optional<BarrierReduction> named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.mnemonic.equals(name))
                .findFirst();
    }

    /** The result for the predicates of all threads. */
    public long apply(long[] predicates) {
        long set = Arrays.stream(predicates).filter(each -> each != 0).count();
        return switch (this) {
            case COUNT -> set;
            case AND -> set == predicates.length ? 1 : 0;
            case OR -> set > 0 ? 1 : 0;
        };
    }
}
