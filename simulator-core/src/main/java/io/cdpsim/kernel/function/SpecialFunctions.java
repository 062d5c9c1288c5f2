package io.cdpsim.kernel.function;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Functions as the function unit of an H100 or H200 approximates them: a table gives a parabola for each piece of the argument, which the unit
 * evaluates in fixed point, and whose value it cuts to 24 bits. Its square lacks the partial products of the lowest columns, as S. F. Oberman and
 * M. Y. Siu describe for such units ("A High-Performance Area-Efficient Multifunction Interpolator", ARITH-17). The unit takes angles as turns, of
 * which it keeps 25 bits behind the point.
 *
 * <p>The factors are integers and were found from 6 million results of an H200 (measurements/mufu): only they give all of those. Of 2 million
 * results that were not used, all are the same but logarithms of 12 arguments between 1/2 and 1, which differ by one unit of the last place.
 */
public final class SpecialFunctions {
    private static final String RESOURCE = "/io/cdpsim/kernel/function/approximations.csv";
    private static final float TURNS_OF_RADIAN = 0.15915494f;
    private static final double TURN_UNIT = 0x1p25;
    private static final int FRACTION_BITS = 23;
    private static final int FRACTION_MASK = (1 << FRACTION_BITS) - 1;
    private static final int DOUBLE_FRACTION_BITS = 52;
    private static final int KEPT_BITS = 24;

    /** Bits of an argument within its piece, and the columns of their square that the unit does not sum. */
    private static final int PART_BITS = 17;

    private static final int DROPPED_COLUMNS = 19;

    /** Arguments of the hyperbolic tangent below 2^-8 are their own result; from 2^3 on it is 1. */
    private static final int LEAST_TANH_EXPONENT = -8;

    private static final int TANH_ONE_EXPONENT = 3;

