package io.cdpsim.runtime.printf;

import io.cdpsim.kernel.code.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Formats the output of {@code printf} of device code: as in C for the specifiers that the CUDA guide lists. Other specifiers are
 * printed literally, among them those of size {@code z}, {@code j} and {@code t} and a precision of {@code *} (Q-45).
 */
final class PrintfFormat {
    /** Maximum number of arguments; further ones are ignored (rule PRNT-4). */
    static final int MAX_ARGUMENTS = 32;

    private static final Pattern SPECIFIER =
            Pattern.compile("%([-+ 0#]*)([0-9]*|\\*)(\\.[0-9]*)?(hh|h|ll|l)?([diouxXcspfFeEgGaA%])");

    private static final String FROM_ARGUMENT = "*";

    /** Maximum width, so that a wrong number does not fill the memory of the computer. */
    private static final int MAX_WIDTH = 999_999;

    private static final int MAX_WIDTH_DIGITS = 6;

    private PrintfFormat() {}

    /** The number of arguments of a specifier: one, and one more for a width of {@code *}. */
    private static int arguments(Matcher specifier) {
        return specifier.group(2).equals(FROM_ARGUMENT) ? 2 : 1;
    }

    /**
     * The formatted text. A specifier without an argument is printed literally.
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
            } else if (argument + arguments(matcher) <= Math.min(types.size(), MAX_ARGUMENTS)) {
                String width = matcher.group(2);
                if (width.equals(FROM_ARGUMENT)) {
                    width = Integer.toString((int) bits.applyAsLong(argument));
                    argument++;
                }
                text.append(convert(matcher, width, types.get(argument), bits.applyAsLong(argument), stringAt, format));
                argument++;
            } else {
                text.append(matcher.group());
            }
        }
        return text.append(format, copied, format.length()).toString();
    }

    /**
     * The length of a format.
     *
     * @param characters characters outside conversions
     * @param conversions conversions
     */
    record Length(int characters, int conversions) {}

    static Length length(String format) {
        int conversions = 0;
        int inConversions = 0;
        Matcher matcher = SPECIFIER.matcher(format);
        while (matcher.find()) {
            conversions++;
            inConversions += matcher.end() - matcher.start();
        }
        return new Length(format.length() - inConversions, conversions);
    }

    /** The types of the arguments of a format, as C passes them: integers of 4 or 8 bytes, addresses, and doubles. */
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
            Matcher specifier, String width, ValueType type, long bits, LongFunction<String> stringAt, String format) {
        char conversion = specifier.group(5).charAt(0);
        String precision = specifier.group(3) == null ? "" : specifier.group(3);
        // A negative width, possible only for an argument, means left-justified.
        boolean isNegative = width.startsWith("-");
        String flags = isNegative ? specifier.group(1) + "-" : specifier.group(1);
        String columns = isNegative ? width.substring(1) : width;
        return switch (conversion) {
            case 'd', 'i', 'u', 'o', 'x', 'X' -> {
                String length = specifier.group(4) == null ? "" : specifier.group(4);
                String number = integer(conversion, flags, precision, narrowed(conversion, length, type, bits, format));
                yield pad(number, columns, precision.isEmpty() ? flags : flags.replace("0", ""));
            }
            // Q-45, as the C library of Linux does.
            case 'p' -> pad(bits == 0 ? "(nil)" : "0x" + Long.toHexString(bits), columns, flags.replace("0", ""));
            case 'c' -> pad(Character.toString((char) (bits & 0xFF)), columns, flags.replace("0", ""));
            case 's' ->
                pad(truncated(bits == 0 ? "(null)" : stringAt.apply(bits), precision), columns, flags.replace("0", ""));
            default -> {
                double value = number(type, bits);
                String number = FloatingFormat.format(
                        conversion, flags.contains("#"), precision.isEmpty() ? -1 : digits(precision), value);
                boolean isFinite = !Double.isNaN(value) && !Double.isInfinite(value);
                yield pad(signed(number, flags), columns, isFinite ? flags : flags.replace("0", ""));
            }
        };
    }

    /** The argument narrowed by the length modifier, and zero-extended for unsigned conversions. */
    private static long narrowed(char conversion, String length, ValueType type, long bits, String format) {
        boolean isSigned = conversion == 'd' || conversion == 'i';
        return switch (length) {
            case "h" -> isSigned ? (short) bits : bits & 0xFFFF;
            // An H100 prints the first byte of the format instead of the argument (O-5).
            case "hh" -> isSigned ? (byte) format.charAt(0) : format.charAt(0) & 0xFF;
            default -> type.isWide() ? bits : isSigned ? (int) bits : bits & 0xFFFF_FFFFL;
        };
    }

    private static String integer(char conversion, String flags, String precision, long value) {
        boolean isSigned = conversion == 'd' || conversion == 'i';
        String digits = switch (conversion) {
            case 'd', 'i' -> value < 0 ? Long.toString(value).substring(1) : Long.toString(value);
            case 'u' -> Long.toUnsignedString(value);
            case 'o' -> Long.toOctalString(value);
            case 'x' -> Long.toHexString(value);
            default -> Long.toHexString(value).toUpperCase(Locale.ROOT);
        };
        int minDigits = precision.isEmpty() ? 1 : digits(precision);
        digits = value == 0 && minDigits == 0 ? "" : "0".repeat(Math.max(0, minDigits - digits.length())) + digits;
        boolean isAlternative = flags.contains("#");
        if (isAlternative && conversion == 'o' && !digits.startsWith("0")) {
            digits = "0" + digits;
        }
        if (isAlternative && value != 0 && (conversion == 'x' || conversion == 'X')) {
            digits = "0" + conversion + digits;
        }
        return isSigned ? signed(value < 0 ? "-" + digits : digits, flags) : digits;
    }

    private static String signed(String number, String flags) {
        if (number.startsWith("-")) {
            return number;
        }
        return (flags.contains("+") ? "+" : flags.contains(" ") ? " " : "") + number;
    }

    private static int digits(String precision) {
        String number = precision.substring(1);
        return number.isEmpty() ? 0 : Math.min(MAX_WIDTH, columns(number));
    }

    /** Truncates a text to the precision. */
    private static String truncated(String text, String precision) {
        int maxLength = precision.isEmpty() ? text.length() : digits(precision);
        return text.substring(0, Math.min(text.length(), maxLength));
    }

    private static double number(ValueType type, long bits) {
        return switch (type) {
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
            default -> bits;
        };
    }

    private static int columns(String width) {
        if (width.length() > MAX_WIDTH_DIGITS) {
            return MAX_WIDTH;
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
        int sign = value.startsWith("-") || value.startsWith("+") || value.startsWith(" ") ? 1 : 0;
        int prefix = value.startsWith("0x", sign) || value.startsWith("0X", sign) ? sign + 2 : sign;
        return value.substring(0, prefix) + "0".repeat(missing) + value.substring(prefix);
    }
}
