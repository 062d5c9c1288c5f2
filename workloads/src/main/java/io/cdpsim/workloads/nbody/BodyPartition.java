package io.cdpsim.workloads.nbody;

import com.google.common.math.IntMath;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.InvalidInputException;
import java.math.RoundingMode;

/** The partition of the bodies over the GPUs: shares as equal as whole blocks permit. */
final class BodyPartition {
    private final int bodies;
    private final int block;
    private final int gpus;

    /**
     * @param settings the run
     * @throws InvalidInputException if the variant does not support the sizes
     */
    BodyPartition(NbodySettings settings) {
        bodies = settings.bodies();
        block = settings.blockThreads();
        gpus = settings.gpus();
        boolean wholeBlocks = settings.variant().needsFullBlocks();
        if (wholeBlocks && block % Lanes.COUNT != 0) {
            throw new InvalidInputException(
                    "--block " + block + " has a warp that is not full, which the variants shared,"
                            + " paired, rolled and shuffle cannot use: take a multiple of " + Lanes.COUNT + ", such as "
                            + nearest(block, Lanes.COUNT, Integer.MAX_VALUE));
        }
        if (wholeBlocks && bodies % block != 0) {
            throw new InvalidInputException("--bodies " + bodies + " does not fill blocks of " + block
                    + " threads, which the variants shared, paired, rolled and shuffle need: take "
                    + nearest(bodies, block, InitialBodies.MOST)
                    + " bodies, or variant aos");
        }
        if (blocks() < gpus) {
            throw new InvalidInputException("--gpus " + gpus + " is more than the " + blocks() + " blocks that "
                    + bodies + " bodies need: take fewer GPUs, or smaller blocks");
        }
    }

    /** The next multiples below and above a number, as text; the one above only where it is not too large. */
    private static String nearest(int number, int step, int most) {
        long below = number / step * (long) step;
        long above = below + step;
        if (above > most) {
            return Long.toString(below);
        }
        return below == 0 ? Long.toString(above) : below + " or " + above;
    }

    private int blocks() {
        return IntMath.divide(bodies, block, RoundingMode.CEILING);
    }

    /** The first body of a GPU; for the number of GPUs, the number of bodies. */
    int first(int gpu) {
        return (int) Math.min(bodies, (long) blocks() * gpu / gpus * block);
    }

    /** Blocks that a GPU runs. */
    int blocks(int gpu) {
        return IntMath.divide(first(gpu + 1) - first(gpu), block, RoundingMode.CEILING);
    }
}
