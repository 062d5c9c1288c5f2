package io.cdpsim.experiments.validation.bench;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;

/** A loop as a compiler unrolls it: the count decreases by the unroll factor, and its test completes long before the branch. */
final class UnrolledLoop {
    private UnrolledLoop() {}

    /**
     * Repeats a body.
     *
     * @param count number of iterations, a positive multiple of {@code unroll}
     * @param unroll copies of the body between two branches
     */
    static void repeat(KernelBuilder k, Operand count, int unroll, Runnable body) {
        Register left = k.variable(count);
        Predicate again = k.predicate();
        k.doWhile(() -> {
            k.increment(left, Operand.s32(-unroll));
            k.compareInto(again, Comparison.NOT_EQUAL, left, Operand.s32(0));
            for (int i = 0; i < unroll; i++) {
                body.run();
            }
            return again;
        });
    }
}
