package io.cdpsim.workloads;

/** The value of a result in one run, created by {@link ResultName}. */
public sealed interface ResultValue {
    /** The name of the result. */
    ResultName result();

    /** As {@link ResultName#name()}. */
    default String name() {
        return result().name();
    }

    /** As {@link ResultName#label()}. */
    default String label() {
        return result().label();
    }

    /**
     * A count.
     *
     * @param result the name of the result
     * @param value the count
     */
    record Count(ResultName.Count result, long value) implements ResultValue {}

    /**
     * A measured or computed quantity.
     *
     * @param result the name of the result
     * @param value the quantity, finite
     */
    record Quantity(ResultName.Quantity result, double value) implements ResultValue {
        public Quantity {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(result.name() + " is " + value + ", which JSON cannot hold");
            }
        }
    }

    /**
     * A word or a sentence.
     *
     * @param result the name of the result
     * @param value the text
     */
    record Text(ResultName.Text result, String value) implements ResultValue {}
}
