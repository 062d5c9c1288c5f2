package io.cdpsim.gpu.texture;

import io.cdpsim.gpu.texture.Sampler.MipmapSelection;
import java.util.List;

/**
 * A texture object: texels, and how they are read (CUDA C++ Programming Guide, texture fetching).
 *
 * @param levels the levels of a mipmap, the largest first; one without
 * @param sampler how texels are read
 * @param isLinear whether it is linear memory, which is fetched by the index of a texel
 */
public record Texture(List<TexelArray> levels, Sampler sampler, boolean isLinear) {
    private static final int FACES = 6;

    /** Reads 8, 16 or 32 bits of memory, zero-extended. */
    @FunctionalInterface
    public interface Memory {
        long load(long address, int bits);
    }

    public Texture {
        levels = List.copyOf(levels);
    }

    /** A texture without mipmaps. */
    public Texture(TexelArray texels, Sampler sampler, boolean isLinear) {
        this(List.of(texels), sampler, isLinear);
    }

    /** The channels of a texel. */
    public TexelFormat format() {
        return levels.get(0).format();
    }

    /** The levels that a fetch reads: one, or two to be interpolated. */
    public record LevelPair(int first, int second, double weightOfSecond) {
        private static final LevelPair BASE = new LevelPair(0, 0, 0);

        /** Whether a fetch reads two levels. */
        public boolean isTwo() {
            return weightOfSecond != 0;
        }
    }

    /** The largest level. */
    public static LevelPair baseLevel() {
        return LevelPair.BASE;
    }

    /** The levels for a level that an instruction gives, with the bias and the limits of the texture. */
    public LevelPair levels(double given) {
        MipmapSelection selection = sampler.mipmap();
        double limited = Math.max(selection.least(), Math.min(selection.most(), given + selection.bias()));
        double level = Math.max(0, Math.min(levels.size() - 1, Double.isNaN(limited) ? 0 : limited));
        if (!selection.isFiltered()) {
            int nearest = (int) Math.floor(level + 0.5);
            return new LevelPair(nearest, nearest, 0);
        }
        int first = (int) level;
        double weight = TexelFilter.fraction(level - first);
        return new LevelPair(first, weight == 0 ? first : Math.min(first + 1, levels.size() - 1), weight);
    }

    /**
     * The levels at which the coordinates of neighbours are a texel apart.
     *
     * @param dx how far coordinates are from those of the neighbour in x
     * @param dy the same in y
     */
    public LevelPair levels(TextureFetch fetch, double[] dx, double[] dy) {
        TexelArray base = levels.get(0);
        boolean isCube = fetch.geometry().isCube();
        double[] alongX = isCube ? CubeFace.change(fetch.coordinates(), dx) : dx;
        double[] alongY = isCube ? CubeFace.change(fetch.coordinates(), dy) : dy;
        double x = 0;
        double y = 0;
        for (int d = 0; d < alongX.length; d++) {
            double scale = sampler.isNormalized() || isCube ? base.size(d) : 1;
            x += alongX[d] * scale * alongX[d] * scale;
            y += alongY[d] * scale * alongY[d] * scale;
        }
        return levels(Math.log(Math.sqrt(Math.max(x, y))) / Math.log(2));
    }

    /** Whether a fetch interpolates texels. */
    public boolean isFiltered() {
        return sampler.isFiltered();
    }

    /** The address of the texel that coordinates name without filtering, or of the first that is filtered; for caches. */
    public long texelAddress(TextureFetch fetch, int level) {
        return filter(fetch, level).firstAddress();
    }

    /**
     * Fetches a texel.
     *
     * @return four channels as registers hold them; those that a texel lacks are 0, the fourth of them 1
     */
    public int[] fetch(Memory memory, TextureFetch fetch, LevelPair pair) {
        boolean isFloat = format().kind() == TexelFormat.Kind.FLOAT || sampler.readsNormalized();
        int[] result = {0, 0, 0, isFloat ? Float.floatToRawIntBits(1f) : 1};
        boolean filters = sampler.isFiltered() && isFloat && !fetch.isIndex() && !isLinear;
        TexelFilter first = filter(fetch, pair.first());
        for (int c = 0; c < format().channels(); c++) {
            if (pair.isTwo() && isFloat) {
                double one = channel(memory, first, filters, c);
                double other = channel(memory, filter(fetch, pair.second()), filters, c);
                result[c] = Float.floatToRawIntBits(
                        (float) ((1 - pair.weightOfSecond()) * one + pair.weightOfSecond() * other));
            } else {
                result[c] =
                        filters ? Float.floatToRawIntBits((float) first.filtered(memory, c)) : first.nearest(memory, c);
            }
        }
        return result;
    }

    private static double channel(Memory memory, TexelFilter filter, boolean filters, int c) {
        return filters ? filter.filtered(memory, c) : Float.intBitsToFloat(filter.nearest(memory, c));
    }

    /** The four texels that a filter of two dimensions weighs, of one channel, in the order of {@code tld4}. */
    public int[] gather(Memory memory, TextureFetch fetch, int channel) {
        return filter(fetch, 0).gather(memory, channel);
    }

    private TexelFilter filter(TextureFetch fetch, int level) {
        TexelArray texels = levels.get(level);
        int layers = texels.layers();
        if (!fetch.geometry().isCube()) {
            int slice = layers == 0 ? 0 : nearest(layers, fetch.layer());
            return new TexelFilter(
                    this, texels, fetch, fetch.geometry().dimensions(), fetch.coordinates(), slice, false);
        }
        CubeFace place = CubeFace.of(fetch.coordinates());
        int cubes = Math.max(1, layers / FACES);
        int cube = nearest(cubes, fetch.layer());
        return new TexelFilter(
                this,
                texels,
                fetch,
                2,
                new double[] {place.x() * texels.size(0), place.y() * texels.size(1)},
                cube * FACES + place.face(),
                true);
    }

    /** A layer's number has no sign, so that a negative one is beyond the last. */
    private static int nearest(int layers, int layer) {
        return Integer.compareUnsigned(layer, layers) < 0 ? layer : layers - 1;
    }
}
