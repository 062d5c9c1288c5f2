package io.cdpsim.runtime.printf;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** The text of floating-point numbers in C's {@code printf}: every digit is that of the exact binary value, rounded half to even. */
public final class FloatingFormat {
    private static final int DEFAULT_PRECISION = 6;
    private static final int HEXADECIMAL_DIGITS = 13;
    private static final int FRACTION_BITS = 52;
    private static final long FRACTION = (1L << FRACTION_BITS) - 1;

    private FloatingFormat() {}

    /**
     * The text without padding; a sign only if the number is negative.
     *
     * @param conversion one of {@code fFeEgGaA}
     * @param isAlternative whether the flag {@code #} keeps the point and trailing zeros
     * @param precision digits behind the point, or significant digits for {@code g}; negative for the default
     */
    public static String format(char conversion, boolean isAlternative, int precision, double value) {
        String text = lower(Character.toLowerCase(conversion), isAlternative, precision, Math.abs(value));
        String signed = Double.doubleToRawLongBits(value) < 0 ? "-" + text : text;
        return Character.isUpperCase(conversion) ? signed.toUpperCase(Locale.ROOT) : signed;
    }

    private static String lower(char conversion, boolean isAlternative, int precision, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? "nan" : "inf";
        }
        if (conversion == 'a') {
            return hexadecimal(isAlternative, precision, value);
        }
        int digits = precision < 0 ? DEFAULT_PRECISION : precision;
        return switch (conversion) {
            case 'f' -> fixed(value, digits, isAlternative);
            case 'e' -> scientific(value, digits, isAlternative);
            default -> general(value, Math.max(1, digits), isAlternative);
        };
    }

    private static String fixed(double value, int digits, boolean isAlternative) {
        String text =
                new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
        return digits == 0 && isAlternative ? text + "." : text;
    }

    /** The exponent of the decimal number that the value is rounded to, with this many significant digits. */
    private static int exponent(BigDecimal rounded) {
        return rounded.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    }

    private static BigDecimal rounded(double value, int significant) {
        return new BigDecimal(value).round(new MathContext(significant, RoundingMode.HALF_EVEN));
    }

    private static String scientific(double value, int digits, boolean isAlternative) {
        BigDecimal rounded = rounded(value, digits + 1);
        int exponent = exponent(rounded);
        String mantissa = rounded.movePointLeft(exponent)
                .setScale(digits, RoundingMode.HALF_EVEN)
                .toPlainString();
        String point = digits == 0 && isAlternative ? "." : "";
        int magnitude = Math.abs(exponent);
        return mantissa + point + (exponent < 0 ? "e-" : "e+") + (magnitude < 10 ? "0" : "") + magnitude;
    }

    private static String general(double value, int significant, boolean isAlternative) {
        int exponent = exponent(rounded(value, significant));
        String text = exponent < -4 || exponent >= significant
                ? scientific(value, significant - 1, isAlternative)
                : fixed(value, significant - 1 - exponent, isAlternative);
        if (isAlternative) {
            return text;
        }
        int end = text.indexOf('e') < 0 ? text.length() : text.indexOf('e');
        String mantissa = text.substring(0, end);
        if (mantissa.indexOf('.') >= 0) {
            mantissa = mantissa.replaceFirst("\\.?0+$", "");
        }
        return mantissa + text.substring(end);
    }

    private static String hexadecimal(boolean isAlternative, int precision, double value) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = value == 0 ? 0 : Math.max(Double.MIN_EXPONENT, Math.getExponent(value));
        long lead = value >= Double.MIN_NORMAL ? 1 : 0;
        long fraction = bits & FRACTION;
        int digits = HEXADECIMAL_DIGITS;
        if (precision >= 0 && precision < HEXADECIMAL_DIGITS) {
            int dropped = 4 * (HEXADECIMAL_DIGITS - precision);
            long whole = (lead << FRACTION_BITS) | fraction;
            long kept = whole >>> dropped;
            long rest = whole & ((1L << dropped) - 1);
            long half = 1L << (dropped - 1);
            if (rest > half || (rest == half && (kept & 1) != 0)) {
                kept++;
            }
            lead = kept >>> (4 * precision);
            fraction = precision == 0 ? 0 : kept & ((1L << (4 * precision)) - 1);
            digits = precision;
        }
        String hex = digits == 0 ? "" : String.format(Locale.ROOT, "%0" + digits + "x", fraction);
        if (precision < 0) {
            hex = hex.replaceFirst("0+$", "");
        } else if (precision > digits) {
            hex += "0".repeat(precision - digits);
        }
        return "0x" + lead + (hex.isEmpty() && !isAlternative ? "" : ".") + hex + "p" + (exponent < 0 ? "-" : "+")
                + Math.abs(exponent);
    }
}
