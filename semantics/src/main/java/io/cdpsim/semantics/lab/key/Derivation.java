package io.cdpsim.semantics.lab.key;

import java.util.List;

/**
 * How a number of a key is found again, so that it can be compared with what the program shows today.
 *
 * @param kind how the readings are joined
 * @param readings one, or two
 */
public record Derivation(Kind kind, List<Reading> readings) {
    /** How readings are joined. */
    public enum Kind {
        /** The first alone. */
        VALUE,
        /** The first divided by the second. */
        RATIO,
        /** The first less the second. */
        DIFFERENCE
    }

    /** Keeps a copy. */
    public Derivation {
        readings = List.copyOf(readings);
    }

    /** The number of the readings' numbers. */
    public double of(List<Double> numbers) {
        return switch (kind) {
            case VALUE -> numbers.get(0);
            case RATIO -> numbers.get(0) / numbers.get(1);
            case DIFFERENCE -> numbers.get(0) - numbers.get(1);
        };
    }
}
