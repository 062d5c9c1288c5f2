package io.cdpsim.kernel.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Operands for arithmetic tests: all pairs of special values, then random ones. A case is the three operands of one lane. */
public final class ArithmeticCases {
    private static final int RANDOM_CASES = 4_000;

    static final int[] INTS = {
        0,
        1,
        -1,
        2,
        -2,
        3,
        7,
        8,
        15,
        16,
        31,
        32,
        33,
        63,
        64,
        65,
        127,
        128,
        255,
        256,
        257,
        32_767,
        32_768,
        65_535,
        65_536,
        0x55555555,
        0xAAAAAAAA,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE - 1,
        Integer.MIN_VALUE,
        Integer.MIN_VALUE + 1
    };

    static final long[] LONGS = {
        0,
        1,
        -1,
        2,
        -2,
        3,
        31,
        32,
        63,
        64,
        65,
        0x7FFFFFFFL,
        0x80000000L,
        0xFFFFFFFFL,
        0x100000000L,
        -0x80000000L,
        -0x80000001L,
        0x5555555555555555L,
        0xAAAAAAAAAAAAAAAAL,
        Long.MAX_VALUE,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        0x7FFFFFBFFFFFFFFFL,
        0x7FFFFFC000000000L,
        0x8000008000000000L,
        0x8000008000000001L,
        0xFFFFFF7FFFFFFFFFL,
        0xFFFFFF8000000000L,
        0x1FFFFFFFFFFFFFL,
        0x20000000000001L,
        0x8000000000000400L,
        0x8000000000000401L,
        0x8000000000000C00L,
        0xFFFFFFFFFFFFFBFFL,
        0xFFFFFFFFFFFFFC00L
    };

    static final float[] FLOATS = {
        0.0f,
        -0.0f,
        1.0f,
        -1.0f,
        0.5f,
        1.5f,
        2.0f,
        3.0f,
        -3.0f,
        10.0f,
        0.1f,
        Math.nextUp(1.0f),
        Math.nextDown(1.0f),
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        3 * Float.MIN_VALUE,
        Float.MIN_NORMAL,
        -Float.MIN_NORMAL,
        Math.nextDown(Float.MIN_NORMAL),
        Math.nextUp(Float.MIN_NORMAL),
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        Math.nextDown(Float.MAX_VALUE),
        0x1p24f,
        0x1.000002p24f,
        0x1p31f,
        -0x1p31f,
        Math.nextDown(0x1p31f),
        0x1p32f,
        Math.nextDown(0x1p32f),
        0x1p63f,
        -0x1p63f,
        Math.nextDown(0x1p63f),
        0x1p64f,
        Math.nextDown(0x1p64f),
        0x1p127f,
        0x1p-75f,
        0x1.8p-75f,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.NaN,
        Float.intBitsToFloat(0x7F812345),
        Float.intBitsToFloat(0xFFC54321)
    };

    static final double[] DOUBLES = {
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.99999999999,
        1.5,
        3.0,
        10.0,
        0.1,
        Math.nextUp(1.0),
        Math.nextDown(1.0),
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        3 * Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Math.nextDown(Double.MIN_NORMAL),
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        0x1p31,
        0x1p31 - 1,
        -0x1p31,
        -0x1p31 - 1,
        0x1p32,
        0x1p32 - 1,
        0x1p32 - 0.5,
        0x1p53,
        0x1p53 + 2,
        0x1p63,
        -0x1p63,
        Math.nextDown(0x1p63),
        Math.nextDown(-0x1p63),
        0x1p64,
        Math.nextDown(0x1p64),
        0x1p-149,
        0x1p-150,
        Math.nextUp(0x1p-150),
        0x1p-151,
        0x1.fffffefp127,
        0x1.ffffffp127,
        Math.nextDown(0x1.ffffffp127),
        0x1.000001p0,
        Math.nextUp(0x1.000001p0),
        0x1.000003p0,
        0x1p-537,
        0x1p1023,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN,
        Double.longBitsToDouble(0x7FF0000000012345L)
    };

