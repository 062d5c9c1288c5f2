package io.cdpsim.gpu.memory;

import java.util.List;

/**
 * A texture object: memory of texels, and how coordinates and texels are read (CUDA C++ Programming Guide, texture fetching).
 *
 * @param address first byte of the texels
 * @param width texels along x
 * @param height rows; 0 for one dimension
 * @param depth slices of three dimensions, or layers; 0 without
 * @param pitchBytes from one row to the next
 * @param channels values of a texel, 1, 2 or 4
 * @param channelBits bits of a value, 8, 16 or 32
 * @param kind what a value is
 * @param addressing what coordinates outside mean, for x, y and z
 * @param isFiltered whether texels are interpolated linearly
 * @param isNormalized whether coordinates go from 0 to 1
 * @param readsNormalized whether integers are read as floats from 0 or -1 to 1
 * @param isLinear whether it is linear memory, which is fetched by the index of a texel
 */
public record Texture(
        long address,
        int width,
        int height,
        int depth,
        long pitchBytes,
        int channels,
        int channelBits,
        Kind kind,
        List<Addressing> addressing,
        boolean isFiltered,
        boolean isNormalized,
        boolean readsNormalized,
        boolean isLinear) {
    private static final int FRACTIONS = 256;

    /** What a channel holds, in the order of {@code cudaChannelFormatKind}. */
    public enum Kind {
        SIGNED,
        UNSIGNED,
        FLOAT
    }

    /** What a coordinate outside of the texture means, in the order of {@code cudaTextureAddressMode}. */
    public enum Addressing {
        WRAP,
        CLAMP,
        MIRROR,
        BORDER
    }

    /** Reads 8, 16 or 32 bits of memory, zero-extended. */
    @FunctionalInterface
    public interface Memory {
        long load(long address, int bits);
    }

    public Texture {
        addressing = List.copyOf(addressing);
    }

    /** Bytes of a texel. */
    public int texelBytes() {
        return channels * channelBits / Byte.SIZE;
    }

    /** The dimensions that are filtered: 1, 2 or 3. Layers are not. */
    private int size(int dimension) {
        return dimension == 0 ? width : Math.max(1, dimension == 1 ? height : depth);
    }

    /**
     * The index of a texel along a dimension.
     *
     * @return -1 outside of a border
     */
    private int index(long i, int dimension) {
        int n = size(dimension);
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

    /** Wrapping and mirroring exist for normalized coordinates only; others are clamped. */
    private Addressing effective(int dimension) {
        Addressing asked = addressing.get(dimension);
        return isNormalized || asked == Addressing.BORDER ? asked : Addressing.CLAMP;
    }

    /** The address of the texel that a coordinate names without filtering, or of the first that is filtered; for caches. */
    public long texelAddress(int dimensions, double[] coordinates, int layer, boolean isIndex) {
        long[] at = new long[3];
        for (int d = 0; d < dimensions; d++) {
            double scaled = isIndex ? coordinates[d] : scaled(coordinates[d], d);
            at[d] = Math.max(0, index((long) Math.floor(scaled), d));
        }
        return address(at[0], at[1], dimensions == 3 ? at[2] : layer);
    }

    private double scaled(double coordinate, int dimension) {
        return isNormalized ? coordinate * size(dimension) : coordinate;
    }

    private long address(long x, long y, long slice) {
        return address + x * texelBytes() + y * pitchBytes + slice * pitchBytes * Math.max(1, height);
    }

    /** A channel of a texel as the bits of a register; 0 outside. */
    private long bits(Memory memory, long x, long y, long slice, int channel) {
        if (x < 0 || y < 0 || slice < 0) {
            return 0;
        }
        return memory.load(address(x, y, slice) + (long) channel * channelBits / Byte.SIZE, channelBits);
    }

    /** The bits of a channel as a fetch returns them: integers extended to 32 bits, floats and normalized values as floats. */
    private int value(long bits) {
        int shift = Long.SIZE - channelBits;
        long number = kind == Kind.SIGNED ? bits << shift >> shift : bits;
        if (kind == Kind.FLOAT) {
            return channelBits == 16 ? Float.floatToRawIntBits(half((int) bits)) : (int) bits;
        }
        if (!readsNormalized) {
            return (int) number;
        }
        float most = (1L << (channelBits - (kind == Kind.SIGNED ? 1 : 0))) - 1;
        return Float.floatToRawIntBits(Math.max(-1f, number / most));
    }

    private static float half(int bits) {
        int exponent = bits >>> 10 & 0x1F;
        int mantissa = bits & 0x3FF;
        double magnitude = exponent == 0
                ? mantissa * 0x1p-24
                : exponent == 31
                        ? mantissa == 0 ? Double.POSITIVE_INFINITY : Double.NaN
                        : (1024 + mantissa) * Math.scalb(1.0, exponent - 25);
        return (float) (bits >>> 15 == 0 ? magnitude : -magnitude);
    }

    /**
     * Fetches a texel.
     *
     * @param dimensions 1, 2 or 3 coordinates
     * @param layer the layer, 0 without layers
     * @param isIndex whether coordinates are indices of texels
     * @return four channels as registers hold them; those that a texel lacks are 0, the fourth of them 1
     */
    public int[] fetch(Memory memory, int dimensions, double[] coordinates, int layer, boolean isIndex) {
        int slice = depth == 0 ? 0 : Math.max(0, Math.min(depth - 1, layer));
        boolean isFloat = kind == Kind.FLOAT || readsNormalized;
        int[] result = {0, 0, 0, isFloat ? Float.floatToRawIntBits(1f) : 1};
        for (int c = 0; c < channels; c++) {
            result[c] = isFiltered && isFloat && !isIndex
                    ? Float.floatToRawIntBits((float) filtered(memory, dimensions, coordinates, slice, c))
                    : nearest(memory, dimensions, coordinates, slice, c, isIndex);
        }
        return result;
    }

    private int nearest(Memory memory, int dimensions, double[] coordinates, int layer, int channel, boolean isIndex) {
        long[] at = new long[3];
        for (int d = 0; d < dimensions; d++) {
            long i = (long) Math.floor(isIndex ? coordinates[d] : scaled(coordinates[d], d));
            // Linear memory has no addressing: what is outside reads as 0.
            at[d] = isLinear && (i < 0 || i >= width) ? -1 : index(i, d);
        }
        return value(bits(memory, at[0], at[1], dimensions == 3 ? at[2] : layer, channel));
    }

    /** The guide's formulas: weights have 8 bits of fraction. */
    private double filtered(Memory memory, int dimensions, double[] coordinates, int layer, int channel) {
        long[] first = new long[3];
        double[] weight = new double[3];
        for (int d = 0; d < dimensions; d++) {
            double shifted = scaled(coordinates[d], d) - 0.5;
            first[d] = (long) Math.floor(shifted);
            weight[d] = Math.floor((shifted - first[d]) * FRACTIONS + 0.5) / FRACTIONS;
        }
        double sum = 0;
        for (int corner = 0; corner < 1 << dimensions; corner++) {
            long[] at = new long[3];
            for (int d = 0; d < dimensions; d++) {
                at[d] = index(first[d] + (corner >> d & 1), d);
            }
            double part = weight(weight, dimensions, corner);
            if (part != 0) {
                int bits = value(bits(memory, at[0], at[1], dimensions == 3 ? at[2] : layer, channel));
                sum += part * Float.intBitsToFloat(bits);
            }
        }
        return sum;
    }

    /**
     * The weight of a corner. In two dimensions an H100 rounds the product of both weights to 8 bits, and the other corners get what is left of
     * each: so measured, all weights add up to 1.
     */
    private static double weight(double[] weight, int dimensions, int corner) {
        if (dimensions == 2) {
            double both = Math.floor(weight[0] * weight[1] * FRACTIONS + 0.5) / FRACTIONS;
            return switch (corner) {
                case 0 -> 1 - weight[0] - weight[1] + both;
                case 1 -> weight[0] - both;
                case 2 -> weight[1] - both;
                default -> both;
            };
        }
        double part = 1;
        for (int d = 0; d < dimensions; d++) {
            part *= (corner >> d & 1) == 1 ? weight[d] : 1 - weight[d];
        }
        return part;
    }

    /** The four texels that a filter of two dimensions weighs, of one channel, in the order of {@code tld4}. */
    public int[] gather(Memory memory, double[] coordinates, int channel) {
        long[] first = new long[2];
        for (int d = 0; d < 2; d++) {
            first[d] = (long) Math.floor(scaled(coordinates[d], d) - 0.5);
        }
        int[] result = new int[4];
        int[] steps = {2, 3, 1, 0};
        for (int i = 0; i < steps.length; i++) {
            long x = index(first[0] + (steps[i] & 1), 0);
            long y = index(first[1] + (steps[i] >> 1), 1);
            result[i] = channel < channels ? value(bits(memory, x, y, 0, channel)) : 0;
        }
        return result;
    }
}
