package io.cdpsim.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a whole number, and names the accepted range where a text is not in it. */
public final class WholeNumber {
    private WholeNumber() {}

    private static long read(String text, long least, long most) {
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, as a number out of range.
        }
        throw new TypeConversionException(
                "found '" + text + "', expected a whole number from " + least + " to " + most);
    }

    /** A count of at least 1. */
    public static final class Positive implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) read(text, 1, Integer.MAX_VALUE);
        }
    }

    /** A count of at least 0. */
    public static final class NotNegative implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) read(text, 0, Integer.MAX_VALUE);
        }
    }

    /** A seed: any number of 64 bits. */
    public static final class Seed implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return read(text, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }
}
