package io.cdpsim.workloads;

import java.util.regex.Pattern;

/** Something that one workload reports and others do not. */
public sealed interface Measure {
    /** Its stable name in JSON, such as {@code reached_vertices}. */
    String name();

    /** What people read, such as {@code vertices reached}. */
    String label();

    /**
     * A whole number of things.
     *
     * @param name as {@link #name()}
     * @param label as {@link #label()}
     * @param value the number
     */
    record Count(String name, String label, long value) implements Measure {
        public Count {
            Names.check(name);
        }
    }

    /**
     * A measured or computed quantity.
     *
     * @param name as {@link #name()}; ends in the unit, such as {@code per_iteration_us}
     * @param label as {@link #label()}, without the unit
     * @param value the quantity, finite
     * @param unit its unit for people, such as {@code GB/s}; {@code us} is shown in the unit of time that fits
     */
    record Quantity(String name, String label, double value, String unit) implements Measure {
        public Quantity {
            Names.check(name);
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(name + " is " + value + ", which JSON cannot hold");
            }
        }
    }

    /**
     * A word, such as the variant that ran.
     *
     * @param name as {@link #name()}
     * @param label as {@link #label()}
     * @param value the word
     */
    record Text(String name, String label, String value) implements Measure {
        public Text {
            Names.check(name);
        }
    }

    /** The form of JSON names. */
    final class Names {
        private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");

        private Names() {}

        private static void check(String name) {
            if (!FORM.matcher(name).matches()) {
                throw new IllegalArgumentException("'" + name + "' is no JSON name: use words_joined_so");
            }
        }
    }
}
