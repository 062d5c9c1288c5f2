package io.cdpsim.runtime.call;

import io.cdpsim.kernel.code.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Formats what {@code printf} of device code prints: as C does, as far as CUDA's guide lists the specifiers. Others are printed as they are,
 * among them those of size {@code z}, {@code j} and {@code t} and a precision of {@code *}.
 */
final class PrintfFormat {
    /** Arguments beyond these are not taken (rule PRNT-4). */
    static final int MOST_ARGUMENTS = 32;

    private static final Pattern SPECIFIER =
            Pattern.compile("%([-+ 0#]*)([0-9]*|\\*)(\\.[0-9]+)?(hh|h|ll|l)?([diouxXcspfFeEgG%])");

    private static final String FROM_ARGUMENT = "*";

    /** Wider is nothing, so that a number gone wrong does not fill the computer's memory. */
    private static final int MOST_COLUMNS = 999_999;

    private static final int MOST_WIDTH_DIGITS = 6;

    private PrintfFormat() {}

    /** Arguments that a specifier takes: one, and one more for a width of {@code *}. */
    private static int taken(Matcher specifier) {
        return specifier.group(2).equals(FROM_ARGUMENT) ? 2 : 1;
    }

    /**
     * The text. A specifier without an argument is printed as it is.
     *
     * @param stringAt the string of an address, for {@code %s}
     */
    static String format(String format, List<ValueType> types, IntToLongFunction bits, LongFunction<String> stringAt) {
        StringBuilder text = new StringBuilder();
        Matcher matcher = SPECIFIER.matcher(format);
        int copied = 0;
        int argument = 0;
        while (matcher.find()) {
            text.append(format, copied, matcher.start());
            copied = matcher.end();
            if (matcher.group(5).equals("%")) {
                text.append('%');
            } else if (argument + taken(matcher) <= Math.min(types.size(), MOST_ARGUMENTS)) {
                String width = matcher.group(2);
                if (width.equals(FROM_ARGUMENT)) {
                    width = Integer.toString((int) bits.applyAsLong(argument));
                    argument++;
                }
                text.append(convert(matcher, width, types.get(argument), bits.applyAsLong(argument), stringAt));
                argument++;
            } else {
                text.append(matcher.group());
            }
        }
        return text.append(format, copied, format.length()).toString();
    }

    /** What the arguments of a format are, as C passes them: integers of 4 or 8 bytes, addresses, and doubles. */
    static List<ValueType> argumentTypes(String format) {
        List<ValueType> types = new ArrayList<>();
        Matcher matcher = SPECIFIER.matcher(format);
        while (matcher.find()) {
            if (matcher.group(2).equals(FROM_ARGUMENT)) {
                types.add(ValueType.S32);
            }
            String length = matcher.group(4) == null ? "" : matcher.group(4);
            switch (matcher.group(5).charAt(0)) {
                case '%' -> {}
                case 'd', 'i', 'u', 'o', 'x', 'X' ->
                    types.add(length.isEmpty() || length.startsWith("h") ? ValueType.S32 : ValueType.S64);
                case 'c' -> types.add(ValueType.S32);
                case 's', 'p' -> types.add(ValueType.U64);
                default -> types.add(ValueType.F64);
            }
        }
        return types;
    }

    private static String convert(
            Matcher specifier, String width, ValueType type, long bits, LongFunction<String> stringAt) {
        char conversion = specifier.group(5).charAt(0);
        String precision = specifier.group(3) == null ? "" : specifier.group(3);
        String flags = specifier.group(1);
        String value = switch (conversion) {
            case 'd', 'i' -> Long.toString(type.isWide() ? bits : (int) bits);
            case 'u' -> type.isWide() ? Long.toUnsignedString(bits) : Integer.toUnsignedString((int) bits);
            case 'o' -> type.isWide() ? Long.toOctalString(bits) : Integer.toOctalString((int) bits);
            case 'x' -> hex(type, bits);
            case 'X' -> hex(type, bits).toUpperCase(Locale.ROOT);
            // Q-45, as the C library of Linux does.
            case 'p' -> bits == 0 ? "(nil)" : "0x" + Long.toHexString(bits);
            case 'c' -> Character.toString((char) (bits & 0xFF));
            case 's' -> cut(bits == 0 ? "(null)" : stringAt.apply(bits), precision);
            default -> floating(conversion, precision, number(type, bits));
        };
        if (flags.contains("+") && "diuFfEeGg".indexOf(conversion) >= 0 && !value.startsWith("-")) {
            value = "+" + value;
        }
        // A negative width, which only an argument can be, is the flag for the left.
        return width.startsWith("-") ? pad(value, width.substring(1), flags + "-") : pad(value, width, flags);
    }

    /** At most as many characters as the precision says. */
    private static String cut(String text, String precision) {
        int most = precision.isEmpty() ? text.length() : Integer.parseInt(precision.substring(1));
        return text.substring(0, Math.min(text.length(), most));
    }

    private static String hex(ValueType type, long bits) {
        return type.isWide() ? Long.toHexString(bits) : Integer.toHexString((int) bits);
    }

    private static double number(ValueType type, long bits) {
        return switch (type) {
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
            default -> bits;
        };
    }

    private static String floating(char conversion, String precision, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
        }
        char known = conversion == 'F' ? 'f' : conversion;
        return String.format(Locale.ROOT, "%" + precision + known, value);
    }

    private static int columns(String width) {
        if (width.length() > MOST_WIDTH_DIGITS) {
            return MOST_COLUMNS;
        }
        return width.isEmpty() ? 0 : Integer.parseInt(width);
    }

    private static String pad(String value, String width, String flags) {
        int missing = columns(width) - value.length();
        if (missing <= 0) {
            return value;
        }
        if (flags.contains("-")) {
            return value + " ".repeat(missing);
        }
        if (!flags.contains("0")) {
            return " ".repeat(missing) + value;
        }
        int sign = value.startsWith("-") || value.startsWith("+") ? 1 : 0;
        return value.substring(0, sign) + "0".repeat(missing) + value.substring(sign);
    }
}
