package io.cdpsim.cli.option;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Turns an option that may be left out, which picocli holds as a nullable field, into an {@link OptionalInt}. */
public final class OptionalNumber {
    private OptionalNumber() {}

    /** The number, or empty where it was not given. */
    public static OptionalInt optional(@Nullable Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }
}