    private ArithmeticCases() {}

    /** A register's content for a value of some type, chosen at random. */
    interface Choice {
        long next(SplittableRandom random);
    }

    public static List<long[]> ints() {
        return cases(special(INTS), ArithmeticCases::anyInt);
    }

    public static List<long[]> longs() {
        return cases(LONGS, ArithmeticCases::anyLong);
    }

    /** The first two operands have 32 bits, the third has 64. */
    static List<long[]> widening() {
        List<long[]> cases = ints();
        SplittableRandom random = new SplittableRandom(11);
        for (long[] c : cases) {
            c[2] = random.nextBoolean() ? anyLong(random) : LONGS[random.nextInt(LONGS.length)];
        }
        return cases;
    }

    public static List<long[]> floats() {
        List<long[]> cases = cases(special(FLOATS), ArithmeticCases::anyFloat);
        SplittableRandom random = new SplittableRandom(12);
        for (int i = 0; i < RANDOM_CASES; i++) {
            cases.add(nearMidpoint(random));
        }
        return cases;
    }

    public static List<long[]> doubles() {
        return cases(special(DOUBLES), ArithmeticCases::anyDouble);
    }

    /** Operands of which a * b + c is next to the middle of two floats, or next to zero, where rounding twice goes wrong. */
    private static long[] nearMidpoint(SplittableRandom random) {
        int exponent = random.nextInt(-126, 100);
        float c = Math.scalb(1.0f + random.nextInt(1 << 23) * 0x1p-23f, exponent);
        float a = 1.0f + random.nextInt(-2, 3) * 0x1p-23f;
        float half = random.nextInt(4) == 0 ? -c : Math.ulp(c) / 2;
        float b = half * (1.0f + random.nextInt(-2, 3) * 0x1p-23f);
        float signed = random.nextBoolean() ? b : -b;
        return new long[] {bits(a), bits(signed), bits(random.nextBoolean() ? c : -c)};
    }

    private static List<long[]> cases(long[] special, Choice choice) {
        SplittableRandom random = new SplittableRandom(10);
        List<long[]> cases = new ArrayList<>();
        for (long a : special) {
            for (long b : special) {
                cases.add(new long[] {a, b, special[random.nextInt(special.length)]});
            }
        }
        for (int i = 0; i < RANDOM_CASES; i++) {
            cases.add(new long[] {
                mixed(special, choice, random), mixed(special, choice, random), mixed(special, choice, random)
            });
        }
        return cases;
    }

    private static long mixed(long[] special, Choice choice, SplittableRandom random) {
        return random.nextInt(8) == 0 ? special[random.nextInt(special.length)] : choice.next(random);
    }

    private static long anyInt(SplittableRandom random) {
        return random.nextInt() >> random.nextInt(32);
    }

    private static long anyLong(SplittableRandom random) {
        return random.nextLong() >> random.nextInt(64);
    }

    /** Half of them of like size, so that sums and differences are interesting. */
    private static long anyFloat(SplittableRandom random) {
        int bits = random.nextInt();
        return random.nextBoolean() ? bits : (bits & 0x807FFFFF) | (random.nextInt(120, 135) << 23);
    }

    private static long anyDouble(SplittableRandom random) {
        long bits = random.nextLong();
        return random.nextBoolean() ? bits : (bits & 0x800FFFFFFFFFFFFFL) | ((long) random.nextInt(1015, 1030) << 52);
    }

    private static long[] special(int[] values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            bits[i] = values[i];
        }
        return bits;
    }

    private static long[] special(float[] values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            bits[i] = bits(values[i]);
        }
        return bits;
    }

    private static long[] special(double[] values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            bits[i] = Double.doubleToRawLongBits(values[i]);
        }
        return bits;
    }

    private static long bits(float value) {
        return Float.floatToRawIntBits(value);
    }
}
