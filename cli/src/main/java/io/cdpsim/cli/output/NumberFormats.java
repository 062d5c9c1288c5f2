package io.cdpsim.cli.output;

import java.util.Locale;

/** Numbers formatted for people, independent of the locale. */
public final class NumberFormats {
    private static final String[] TIME_UNITS = {"ns", "us", "ms", "s"};
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private NumberFormats() {}

    /** A count with thousands separators: {@code 45,678}. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A share as percent with one decimal: {@code 12.3%} for 0.123. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    /** A time with three digits in the unit that fits, nanoseconds to seconds: {@code 1.23 ms} for 1234 microseconds. */
    public static String time(double micros) {
        if (!Double.isFinite(micros)) {
            return Double.toString(micros);
        }
        double value = 1000 * micros;
        int unit = 0;
        // 999.5 prints as 1000, which belongs to the next unit.
        while (unit < TIME_UNITS.length - 1 && Math.abs(value) >= 999.5) {
            value /= 1000;
            unit++;
        }
        return digits(value) + " " + TIME_UNITS[unit];
    }

    /** A size in the largest binary unit that holds it in whole or with one decimal: {@code 48 KiB}. */
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (unit < BYTE_UNITS.length - 1 && Math.abs(value) >= 1024) {
            value /= 1024;
            unit++;
        }
        String text = String.format(Locale.ROOT, "%.1f", value);
        return (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + " " + BYTE_UNITS[unit];
    }

    /** A number with three digits, or all digits of its whole part: {@code 1.23}, {@code 12.3}, {@code 12,345}. */
    public static String digits(double value) {
        double size = Math.abs(value);
        if (value == 0) {
            return "0";
        }
        if (size < 0.001) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        int decimals = size < 0.9995 ? 3 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
