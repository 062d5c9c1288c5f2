package io.cdpsim.workloads;

import java.util.List;
import java.util.function.Function;

/** The numbers of an input spec such as {@code rmat:14:16:1}: the name of a generator, then numbers separated by colons. */
public final class SpecNumbers {
    private final String spec;
    private final String usage;
    private final Function<String, RuntimeException> error;
    private final List<String> fields;

    /**
     * Splits a spec.
     *
     * @param label what precedes the spec in messages, such as {@code --sizes} and a blank; empty for nothing
     * @param spec the spec
     * @param usage its syntax, such as {@code rmat:SCALE[:EDGEFACTOR[:SEED]]}, which defines how many numbers it may have
     * @param error creates the exception of a message; thrown here if there are too few or too many numbers
     */
    public SpecNumbers(String label, String spec, String usage, Function<String, RuntimeException> error) {
        this.spec = label + spec;
        this.usage = usage;
        this.error = error;
        this.fields = List.of(spec.split(":", -1));
        int numbers = fields.size() - 1;
        boolean few = numbers < colons(usage.replaceFirst("\\[.*", ""));
        if (few || numbers > colons(usage)) {
            throw error.apply(this.spec + ": has too " + (few ? "few" : "many") + " numbers, expected " + usage);
        }
    }

    private static int colons(String text) {
        return (int) text.chars().filter(c -> c == ':').count();
    }

    /** A whole number from {@code least} to {@code most}, inclusive. */
    public int whole(int field, String what, int least, int most) {
        String text = fields.get(field);
        if (text.matches("[0-9]{1,10}")) {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return (int) value;
            }
        }
        throw wrong(what, text, "a whole number from " + least + " to " + most);
    }

    /** The same with a default for an omitted number. */
    public int whole(int field, String what, int least, int most, int otherwise) {
        return field < fields.size() ? whole(field, what, least, most) : otherwise;
    }

    /** An unsigned 64-bit number, with a default for an omitted one. */
    public long unsigned(int field, String what, long otherwise) {
        if (field >= fields.size()) {
            return otherwise;
        }
        try {
            return Long.parseUnsignedLong(fields.get(field));
        } catch (NumberFormatException e) {
            throw wrong(what, fields.get(field), "a whole number from 0 to 2^64-1");
        }
    }

    /** A decimal number from {@code least} to {@code most}, inclusive, without an exponent. */
    public double decimal(int field, String what, int least, int most) {
        String text = fields.get(field);
        if (text.matches("[0-9]{1,12}(\\.[0-9]{1,12})?")) {
            double value = Double.parseDouble(text);
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw wrong(what, text, "a number from " + least + " to " + most + ", such as " + (most == 1 ? "0.05" : "1.5"));
    }

    /** The error of a number with an invalid value. */
    public RuntimeException wrong(String what, String found, String expected) {
        return error.apply(spec + ": the " + what + " is '" + found + "', expected " + expected + ": " + usage);
    }
}
