package io.cdpsim.workloads.irregular;

import io.cdpsim.workloads.InvalidInputException;
import java.nio.file.Path;
import java.util.Optional;

/** The source of the parents' sizes: a distribution with its parameters, or a file. */
public sealed interface SizeSource {
    /** Items of the largest parent of a Zipf distribution whose spec omits them. */
    int DEFAULT_ZIPF_MOST = 10_000;

    /** The name of the sizes. */
    String displayName();

    /** Whether the sizes depend on a seed. */
    default boolean isDrawn() {
        return true;
    }

    /**
     * Draws or reads the sizes.
     *
     * @param seed the seed of random sizes
     * @throws InvalidInputException if the file is missing or malformed, or there are more items than {@link ItemSizes#MOST_ITEMS}
     */
    ItemSizes load(long seed);

    /**
     * Parses a spec:
     *
     * <ul>
     *   <li>{@code constant:N:PARENTS}
     *   <li>{@code uniform:A:B:PARENTS}
     *   <li>{@code zipf:S:PARENTS[:MAX]}
     *   <li>{@code bimodal:A:B:SHARE:PARENTS}
     *   <li>{@code exponential:MEAN:PARENTS}
     *   <li>anything else: the path of a file
     * </ul>
     *
     * A spec that starts with a distribution's name and a colon is never a path; write {@code ./zipf:1} for such a file.
     *
     * @param spec the spec
     * @param column the column of the file, by its name in the first line or by its number from 1
     * @throws InvalidInputException if the spec has none of these forms, a number in it is out of range, or the file does not exist
     */
    static SizeSource parse(String spec, Optional<String> column) {
        return SizeSpecParser.parse(spec, column);
    }

    /** All parents have the same number of items. */
    record Constant(int size, int parents) implements SizeSource {
        @Override
        public String displayName() {
            return "constant:" + size + ":" + parents;
        }

        @Override
        public boolean isDrawn() {
            return false;
        }

        @Override
        public ItemSizes load(long seed) {
            return SizeDistributions.constant(this);
        }
    }

    /** Uniform from {@code least} to {@code most}. */
    record Uniform(int least, int most, int parents) implements SizeSource {
        @Override
        public String displayName() {
            return "uniform:" + least + ":" + most + ":" + parents;
        }

        @Override
        public ItemSizes load(long seed) {
            return SizeDistributions.uniform(this, seed);
        }
    }

    /** A parent has {@code k} items, 1 to {@code most}, with a probability proportional to {@code k} to the power of {@code -exponent}. */
    record Zipf(double exponent, int parents, int most) implements SizeSource {
        @Override
        public String displayName() {
            return "zipf:" + SizeSpecParser.decimal(exponent) + ":" + parents + ":" + most;
        }

        @Override
        public ItemSizes load(long seed) {
            return SizeDistributions.zipf(this, seed);
        }
    }

    /** A parent has {@code large} items with a probability of {@code share}, else {@code small}. */
    record Bimodal(int small, int large, double share, int parents) implements SizeSource {
        @Override
        public String displayName() {
            return "bimodal:" + small + ":" + large + ":" + SizeSpecParser.decimal(share) + ":" + parents;
        }

        @Override
        public ItemSizes load(long seed) {
            return SizeDistributions.bimodal(this, seed);
        }
    }

    /** The geometric distribution from 0 with this mean. */
    record Exponential(double mean, int parents) implements SizeSource {
        @Override
        public String displayName() {
            return "exponential:" + SizeSpecParser.decimal(mean) + ":" + parents;
        }

        @Override
        public ItemSizes load(long seed) {
            return SizeDistributions.exponential(this, seed);
        }
    }

    /** {@link SizeFileReader#read}. */
    record SizesFile(Path path, Optional<String> column) implements SizeSource {
        @Override
        public String displayName() {
            return SizeFileReader.displayName(path);
        }

        @Override
        public boolean isDrawn() {
            return false;
        }

        @Override
        public ItemSizes load(long seed) {
            return SizeFileReader.read(path, column);
        }
    }
}
