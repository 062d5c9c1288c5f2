package io.cdpsim.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a seed: any whole number of 64 bits. */
public final class SeedConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException(
                    "found '" + text + "', expected a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
        }
    }
}
