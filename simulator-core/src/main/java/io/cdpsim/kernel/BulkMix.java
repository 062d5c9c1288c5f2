package io.cdpsim.kernel;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one iteration of a loop costs a warp, without its values.
 *
 * @param warpInstructions instructions a warp issues to each pipe in one iteration; fractions stand for what an unrolled loop shares
 * @param sharedWavefronts cycles for which one iteration holds the SM's shared-memory port
 * @param globalSectors sectors of 32 bytes that one iteration asks of the L2 cache
 * @param dependentPipeSteps length of the longest chain of dependent instructions, by pipe
 * @param dependentSharedLoads shared-memory loads in that chain
 * @param dependentGlobalLoads loads from the L1 cache in that chain
 * @param unroll iterations whose chains overlap
 */
public record BulkMix(
        Map<Pipe, Double> warpInstructions,
        double sharedWavefronts,
        double globalSectors,
        Map<Pipe, Double> dependentPipeSteps,
        double dependentSharedLoads,
        double dependentGlobalLoads,
        int unroll) {
    public BulkMix {
        warpInstructions = ordered(warpInstructions);
        dependentPipeSteps = ordered(dependentPipeSteps);
        if (unroll < 1) {
            throw new IllegalArgumentException("unroll must be 1 or more, not " + unroll);
        }
    }

    // In the order of the pipes, so that sums come out the same in every run.
    private static Map<Pipe, Double> ordered(Map<Pipe, Double> counts) {
        Map<Pipe, Double> ordered = new EnumMap<>(Pipe.class);
        ordered.putAll(counts);
        return Collections.unmodifiableMap(ordered);
    }

    /** Instructions a warp issues in one iteration. */
    public double issueSlots() {
        double slots = 0;
        for (double count : warpInstructions.values()) {
            slots += count;
        }
        return slots;
    }
}
