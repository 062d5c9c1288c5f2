package io.cdpsim.gpu.texture;

import io.cdpsim.gpu.texture.Texture.Memory;

/** The texels of one level that a fetch reads, and their weights. */
final class TexelFilter {
    private static final int FRACTIONS = 256;
    private static final int FACES = 6;

    private final Texture texture;
    private final TexelArray texels;
    private final TextureFetch fetch;
    private final int dimensions;
    private final double[] coordinates;
    private final int layer;
    private final boolean isCube;

    /**
     * The filter of a fetch.
     *
     * @param dimensions those that are filtered: 1, 2 or 3
     * @param coordinates of the fetch; texels of a face where it is of a cube map
     * @param layer layer or face
     */
    TexelFilter(
            Texture texture,
            TexelArray texels,
            TextureFetch fetch,
            int dimensions,
            double[] coordinates,
            int layer,
            boolean isCube) {
        this.texture = texture;
        this.texels = texels;
        this.fetch = fetch;
        this.dimensions = dimensions;
        this.coordinates = coordinates;
        this.layer = layer;
        this.isCube = isCube;
    }

    /** A weight, which has 8 bits of fraction. */
    static double fraction(double weight) {
        return Math.floor(weight * FRACTIONS + 0.5) / FRACTIONS;
    }

    private double scaled(int dimension) {
        boolean isNormalized = texture.sampler().isNormalized() && !isCube && !fetch.isIndex();
        return coordinates[dimension] * (isNormalized ? texels.size(dimension) : 1);
    }

    private int index(long i, int dimension) {
        return texture.sampler().index(i, dimension, texels.size(dimension));
    }

    long firstAddress() {
        long[] at = new long[3];
        for (int d = 0; d < dimensions; d++) {
            at[d] = Math.max(0, index((long) Math.floor(scaled(d)) + fetch.offset(d), d));
        }
        return texels.address(at[0], at[1], slice(at));
    }

    private long slice(long[] at) {
        return dimensions == 3 ? at[2] : layer;
    }

    /** A channel of a texel as a fetch returns it; the border's outside. */
    private int bits(Memory memory, long[] at, int channel) {
        if (at[0] < 0 || at[1] < 0 || at[2] < 0) {
            return border(channel);
        }
        TexelFormat format = texels.format();
        long place = texels.address(at[0], at[1], slice(at)) + (long) channel * format.channelBits() / Byte.SIZE;
        return value(memory.load(place, format.channelBits()), channel);
    }

    /** The border's colour is a float; where integers are read, its whole part. Linear memory has none. */
    private int border(int channel) {
        float colour = texture.isLinear() ? 0 : texture.sampler().border().get(channel);
        return texels.format().kind() == TexelFormat.Kind.FLOAT
                        || texture.sampler().readsNormalized()
                ? Float.floatToRawIntBits(colour)
                : (int) colour;
    }

