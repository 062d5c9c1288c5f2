package io.cdpsim.memory.consistency.relations;

/** Arithmetic on numbers of executions. A number beyond the range of a long is {@link Long#MAX_VALUE}. */
public final class ExecutionCount {
    private ExecutionCount() {}

    /** The sum of two numbers. */
    public static long plus(long first, long second) {
        long sum = first + second;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** The product of two numbers. */
    public static long times(long first, long second) {
        return Math.multiplyHigh(first, second) != 0 || first * second < 0 ? Long.MAX_VALUE : first * second;
    }
}
