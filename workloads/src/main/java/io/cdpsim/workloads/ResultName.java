package io.cdpsim.workloads;

import java.util.regex.Pattern;

/** A result that runs report: its name, label and unit. Each result is one constant, which creates its {@link ResultValue}s. */
public sealed interface ResultName {
    /** Its stable name in JSON and CSV, such as {@code levels}. */
    String name();

    /** The label for people, such as {@code vertices reached}. */
    String label();

    /** Its unit, such as {@code us}; empty if there is none. */
    default String unit() {
        return "";
    }

    /**
     * A count.
     *
     * @param name as {@link #name()}
     * @param label as {@link #label()}, which names what is counted
     */
    record Count(String name, String label) implements ResultName {
        public Count {
            Form.check(name);
        }

        /** A measure with this count. */
        public ResultValue.Count of(long value) {
            return new ResultValue.Count(this, value);
        }
    }

    /**
     * A measured or computed quantity.
     *
     * @param name as {@link #name()}; ends with the unit if there is one, such as {@code force_step_us}
     * @param label as {@link #label()}, without the unit
     * @param unit as {@link #unit()}, such as {@code GB/s}; tables scale {@code us} and {@code ms} to a readable unit of time, and show {@code share}
     *     and {@code share of ...}, which are 0 to 1, in percent
     */
    record Quantity(String name, String label, String unit) implements ResultName {
        public Quantity {
            Form.check(name);
        }

        /** A measure with this value, finite. */
        public ResultValue.Quantity of(double value) {
            return new ResultValue.Quantity(this, value);
        }
    }

    /**
     * A word or a sentence, such as the name of the variant.
     *
     * @param name as {@link #name()}
     * @param label as {@link #label()}
     */
    record Text(String name, String label) implements ResultName {
        public Text {
            Form.check(name);
        }

        /** A measure with this text. */
        public ResultValue.Text of(String value) {
            return new ResultValue.Text(this, value);
        }
    }

    /**
     * The outcome of the checks of every run, which each output format shows in its own way; no workload declares such results.
     *
     * @param name as {@link #name()}
     * @param label as {@link #label()}
     */
    record Finding(String name, String label) implements ResultName {
        public Finding {
            Form.check(name);
        }
    }

    /** The pattern of names. */
    final class Form {
        private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");

        private Form() {}

        private static void check(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("'" + name + "' is not a JSON name: use words_joined_so");
            }
        }
    }
}
