package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Rounding;
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
 * Functions as the function unit of an H100 approximates them: parabolas on pieces of the argument, fitted to 196,608 results each
 * (measurements/tensor/tensor.cu). The unit takes angles as turns, of which it keeps 25 bits behind the point.
 *
 * <p>Of those results 2^x differs from the hardware's by at most one unit in the last place in all but one of 2,500; sines and cosines differ by at most
 * 2^-22.4, logarithms by 2^-24, hyperbolic tangents by 22 units between 1/4 and 1 and by 2 elsewhere.
 */
final class Approximation {
    private static final String RESOURCE = "/io/cdpsim/kernel/semantics/approximations.csv";
    private static final float TURNS_OF_RADIAN = 0.15915494f;
    private static final double ANGLE_UNIT = 0x1p23;
    private static final double EX2_UNIT = 0x1p24;
    private static final int LEAST_TANH_EXPONENT = -8;
    private static final double TANH_ONE = 16;
    /** Bits of the argument's significand that the hyperbolic tangent does not read, by exponent from -8 on. */
    private static final int[] TANH_UNREAD = {6, 6, 6, 5, 5, 4, 4, 4, 3, 2, 0, 0};

    private static final Map<String, double[][]> TABLES = read();

    private Approximation() {}

    private static Map<String, double[][]> read() {
        Map<String, double[][]> tables = new HashMap<>();
        try (InputStream resource = Objects.requireNonNull(Approximation.class.getResourceAsStream(RESOURCE));
                BufferedReader lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            for (String line : lines.lines().toList()) {
                List<String> fields = List.of(line.split(",", -1));
                double[][] table =
                        tables.computeIfAbsent(fields.get(0), name -> new double[name.startsWith("tanh") ? 16 : 64][]);
                table[Integer.parseInt(fields.get(1))] = new double[] {
                    Double.parseDouble(fields.get(2)),
                    Double.parseDouble(fields.get(3)),
                    Double.parseDouble(fields.get(4))
                };
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.copyOf(tables);
    }

    /** @param place in the table, from 0 to 1 */
    private static double parabola(String name, double place) {
        double[][] table = Objects.requireNonNull(TABLES.get(name));
        int piece = Math.min((int) (place * table.length), table.length - 1);
        double offset = place * table.length - piece;
        double[] factors = table[piece];
        return factors[0] + offset * (factors[1] + offset * factors[2]);
    }

    static float ex2(float a) {
        // The unit cuts the argument's magnitude.
        double read = Math.copySign(Math.floor(Math.abs((double) a) * EX2_UNIT) / EX2_UNIT, a);
        double whole = Math.floor(read);
        double fraction = read - whole;
        if (fraction == 0 || !Float.isFinite(a) || Math.abs(a) > 256) {
            return (float) StrictMath.pow(2.0, Math.abs(a) < 1 ? read : a);
        }
        return (float) Math.scalb(parabola("ex2", fraction), (int) whole);
    }

    static float lg2(float a) {
        if (!(a > 0) || !Float.isFinite(a)) {
            return (float) (StrictMath.log(a) / StrictMath.log(2.0));
        }
        int exponent = Math.getExponent((double) a);
        double fraction = Math.scalb((double) a, -exponent) - 1;
        return (float) (exponent + (fraction == 0 ? 0 : parabola("lg2", fraction)));
    }

    static float sin(float a) {
        double quarters = quarters(a);
        int quarter = (int) quarters;
        double within = quarters - quarter;
        double sine = parabola("sin", (quarter & 1) != 0 ? 1 - within : within);
        boolean isNegative = (quarter >= 2) != (a < 0);
        return quarters == 0 ? Math.copySign(0, a) : (float) (isNegative ? -sine : sine);
    }

    static float cos(float a) {
        double quarters = quarters(a);
        int quarter = (int) quarters;
        double within = quarters - quarter;
        double cosine = parabola("cos", (quarter & 1) != 0 ? 1 - within : within);
        return quarters == 0 ? 1 : (float) (quarter == 1 || quarter == 2 ? -cosine : cosine);
    }

    /** An angle in quarters of a turn, 0 to 4, without its sign. */
    private static double quarters(float a) {
        // The product of 48 bits is exact, and is cut to 24.
        double turns = FloatFormat.F32.narrow((double) Math.abs(a) * TURNS_OF_RADIAN, Rounding.ZERO);
        double quarters = Math.floor(turns * 4 * ANGLE_UNIT) / ANGLE_UNIT;
        return quarters - 4 * Math.floor(quarters / 4);
    }

    static float tanh(float a) {
        float magnitude = Math.abs(a);
        int exponent = Math.getExponent(magnitude);
        if (Float.isNaN(a) || exponent < LEAST_TANH_EXPONENT) {
            return a;
        }
        if (magnitude >= TANH_ONE) {
            return Math.copySign(1, a);
        }
        int unread = TANH_UNREAD[exponent - LEAST_TANH_EXPONENT];
        float read = Float.intBitsToFloat(Float.floatToRawIntBits(magnitude) >>> unread << unread);
        double fraction = Math.scalb((double) read, -exponent) - 1;
        return Math.copySign((float) parabola("tanh" + (exponent - LEAST_TANH_EXPONENT), fraction), a);
    }
}
