package io.cdpsim.gpu.texture;

import java.util.List;

/**
 * How coordinates are read and texels filtered, as {@code cudaTextureDesc} describes it.
 *
 * @param addressing what coordinates outside mean, for x, y and z
 * @param isFiltered whether texels are interpolated linearly
 * @param isNormalized whether coordinates go from 0 to 1
 * @param readsNormalized whether integers are read as floats from 0 or -1 to 1
 * @param readsSrgb whether the colours of 8-bit texels that are read normalized are sRGB, and become linear
 * @param border the channels outside of a texture with border addressing
 * @param mipmap which levels of a mipmap are read
 * @param isSeamless whether filtering at the edge of a cube map's face reads the face behind the edge
 */
public record Sampler(
        List<Addressing> addressing,
        boolean isFiltered,
        boolean isNormalized,
        boolean readsNormalized,
        boolean readsSrgb,
        List<Float> border,
        MipmapSelection mipmap,
        boolean isSeamless) {
    /** What a coordinate outside of the texture means, in the order of {@code cudaTextureAddressMode}. */
    public enum Addressing {
        WRAP,
        CLAMP,
        MIRROR,
        BORDER
    }

    /**
     * Which levels of a mipmap are read.
     *
     * @param isFiltered whether the two nearest levels are interpolated
     * @param bias what is added to a level that an instruction gives
     * @param least lowest level
     * @param most highest level
     */
    public record MipmapSelection(boolean isFiltered, float bias, float least, float most) {
        /** The nearest of all levels. */
        public static final MipmapSelection NEAREST = new MipmapSelection(false, 0, 0, Float.MAX_VALUE);
    }

    private static final List<Float> BLACK = List.of(0f, 0f, 0f, 0f);

    public Sampler {
        addressing = List.copyOf(addressing);
        border = List.copyOf(border);
    }

    /** A sampler of textures without mipmaps. */
    public Sampler(List<Addressing> addressing, boolean isFiltered, boolean isNormalized, boolean readsNormalized) {
        this(addressing, isFiltered, isNormalized, readsNormalized, false, BLACK, MipmapSelection.NEAREST, false);
    }

    /** Wrapping and mirroring exist for normalized coordinates only; others are clamped. */
    Addressing effective(int dimension) {
        Addressing asked = addressing.get(dimension);
        return isNormalized || asked == Addressing.BORDER ? asked : Addressing.CLAMP;
    }

    /**
     * The index of a texel along a dimension.
     *
     * @param n texels along it
     * @return -1 outside of a border
     */
    int index(long i, int dimension, int n) {
        if (i >= 0 && i < n) {
            return (int) i;
        }
        return switch (effective(dimension)) {
            case BORDER -> -1;
            case CLAMP -> (int) Math.max(0, Math.min(n - 1, i));
            case WRAP -> (int) Math.floorMod(i, (long) n);
            case MIRROR -> {
                long within = Math.floorMod(i, 2L * n);
                yield (int) (within < n ? within : 2L * n - 1 - within);
            }
        };
    }
}
