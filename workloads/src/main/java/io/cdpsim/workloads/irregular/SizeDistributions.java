package io.cdpsim.workloads.irregular;

import io.cdpsim.workloads.InvalidInputException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/** Draws sizes, equal for equal parameters and seed on every machine: logarithms and powers are those of {@link StrictMath}. */
final class SizeDistributions {
    private static final int FRACTION_BITS = 53;
    private static final double STEP = 0x1p-53;

    private SizeDistributions() {}

    static ItemSizes constant(SizeSource.Constant source) {
        return counted(source, source.parents(), 0, random -> source.size());
    }

    static ItemSizes uniform(SizeSource.Uniform source, long seed) {
        long choices = source.most() - source.least() + 1L;
        return counted(source, source.parents(), seed, random -> source.least() + (int) (fraction(random) * choices));
    }

    static ItemSizes bimodal(SizeSource.Bimodal source, long seed) {
        return counted(
                source,
                source.parents(),
                seed,
                random -> fraction(random) < source.share() ? source.large() : source.small());
    }

    /** Inverse transform sampling of the number of failures before the first success, with the success probability that gives the mean. */
    static ItemSizes exponential(SizeSource.Exponential source, long seed) {
        double logOfFailure = StrictMath.log(source.mean() / (1 + source.mean()));
        return counted(
                source, source.parents(), seed, random -> (int) (StrictMath.log(1 - fraction(random)) / logOfFailure));
    }

    /** Inverse transform sampling in a table of cumulative weights. */
    static ItemSizes zipf(SizeSource.Zipf source, long seed) {
        double[] sums = new double[source.most()];
        double sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += StrictMath.pow(i + 1.0, -source.exponent());
            sums[i] = sum;
        }
        double all = sum;
        return counted(source, source.parents(), seed, random -> {
            int place = Arrays.binarySearch(sums, fraction(random) * all);
            // Between two sums the size is that of the upper one; at a sum, the next.
            int above = place < 0 ? -place - 1 : place + 1;
            return Math.min(above, sums.length - 1) + 1;
        });
    }

    /** From 0 to less than 1. */
    private static double fraction(SplittableRandom random) {
        return (random.nextLong() >>> (Long.SIZE - FRACTION_BITS)) * STEP;
    }

    private static ItemSizes counted(SizeSource source, int parents, long seed, ToIntFunction<SplittableRandom> size) {
        SplittableRandom random = new SplittableRandom(seed);
        try {
            return ItemSizes.of(source.displayName(), parents, parent -> size.applyAsInt(random));
        } catch (ItemSizes.TooManyItemsException e) {
            throw new InvalidInputException("--sizes " + source.displayName() + " has more than " + ItemSizes.MOST_ITEMS
                    + " items already at parent " + e.parent() + "; use fewer parents or smaller ones");
        }
    }
}