    /** The bits of a channel as a fetch returns them: integers extended to 32 bits, floats and normalized values as floats. */
    private int value(long bits, int channel) {
        TexelFormat format = texels.format();
        int shift = Long.SIZE - format.channelBits();
        boolean isSigned = format.kind() == TexelFormat.Kind.SIGNED;
        long number = isSigned ? bits << shift >> shift : bits;
        if (format.kind() == TexelFormat.Kind.FLOAT) {
            return format.channelBits() == Short.SIZE ? Float.floatToRawIntBits(half((int) bits)) : (int) bits;
        }
        if (!texture.sampler().readsNormalized()) {
            return (int) number;
        }
        float most = (1L << (format.channelBits() - (isSigned ? 1 : 0))) - 1;
        float normalized = Math.max(-1f, number / most);
        boolean isColour = texture.sampler().readsSrgb() && format.channelBits() == Byte.SIZE && channel < 3;
        return Float.floatToRawIntBits(isColour ? linear(normalized) : normalized);
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

    /** The linear value of an sRGB colour (IEC 61966-2-1). */
    private static float linear(float colour) {
        return (float) (colour <= 0.04045 ? colour / 12.92 : Math.pow((colour + 0.055) / 1.055, 2.4));
    }

    /** A channel of the texel in which the coordinates are. */
    int nearest(Memory memory, int channel) {
        long[] at = new long[3];
        for (int d = 0; d < dimensions; d++) {
            long i = (long) Math.floor(scaled(d)) + fetch.offset(d);
            // Linear memory has no addressing: what is outside reads as 0.
            at[d] = texture.isLinear() && (i < 0 || i >= texels.width()) ? -1 : index(i, d);
        }
        return bits(memory, at, channel);
    }

    /** A channel by the guide's formulas. */
    double filtered(Memory memory, int channel) {
        long[] first = new long[3];
        double[] weight = new double[3];
        for (int d = 0; d < dimensions; d++) {
            double shifted = scaled(d) - 0.5;
            first[d] = (long) Math.floor(shifted);
            weight[d] = fraction(shifted - first[d]);
        }
        double sum = 0;
        for (int corner = 0; corner < 1 << dimensions; corner++) {
            double part = weight(weight, dimensions, corner);
            if (part != 0) {
                sum += part * texel(memory, first, corner, channel);
            }
        }
        return sum;
    }

    private double texel(Memory memory, long[] first, int corner, int channel) {
        long[] at = new long[3];
        for (int d = 0; d < dimensions; d++) {
            at[d] = first[d] + (corner >> d & 1) + fetch.offset(d);
        }
        if (isCube && texture.sampler().isSeamless()) {
            return acrossEdges(memory, at, channel);
        }
        for (int d = 0; d < dimensions; d++) {
            at[d] = index(at[d], d);
        }
        return Float.intBitsToFloat(bits(memory, at, channel));
    }

    /** A texel of a face or, beyond its edge, of the face there. A corner of the cube has three texels: their mean stands for the fourth. */
    private double acrossEdges(Memory memory, long[] at, int channel) {
        int n = texels.width();
        boolean outsideX = at[0] < 0 || at[0] >= n;
        boolean outsideY = at[1] < 0 || at[1] >= n;
        long x = Math.max(0, Math.min(n - 1, at[0]));
        long y = Math.max(0, Math.min(n - 1, at[1]));
        if (outsideX && outsideY) {
            return (onFace(memory, x, y, channel)
                            + beyond(memory, at[0], y, channel)
                            + beyond(memory, x, at[1], channel))
                    / 3;
        }
        return outsideX || outsideY ? beyond(memory, at[0], at[1], channel) : onFace(memory, x, y, channel);
    }

    private double onFace(Memory memory, long x, long y, int channel) {
        return Float.intBitsToFloat(bits(memory, new long[] {x, y, 0}, channel));
    }

    private double beyond(Memory memory, long x, long y, int channel) {
        int n = texels.width();
        CubeFace place = CubeFace.beyond(layer % FACES, (x + 0.5) / n, (y + 0.5) / n);
        long[] at = {cell(place.x(), n), cell(place.y(), n), 0};
        TexelFormat format = texels.format();
        long address = texels.address(at[0], at[1], layer / FACES * FACES + place.face())
                + (long) channel * format.channelBits() / Byte.SIZE;
        return Float.intBitsToFloat(value(memory.load(address, format.channelBits()), channel));
    }

    private static long cell(double coordinate, int n) {
        return Math.max(0, Math.min(n - 1, (long) Math.floor(coordinate * n)));
    }

    /**
     * The weight of a corner. In two dimensions an H100 rounds the product of both weights to 8 bits, and the other corners get what is left of
     * each: so measured, all weights add up to 1.
     */
    private static double weight(double[] weight, int dimensions, int corner) {
        if (dimensions == 2) {
            double both = fraction(weight[0] * weight[1]);
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
    int[] gather(Memory memory, int channel) {
        long[] first = new long[2];
        for (int d = 0; d < 2; d++) {
            first[d] = (long) Math.floor(scaled(d) - 0.5) + fetch.offset(d);
        }
        int[] result = new int[4];
        int[] steps = {2, 3, 1, 0};
        for (int i = 0; i < steps.length; i++) {
            long[] at = {index(first[0] + (steps[i] & 1), 0), index(first[1] + (steps[i] >> 1), 1), 0};
            result[i] = channel < texels.format().channels() ? bits(memory, at, channel) : 0;
        }
        return result;
    }
}
