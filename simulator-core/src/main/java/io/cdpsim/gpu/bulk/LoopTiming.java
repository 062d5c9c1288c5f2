package io.cdpsim.gpu.bulk;

import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.profile.GpuProfile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long one iteration of a loop takes when a number of warps run it side by side on an SM. Found once for each such case by running
 * a few iterations' instructions through the schedulers and pipes of an SM of its own, without values.
 */
public final class LoopTiming {
    /** Instructions of a warp that are enough to reach and to see the steady state: warps that start together need long to spread. */
    private static final int SAMPLE_INSTRUCTIONS = 12_000;

    /** Iterations of which the first are left out, at least. */
    private static final int LEAST_ITERATIONS = 4;

    /** Passes of an inner loop that are run; what more it has goes on at the same rate. */
    private static final int FEW_PASSES = 8;

    private static final int MORE_PASSES = 24;

    /** Where the first warp that comes to a sector finds it. */
    enum Source {
        /** L1, if loads from global memory are kept there; else as {@link #L2}. */
        L1,
        L2,
        /** The partition of the L2 that the SM is not close to. */
        FAR_L2,
        DRAM
    }

    private record Case(int mix, int warpsPerScheduler, int warpsPerBlock, Source source) {}

    private final GpuProfile profile;
    private final PipeTiming timing;
    private final IdentityHashMap<BulkMix, Integer> mixes = new IdentityHashMap<>();
    private final Map<Case, Double> known = new HashMap<>();

    public LoopTiming(GpuProfile profile, PipeTiming timing) {
        this.profile = profile;
        this.timing = timing;
    }

    /**
     * Cycles of one iteration.
     *
     * @param mix the loop
     * @param warpsPerScheduler warps that run it on each scheduler
     * @param warpsPerBlock warps that a barrier waits for
     * @param source where its loads from global memory go
     */
    double cyclesPerIteration(BulkMix mix, int warpsPerScheduler, int warpsPerBlock, Source source) {
        Case wanted = new Case(mixes.computeIfAbsent(mix, m -> mixes.size()), warpsPerScheduler, warpsPerBlock, source);
        Double cycles = known.get(wanted);
        if (cycles == null) {
            cycles = measure(mix, wanted);
            known.put(wanted, cycles);
        }
        return cycles;
    }

    private int fetchCycles(Source source) {
        return switch (source) {
            case L1 -> profile.l1().cachesGlobalLoads() ? 0 : profile.l2().latencyCycles();
            case L2 -> profile.l2().latencyCycles();
            case FAR_L2 -> profile.l2().latencyCycles() + profile.l2().farCycles();
            case DRAM -> profile.dram().latencyCycles();
        };
    }

    private double measure(BulkMix mix, Case wanted) {
        int longest = 1;
        for (BulkMix.Part part : mix.parts()) {
            longest = Math.max(longest, part.passes());
        }
        if (longest <= MORE_PASSES) {
            return sample(mix, wanted);
        }
        double few = sample(withPasses(mix, FEW_PASSES), wanted);
        double more = sample(withPasses(mix, MORE_PASSES), wanted);
        return more + (longest - MORE_PASSES) * (more - few) / (MORE_PASSES - FEW_PASSES);
    }

    private static BulkMix withPasses(BulkMix mix, int passes) {
        List<BulkMix.Part> parts = new ArrayList<>();
        for (BulkMix.Part part : mix.parts()) {
            parts.add(part.passes() == 1 ? part : new BulkMix.Part(part.steps(), passes));
        }
        return new BulkMix(parts);
    }

    private double sample(BulkMix mix, Case wanted) {
        int iterations = (int) Math.max(LEAST_ITERATIONS, SAMPLE_INSTRUCTIONS / mix.issueSlots());
        int leftOut = iterations / LEAST_ITERATIONS;
        LoopSimulation sample = new LoopSimulation(
                profile, timing, mix, wanted.warpsPerScheduler(), wanted.warpsPerBlock(), fetchCycles(wanted.source()));
        double start = sample.runTo(leftOut);
        return (sample.runTo(iterations) - start) / (iterations - leftOut);
    }
}
