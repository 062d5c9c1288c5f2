package io.cdpsim.profile.read;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one section in their units. A field that is missing or wrong is noted in {@link ProfileFields} and reads as 0;
 * the caller goes on and {@link ProfileFields#finish} reports.
 */
final class SectionReader {
    private final ProfileFields fields;
    private final String path;
    private final boolean optional;

    SectionReader(ProfileFields fields, String path, boolean optional) {
        this.fields = fields;
        this.path = path;
        this.optional = optional;
    }

    SectionReader section(String name) {
        return new SectionReader(fields, path(name), optional);
    }

    /** The same section, in which missing fields read as 0 if {@code optional} holds. */
    SectionReader optionalIf(boolean optional) {
        return new SectionReader(fields, path, this.optional || optional);
    }

    /** A count of at least 1. */
    int count(String name) {
        return (int) whole(name, Dimension.COUNT, 1, Integer.MAX_VALUE);
    }

    /** A count of at least 1 that may pass the range of an int. */
    long longCount(String name) {
        return whole(name, Dimension.COUNT, 1, Long.MAX_VALUE);
    }

    /** A count that may be 0. */
    int countOrZero(String name) {
        return (int) whole(name, Dimension.COUNT, 0, Integer.MAX_VALUE);
    }

    /** A whole number of cycles, at least 0. */
    int cycles(String name) {
        return (int) whole(name, Dimension.CYCLES, 0, Integer.MAX_VALUE);
    }

    /** Cycles between events, on average, above 0. */
    double meanCycles(String name) {
        return decimal(name, Dimension.CYCLES, true);
    }

    /** Cycles a slot, on average, at least 0. */
    double cyclesPerSlot(String name) {
        return decimal(name, Dimension.CYCLES, false);
    }

    /** A size of at least 1 byte. */
    int bytes(String name) {
        return (int) whole(name, Dimension.BYTES, 1, Integer.MAX_VALUE);
    }

    /** A size that may be 0. */
    int bytesOrZero(String name) {
        return (int) whole(name, Dimension.BYTES, 0, Integer.MAX_VALUE);
    }

    /** A size of at least 1 byte that may pass the range of an int. */
    long longBytes(String name) {
        return whole(name, Dimension.BYTES, 1, Long.MAX_VALUE);
    }

    /** A size in whole bytes per cycle, at least 1. */
    int bytesPerCycle(String name) {
        return (int) whole(name, Dimension.BYTES_PER_CYCLE, 1, Integer.MAX_VALUE);
    }

    /** A frequency of at least 1 Hz. */
    long hertz(String name) {
        return whole(name, Dimension.HERTZ, 1, Long.MAX_VALUE);
    }

    /** A duration in nanoseconds, at least 0. */
    double nanos(String name) {
        return decimal(name, Dimension.NANOS, false);
    }

    /** Any quantity above 0 that need not be whole. */
    double rate(String name, Dimension dimension) {
        return decimal(name, dimension, true);
    }

    boolean flag(String name) {
        FieldValue value = single(name, "true or false");
        if (value == null) {
            return false;
        }
        String text = value.text();
        if (!text.equals("true") && !text.equals("false")) {
            fields.problem(value, "true or false");
        }
        return text.equals("true");
    }

    /** Words; empty if missing. */
    String words(String name, String expected) {
        FieldValue value = single(name, expected);
        return value == null ? "" : value.text();
    }

    /** Sizes in whole KiB, ascending. */
    List<Integer> sizesKiB(String name) {
        String expected = "a list of ascending sizes in whole KiB, for example '[16 KiB, 48 KiB]'";
        FieldValue value = ask(name, expected);
        List<Integer> sizes = new ArrayList<>();
        if (value == null) {
            return sizes;
        }
        try {
            for (String item : value.items()) {
                int kib = Dimension.BYTES
                        .parse(item)
                        .divide(BigDecimal.valueOf(1024))
                        .intValueExact();
                if (kib < 0 || (!sizes.isEmpty() && kib <= sizes.get(sizes.size() - 1))) {
                    throw new ArithmeticException(item);
                }
                sizes.add(kib);
            }
        } catch (NumberFormatException | ArithmeticException e) {
            fields.problem(value, expected);
        }
        return sizes;
    }

    /** Notes that a field was read but cannot be so, as when it does not fit another one. */
    void reject(String name, String expected) {
        FieldValue value = fields.ask(path(name));
        if (value != null) {
            fields.problem(value, expected);
        }
    }

    private long whole(String name, Dimension dimension, long min, long max) {
        FieldValue value = single(name, dimension.expectation());
        BigDecimal number = value == null ? null : parse(value, dimension);
        if (value == null || number == null) {
            return 0;
        }
        BigDecimal rounded = number.setScale(0, RoundingMode.DOWN);
        if (rounded.compareTo(number) != 0) {
            fields.problem(
                    value,
                    ("a whole number " + (dimension == Dimension.COUNT ? "" : "of " + dimension.baseUnit())).strip());
        } else if (number.compareTo(BigDecimal.valueOf(min)) < 0) {
            fields.problem(value, ("at least " + min + " " + dimension.baseUnit()).strip());
        } else if (number.compareTo(BigDecimal.valueOf(max)) > 0) {
            fields.problem(value, ("at most " + max + " " + dimension.baseUnit()).strip());
        } else {
            return number.longValueExact();
        }
        return 0;
    }

    private double decimal(String name, Dimension dimension, boolean aboveZero) {
        FieldValue value = single(name, dimension.expectation());
        BigDecimal number = value == null ? null : parse(value, dimension);
        if (value == null || number == null) {
            return 0;
        }
        if (aboveZero ? number.signum() <= 0 : number.signum() < 0) {
            fields.problem(value, (aboveZero ? "more than 0 " : "at least 0 ") + dimension.baseUnit());
            return 0;
        }
        return number.doubleValue();
    }

    private @Nullable BigDecimal parse(FieldValue value, Dimension dimension) {
        try {
            return dimension.parse(value.text());
        } catch (NumberFormatException e) {
            fields.problem(value, dimension.expectation());
            return null;
        }
    }

    private @Nullable FieldValue single(String name, String expected) {
        FieldValue value = ask(name, expected);
        if (value != null && (value.list() || value.text().isEmpty())) {
            fields.problem(value, expected);
            return null;
        }
        return value;
    }

    private @Nullable FieldValue ask(String name, String expected) {
        FieldValue value = fields.ask(path(name));
        if (value == null && !optional) {
            fields.missing(path(name), expected);
        }
        return value;
    }

    private String path(String name) {
        return path.isEmpty() ? name : path.concat(".").concat(name);
    }
}
