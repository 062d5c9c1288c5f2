package io.cdpsim.semantics.litmus;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import java.util.SplittableRandom;

/** Draws pauses between instructions, from a few nanoseconds to the time of several launches, so that every interleaving can occur. */
final class RandomPauses {
    private static final int LONGEST_BITS = 16;
    private static final int SHARE_WITHOUT = 2;

    private final SplittableRandom random;

    RandomPauses(SplittableRandom random) {
        this.random = random;
    }

    /**
     * Emits a pause, or none.
     *
     * @param record number of the thread's record: instances of one kernel pause differently
     */
    void emit(KernelBuilder k, Operand record) {
        if (random.nextInt(SHARE_WITHOUT) == 0) {
            return;
        }
        long mask = (1L << random.nextInt(LONGEST_BITS + 1)) - 1;
        Operand mixed = k.multiply(
                k.add(record, Operand.s64(random.nextInt(1 << 20))), Operand.s64(random.nextInt(1 << 28) | 1));
        k.nanosleep(k.and(k.shiftRight(mixed, Operand.s64(5)), Operand.s64(mask)));
    }

    /** A pause of the host in nanoseconds. */
    double hostNanos() {
        return random.nextInt(SHARE_WITHOUT) == 0 ? 0 : random.nextInt(1 << random.nextInt(LONGEST_BITS + 1));
    }
}