    /** The logarithm of the number of pieces between two powers of two, by exponent from -8 on. */
    private static final int[] TANH_PIECES = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3};

    /** A sum with a logarithm is cut to so many bits behind the point. */
    private static final int LG2_SUM_BITS = 36;

    private static final float SUBNORMAL_LG2_SCALE = 0x1p24f;
    private static final float LEAST_EX2 = -126;
    private static final float GREATEST_EX2 = 128;

    private static final Map<String, long[][]> TABLES = read();

    private static final byte[] LACKING = Interpolator.lacking(PART_BITS, DROPPED_COLUMNS);
    private static final Interpolator RECIPROCAL =
            new Interpolator("rcp", PART_BITS - 1, Interpolator.lacking(PART_BITS - 1, DROPPED_COLUMNS - 2), 41);
    private static final int ROOT_UNIT_BITS = 42;
    private static final Interpolator[] RECIPROCAL_ROOTS = {
        interpolator("rsqrt of 1 to 2", ROOT_UNIT_BITS), interpolator("rsqrt of 2 to 4", ROOT_UNIT_BITS)
    };

    /** The parabolas of the reciprocal root side by side, since N-body spends most of its time on them: constant, slope, curvature, nothing. */
    private static final long[] ROOT_FACTORS = sideBySide(RECIPROCAL_ROOTS);

    private static final int FACTORS = 4;
    private static final Interpolator[] ROOTS = {interpolator("sqrt of 1 to 2", 41), interpolator("sqrt of 2 to 4", 41)
    };
    private static final Interpolator POWER = interpolator("ex2", 41);
    private static final Interpolator LOGARITHM = interpolator("lg2", 42);
    private static final Interpolator SINE = interpolator("sin", 39);
    private static final Interpolator[] TANGENTS = tangents();

    private SpecialFunctions() {}

    private static Map<String, long[][]> read() {
        Map<String, Map<Integer, long[]>> rows = new HashMap<>();
        try (InputStream resource = Objects.requireNonNull(SpecialFunctions.class.getResourceAsStream(RESOURCE));
                BufferedReader lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            for (String line : lines.lines().toList()) {
                List<String> fields = List.of(line.split(",", -1));
                rows.computeIfAbsent(fields.get(0), name -> new HashMap<>())
                        .put(Integer.parseInt(fields.get(1)), new long[] {
                            Long.parseLong(fields.get(2)), Long.parseLong(fields.get(3)), Long.parseLong(fields.get(4))
                        });
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, long[][]> tables = new HashMap<>();
        rows.forEach((name, pieces) -> {
            long[][] table = new long[pieces.size()][];
            pieces.forEach((piece, factors) -> table[piece] = factors);
            tables.put(name, table);
        });
        return Map.copyOf(tables);
    }

    private static long[] sideBySide(Interpolator... interpolators) {
        int pieces = interpolators[0].constants.length;
        long[] factors = new long[interpolators.length * pieces * FACTORS];
        for (int i = 0; i < interpolators.length * pieces; i++) {
            Interpolator of = interpolators[i / pieces];
            factors[FACTORS * i] = of.constants[i % pieces];
            factors[FACTORS * i + 1] = of.slopes[i % pieces];
            factors[FACTORS * i + 2] = of.curvatures[i % pieces];
        }
        return factors;
    }

    private static Interpolator interpolator(String name, int unitBits) {
        return new Interpolator(name, PART_BITS, LACKING, unitBits);
    }

    private static Interpolator[] tangents() {
        // The fewer the bits before the result's first one, the more behind it.
        int[] units = {49, 48, 47, 46, 45, 44, 43, 42, 42, 42, 42};
        Interpolator[] tangents = new Interpolator[units.length];
        for (int i = 0; i < units.length; i++) {
            tangents[i] = interpolator("tanh of 2^" + (i + LEAST_TANH_EXPONENT), units[i]);
        }
        return tangents;
    }

    /** Parabolas on pieces of an argument. */
    private static final class Interpolator {
        private final long[] constants;
        private final long[] slopes;
        private final long[] curvatures;
        private final int partBits;
        private final int unitBits;
        private final byte[] lacking;

        /**
         * The parabolas of a function.
         *
         * @param partBits bits of a position within its piece
         * @param lacking by position within a piece, what the upper bits of its square lack without the dropped columns
         * @param unitBits bits of a value behind the point
         */
        Interpolator(String name, int partBits, byte[] lacking, int unitBits) {
            long[][] table = Objects.requireNonNull(TABLES.get(name));
            constants = new long[table.length];
            slopes = new long[table.length];
            curvatures = new long[table.length];
            for (int i = 0; i < table.length; i++) {
                constants[i] = table[i][0];
                slopes[i] = table[i][1];
                curvatures[i] = table[i][2];
            }
            this.partBits = partBits;
            this.unitBits = unitBits;
            this.lacking = lacking;
        }

        /** The value at a position, before it is cut. */
        long at(int position) {
            int piece = position >>> partBits;
            int part = position & ((1 << partBits) - 1);
            return constants[piece]
                    + slopes[piece] * part
                    + curvatures[piece] * ((((long) part * part) >>> partBits) - lacking[part]);
        }

        /** The value at a position, cut to 24 bits, times a power of two. */
        double cutAt(int position, int exponent) {
            return scaled(cut(at(position)), exponent - unitBits);
        }

        /** By position within a piece, what the upper bits of its square lack without the dropped columns. */
        static byte[] lacking(int partBits, int droppedColumns) {
            byte[] lacking = new byte[1 << partBits];
            for (int part = 0; part < lacking.length; part++) {
                long square = square(part, partBits, droppedColumns);
                lacking[part] = (byte) ((((long) part * part) >>> partBits) - (square >>> partBits));
            }
            return lacking;
        }

        /** The sum of the partial products of equal and of different bits, the latter doubled, from a column on. */
        private static long square(int part, int partBits, int droppedColumns) {
            long sum = 0;
            for (int i = droppedColumns / 2; i < partBits; i++) {
                if (((part >>> i) & 1) != 0) {
                    int least = Math.max(0, droppedColumns - 1 - i);
                    long lower = (part & ((1L << i) - 1)) >>> least << least;
                    sum += (lower << (i + 1)) + (2 * i >= droppedColumns ? 1L << (2 * i) : 0);
                }
            }
            return sum;
        }
    }

    private static double scaled(double value, int exponent) {
        // Short, so that the JVM compiles it into its callers.
        return exponent >= Double.MIN_EXPONENT && exponent <= Double.MAX_EXPONENT
                ? value * powerOfTwo(exponent)
                : Math.scalb(value, exponent);
    }

    private static double powerOfTwo(int exponent) {
        return Double.longBitsToDouble((long) (exponent + Double.MAX_EXPONENT) << DOUBLE_FRACTION_BITS);
    }

    /** The upper 24 bits of a number that is not negative. */
    private static double cut(long value) {
        int surplus = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - KEPT_BITS);
        return value >>> surplus << surplus;
    }

    private static int fraction(double a) {
        return (int) (Double.doubleToRawLongBits(a) >>> (DOUBLE_FRACTION_BITS - FRACTION_BITS)) & FRACTION_MASK;
    }

    /** One over a positive number, of which the unit reads 24 bits. */
    public static double reciprocal(double a) {
        return RECIPROCAL.cutAt(fraction(a), -Math.getExponent(a));
    }

    /** One over the root of a positive number that is finite. */
    public static float reciprocalRoot(float a) {
        int bits = Float.floatToRawIntBits(a);
        int biasedExponent = bits >>> FRACTION_BITS;
        int fraction = bits & FRACTION_MASK;
        int piece = ((~biasedExponent & 1) << (FRACTION_BITS - PART_BITS)) | (fraction >>> PART_BITS);
        long part = fraction & (LACKING.length - 1);
        long value = ROOT_FACTORS[FACTORS * piece]
                + ROOT_FACTORS[FACTORS * piece + 1] * part
                + ROOT_FACTORS[FACTORS * piece + 2] * (((part * part) >>> PART_BITS) - LACKING[(int) part]);
        // Between 1/2 and 1 the first bit is known, and the result has no other exponent.
        boolean isPlain = value >>> (ROOT_UNIT_BITS - 1) == 1
                && biasedExponent != 0
                && (fraction != 0 || (biasedExponent & 1) == 0);
        if (!isPlain) {
            return (float) reciprocalRoot((double) a);
        }
        int exponent = -((biasedExponent - Float.MAX_EXPONENT) >> 1) - 1;
        return Float.intBitsToFloat(((exponent + Float.MAX_EXPONENT) << FRACTION_BITS)
                | ((int) (value >>> (ROOT_UNIT_BITS - KEPT_BITS)) & FRACTION_MASK));
    }

    /** One over the root of a positive number. */
    public static double reciprocalRoot(double a) {
        int exponent = Math.getExponent(a);
        int odd = exponent & 1;
        boolean isPowerOfFour = odd == 0 && fraction(a) == 0;
        int scale = -(exponent - odd) / 2;
        return isPowerOfFour ? scaled(1.0, scale) : RECIPROCAL_ROOTS[odd].cutAt(fraction(a), scale);
    }

    /** The root of a positive number. */
    public static double root(double a) {
        int exponent = Math.getExponent(a);
        int odd = exponent & 1;
        return ROOTS[odd].cutAt(fraction(a), (exponent - odd) / 2);
    }

    /** Two to the power of a. */
    public static float ex2(float a) {
        if (Float.isNaN(a)) {
            return a;
        }
        if (a >= GREATEST_EX2) {
            return Float.POSITIVE_INFINITY;
        }
        if (a < 2 * LEAST_EX2) {
            return 0;
        }
        if (a < LEAST_EX2) {
            // The unit has no subnormal results: the assembler squares the power of the half.
            float half = ex2(a / 2);
            return half * half;
        }
        // The unit cuts the magnitude, and takes the complement of a negative one's fraction.
        int read = (int) (Math.abs((double) a) * (1 << FRACTION_BITS));
        int fraction = read & FRACTION_MASK;
        int whole = read >> FRACTION_BITS;
        if (fraction == 0) {
            return Math.scalb(1f, a < 0 ? -whole : whole);
        }
        return (float) (a < 0 ? POWER.cutAt(~fraction & FRACTION_MASK, -whole - 1) : POWER.cutAt(fraction, whole));
    }

    /** The logarithm to base 2. */
    public static float lg2(float a) {
        if (!(a > 0) || !Float.isFinite(a)) {
            return (float) (StrictMath.log(a) / StrictMath.log(2.0));
        }
        if (a == 1) {
            return 0;
        }
        if (a < Float.MIN_NORMAL) {
            return lg2(a * SUBNORMAL_LG2_SCALE) - Math.getExponent(SUBNORMAL_LG2_SCALE);
        }
        long exact = ((long) Math.getExponent(a) << LOGARITHM.unitBits) + LOGARITHM.at(fraction(a));
        long sum = exact >> (LOGARITHM.unitBits - LG2_SUM_BITS);
        double magnitude = Math.scalb(cut(sum < 0 ? ~sum : sum), -LG2_SUM_BITS);
        return (float) (sum < 0 ? -magnitude : magnitude);
    }

    /** The sine of an angle in radians, which is finite. */
    public static float sin(float a) {
        int turns = turns(a);
        double sine = sine(turns);
        boolean isNegative = turns >>> (FRACTION_BITS + 1) != (a < 0 ? 1 : 0);
        return turns == 0 ? Math.copySign(0, a) : (float) (isNegative ? -sine : sine);
    }

    /** The cosine of an angle in radians, which is finite. */
    public static float cos(float a) {
        int turns = turns(a) + (1 << FRACTION_BITS);
        double cosine = sine(turns);
        return (float) (((turns >>> (FRACTION_BITS + 1)) & 1) != 0 ? -cosine : cosine);
    }

    /** An angle without its sign, in units of 2^-25 turns and less than a turn. */
    private static int turns(float a) {
        // The product of 48 bits is exact, and is cut to 24.
        long product = Double.doubleToRawLongBits((double) Math.abs(a) * TURNS_OF_RADIAN);
        double turns = Double.longBitsToDouble(product & (-1L << (DOUBLE_FRACTION_BITS - FRACTION_BITS))) * TURN_UNIT;
        return (int) (Math.floor(turns) - TURN_UNIT * Math.floor(turns / TURN_UNIT));
    }

    /** The magnitude of a sine; in the second and the fourth quarter, of the complement. */
    private static double sine(int turns) {
        boolean isFalling = ((turns >>> FRACTION_BITS) & 1) != 0;
        return SINE.cutAt((isFalling ? ~turns : turns) & FRACTION_MASK, 0);
    }

    /** The hyperbolic tangent. */
    public static float tanh(float a) {
        int exponent = Math.getExponent(a);
        if (Float.isNaN(a) || exponent < LEAST_TANH_EXPONENT) {
            return a;
        }
        if (exponent >= TANH_ONE_EXPONENT) {
            return Math.copySign(1, a);
        }
        int range = exponent - LEAST_TANH_EXPONENT;
        int position = fraction(a) >>> (FRACTION_BITS - PART_BITS - TANH_PIECES[range]);
        return Math.copySign((float) TANGENTS[range].cutAt(position, 0), a);
    }
}
