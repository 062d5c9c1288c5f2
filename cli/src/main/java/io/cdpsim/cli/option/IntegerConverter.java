package io.cdpsim.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads whole numbers and says which are accepted when one is not. */
public abstract class IntegerConverter implements ITypeConverter<Integer> {
    private final int least;

    private IntegerConverter(int least) {
        this.least = least;
    }

    @Override
    public Integer convert(String text) {
        try {
            int value = Integer.parseInt(text);
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, as a number out of range.
        }
        throw new TypeConversionException(
                "found '" + text + "', expected a whole number from " + least + " to " + Integer.MAX_VALUE);
    }

    /** A number of things there must be at least one of. */
    public static final class Positive extends IntegerConverter {
        /** Made by picocli. */
        public Positive() {
            super(1);
        }
    }

    /** A number of things there may be none of. */
    public static final class NotNegative extends IntegerConverter {
        /** Made by picocli. */
        public NotNegative() {
            super(0);
        }
    }
}
