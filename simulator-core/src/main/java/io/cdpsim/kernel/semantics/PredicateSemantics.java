package io.cdpsim.kernel.semantics;

/** Logic of predicates, a bit a lane, and the choice by one of them. */
public final class PredicateSemantics {
    private PredicateSemantics() {}

    public static int predicateAnd(int a, int b) {
        return a & b;
    }

    public static int predicateOr(int a, int b) {
        return a | b;
    }

    public static int predicateXor(int a, int b) {
        return a ^ b;
    }

    public static int predicateNot(int a) {
        return ~a;
    }

    /** a where the predicate holds. */
    public static long select(long a, long b, boolean c) {
        return c ? a : b;
    }
}
