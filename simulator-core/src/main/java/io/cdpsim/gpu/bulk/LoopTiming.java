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
 * Cycles of one iteration of a loop that a number of warps run concurrently on an SM. Each case is computed once by running
 * a few iterations' instructions through the schedulers and pipes of a separate SM, without values.
 */
public final class LoopTiming {
    /** Instructions of a warp that suffice to reach and measure the steady state: warps that start together take long to spread. */
    private static final int SAMPLE_INSTRUCTIONS = 12_000;

    /** Least number of leading iterations that are left out. */
    private static final int LEAST_ITERATIONS = 4;

    /** Passes of an inner loop that are simulated; further passes take as long each. */
    private static final int FEW_PASSES = 8;

    private static final int MORE_PASSES = 24;

    /** Where the first warp that loads a sector finds it. */
    enum Source {
        /** L1, if loads from global memory are cached there; otherwise as {@link #L2}. */
        L1,
        L2,
        /** The L2 partition far from the SM. */
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
     * @param warpsPerScheduler warps that run the loop on each scheduler
     * @param warpsPerBlock warps of a block, for which a barrier waits
     * @param source the level that serves its loads from global memory
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
            case FAR_L2 -> profile.l2().latencyCycles() + profile.l2().remotePartitionCycles();
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
