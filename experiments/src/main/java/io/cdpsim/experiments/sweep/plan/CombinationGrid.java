package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.workloads.InvalidInputException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** All combinations of the axes by index; the last axis varies fastest. */
final class CombinationGrid {
    /** The largest number of points that a table is useful for. */
    static final int MOST_POINTS = 1_000_000;

    /** The largest grid whose combinations are enumerated for a condition. */
    private static final int MOST_FILTERED = 10_000_000;

    private final List<SweepAxis> axes;
    private final BigInteger size;

    CombinationGrid(List<SweepAxis> axes) {
        this.axes = axes;
        this.size = axes.stream()
                .map(each -> BigInteger.valueOf(each.values().size()))
                .reduce(BigInteger.ONE, BigInteger::multiply);
    }

    /**
     * The indices of the combinations to run, ascending.
     *
     * @param sample how many distinct combinations to draw; empty for all
     * @param repeat number of runs of each
     * @param seed the seed of the sample
     * @param condition whether a combination may run; empty if all may
     * @throws InvalidInputException if there are too many or none
     */
    LongStream indices(OptionalInt sample, int repeat, long seed, Optional<Predicate<Map<String, String>>> condition) {
        if (condition.isEmpty()) {
            return indices(sample, repeat, seed);
        }
        if (size.compareTo(BigInteger.valueOf(MOST_FILTERED)) > 0) {
            throw new InvalidInputException("the full grid has " + size + " combinations, and --where accepts at most "
                    + MOST_FILTERED + "; vary less");
        }
        long[] held = LongStream.range(0, size.longValueExact())
                .filter(each -> condition.get().test(at(each)))
                .toArray();
        if (held.length == 0) {
            throw new InvalidInputException("--where leaves no combination of " + size + "; relax it");
        }
        int wanted = Math.min(held.length, sample.orElse(held.length));
        checkPoints(BigInteger.valueOf(wanted).multiply(BigInteger.valueOf(repeat)));
        return wanted == held.length
                ? LongStream.of(held)
                : drawn(held.length, wanted, seed).map(each -> held[(int) each]);
    }

    private static void checkPoints(BigInteger points) {
        if (points.compareTo(BigInteger.valueOf(MOST_POINTS)) > 0) {
            throw new InvalidInputException("the sweep has " + points + " points, and at most " + MOST_POINTS
                    + " can be; vary less, or draw some of them with --sample N");
        }
    }

    /**
     * The indices of the combinations to run, ascending, without a condition.
     *
     * @throws InvalidInputException if there are too many
     */
    LongStream indices(OptionalInt sample, int repeat, long seed) {
        BigInteger wanted = sample.isPresent() ? size.min(BigInteger.valueOf(sample.getAsInt())) : size;
        checkPoints(wanted.multiply(BigInteger.valueOf(repeat)));
        if (size.bitLength() >= Long.SIZE) {
            throw new InvalidInputException("the full grid has " + size + " combinations, and at most " + Long.MAX_VALUE
                    + " can be; vary less");
        }
        return wanted.equals(size)
                ? LongStream.range(0, size.longValueExact())
                : drawn(size.longValueExact(), wanted.intValueExact(), seed);
    }

    /** Floyd's algorithm for a random subset: it draws each number once, in memory proportional to the sample. */
    private static LongStream drawn(long all, int count, long seed) {
        // The only generator in Java with a specified sequence, equal on every JDK.
        Random random = new Random(seed);
        TreeSet<Long> drawn = new TreeSet<>();
        for (long last = all - count; last < all; last++) {
            long each = below(random, last + 1);
            drawn.add(drawn.contains(each) ? last : each);
        }
        return drawn.stream().mapToLong(Long::longValue);
    }

    private static long below(Random random, long bound) {
        long bits = random.nextLong() >>> 1;
        // Numbers above the last whole multiple of the bound would favour small results.
        while (bits - bits % bound + (bound - 1) < 0) {
            bits = random.nextLong() >>> 1;
        }
        return bits % bound;
    }

    /** The value of each axis. */
    Map<String, String> at(long index) {
        String[] values = new String[axes.size()];
        long rest = index;
        for (int i = axes.size() - 1; i >= 0; i--) {
            List<String> of = axes.get(i).values();
            values[i] = of.get((int) (rest % of.size()));
            rest /= of.size();
        }
        Map<String, String> combination = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            combination.put(axes.get(i).name(), values[i]);
        }
        return combination;
    }
}
