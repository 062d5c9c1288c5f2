package io.cdpsim.gpu.bulk;

import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.BulkMix.Spread;
import java.util.ArrayList;
import java.util.List;

/** The instructions that a warp issues in one iteration of a loop, inner loops unrolled, and the memory that its loads read. */
final class UnrolledLoop {
    private final BulkMix.Step[] steps;
    private final int warpsPerBlock;
    private final long[] offsetInIteration;
    private final long bytesPerIteration;

    UnrolledLoop(BulkMix mix, int warpsPerBlock) {
        this.warpsPerBlock = warpsPerBlock;
        steps = unrolled(mix);
        offsetInIteration = new long[steps.length];
        long bytes = 0;
        for (int i = 0; i < steps.length; i++) {
            offsetInIteration[i] = bytes;
            bytes += steps[i].blockLoadBytes(warpsPerBlock);
        }
        bytesPerIteration = bytes;
    }

    private static BulkMix.Step[] unrolled(BulkMix mix) {
        List<BulkMix.Step> steps = new ArrayList<>();
        for (BulkMix.Part part : mix.parts()) {
            for (int pass = 0; pass < part.passes(); pass++) {
                steps.addAll(part.steps());
            }
        }
        return steps.toArray(new BulkMix.Step[0]);
    }

    int count() {
        return steps.length;
    }

    BulkMix.Step step(int index) {
        return steps[index];
    }

    /** Position of the bytes that a warp loads in a step, which is an access, relative to the loop's start in memory. */
    long position(int iteration, int index, int warp) {
        BulkMix.Step step = steps[index];
        return iteration * bytesPerIteration
                + offsetInIteration[index]
                + (step.spread() == Spread.BY_THREAD ? step.warpBytes() * (warp % warpsPerBlock) : 0);
    }

    /** Most registers that a step reads. */
    int registers() {
        int count = 0;
        for (BulkMix.Step step : steps) {
            for (int register : step.instruction().registerReads()) {
                count = Math.max(count, register + 1);
            }
        }
        return count;
    }

    /** Most predicates that a step reads or writes. */
    int predicates() {
        int count = 0;
        for (BulkMix.Step step : steps) {
            for (int predicate : step.instruction().predicateReads()) {
                count = Math.max(count, predicate + 1);
            }
            if (step.instruction().opcode().writesPredicate()) {
                count = Math.max(count, step.instruction().destination() + 1);
            }
        }
        return count;
    }
}
