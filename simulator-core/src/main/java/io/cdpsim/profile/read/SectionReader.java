package io.cdpsim.profile.read;

import io.cdpsim.profile.Bandwidth;
import io.cdpsim.profile.Probability;
import io.cdpsim.profile.RequestRate;
import io.cdpsim.profile.read.ProfileFields.FieldValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one section in their units. A missing or invalid field reads as 0 and is recorded in {@link ProfileFields},
 * which reports it in {@link ProfileFields#finish}.
 */
final class SectionReader {
    // No GPU comes near these bounds. They keep simulated times far below the range of a long, and tables within
    // memory.
    private static final int MAX_COUNT = 1 << 20;
    private static final int MAX_ENTRIES = 1 << 24;
    private static final int MAX_CYCLES = 1_000_000_000;
    private static final int MAX_BYTES = 1 << 30;
    private static final long MAX_LONG_BYTES = 1L << 44;
    private static final long MIN_HERTZ = 1_000_000;
    private static final long MAX_HERTZ = 100_000_000_000L;
    private static final BigDecimal MIN_MEAN_CYCLES = new BigDecimal("1e-6");
    private static final BigDecimal MAX_NANOS = new BigDecimal("1e10");
    private static final BigDecimal MIN_RATE = new BigDecimal("1e-6");
    private static final BigDecimal MAX_RATE = new BigDecimal("1e18");
    private static final BigDecimal MIN_PER_SECOND = new BigDecimal("1e6");

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
        return count(name, MAX_COUNT);
    }

    /** A count of at least 1 and at most {@code max}. */
    int count(String name, int max) {
        return (int) whole(name, Dimension.COUNT, 1, max);
    }

    /** A side of a grid: a count of at least 1 that any int may be. */
    long longCount(String name) {
        return whole(name, Dimension.COUNT, 1, Integer.MAX_VALUE);
    }

    /** A count that may be 0. */
    int countOrZero(String name) {
        return (int) whole(name, Dimension.COUNT, 0, MAX_ENTRIES);
    }

    /** Any whole number of an int that is not negative. */
    int number(String name) {
        return (int) whole(name, Dimension.COUNT, 0, Integer.MAX_VALUE);
    }

    /** A whole number of cycles, at least 0. */
    int cycles(String name) {
        return (int) whole(name, Dimension.CYCLES, 0, MAX_CYCLES);
    }

    /** Mean cycles between events, above 0. */
    double meanCycles(String name) {
        return decimal(name, Dimension.CYCLES, MIN_MEAN_CYCLES, BigDecimal.valueOf(MAX_CYCLES));
    }

    /** Mean cycles for each slot, at least 0. */
    double cyclesPerSlot(String name) {
        return fractionalCycles(name);
    }

    /** Cycles that need not be whole, at least 0. */
    double fractionalCycles(String name) {
        return decimal(name, Dimension.CYCLES, BigDecimal.ZERO, BigDecimal.valueOf(MAX_CYCLES));
    }

    /** A size of at least 1 byte. */
    int bytes(String name) {
        return bytes(name, MAX_BYTES);
    }

    /** A size of at least 1 byte and at most {@code max}. */
    int bytes(String name, int max) {
        return (int) whole(name, Dimension.BYTES, 1, max);
    }

    /** A size that may be 0. */
    int bytesOrZero(String name) {
        return (int) whole(name, Dimension.BYTES, 0, MAX_BYTES);
    }

    /** A size of at least 1 byte that may pass the range of an int. */
    long longBytes(String name) {
        return whole(name, Dimension.BYTES, 1, MAX_LONG_BYTES);
    }

    /** A size in whole bytes per cycle, at least 1. */
    int bytesPerCycle(String name) {
        return (int) whole(name, Dimension.BYTES_PER_CYCLE, 1, MAX_COUNT);
    }

    /** A frequency that a clock may have. */
    long hertz(String name) {
        return whole(name, Dimension.HERTZ, MIN_HERTZ, MAX_HERTZ);
    }

    /** A duration in nanoseconds, at least 0. */
    double nanos(String name) {
        return decimal(name, Dimension.NANOS, BigDecimal.ZERO, MAX_NANOS);
    }

    /** Any quantity above 0 that need not be whole. */
    double rate(String name, Dimension dimension) {
        boolean perSecond = dimension == Dimension.BYTES_PER_SECOND || dimension == Dimension.REQUESTS_PER_SECOND;
        return decimal(name, dimension, perSecond ? MIN_PER_SECOND : MIN_RATE, MAX_RATE);
    }

    /** Bytes per second, above 0. */
    Bandwidth bandwidth(String name) {
        return new Bandwidth(rate(name, Dimension.BYTES_PER_SECOND));
    }

    /** Requests per second, above 0. */
    RequestRate requestRate(String name) {
        return new RequestRate(rate(name, Dimension.REQUESTS_PER_SECOND));
    }

    /** The fraction of runs in which something happens, 0 to 1. */
    Probability probability(String name) {
        return new Probability(decimal(name, Dimension.COUNT, BigDecimal.ZERO, BigDecimal.ONE));
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

    /** One of several words; the first value if the field is missing or invalid. */
    <T> T choice(String name, T[] values, Function<T, String> word) {
        List<String> words = Arrays.stream(values).map(word).toList();
        int last = words.size() - 1;
        String expected = String.join(", ", words.subList(0, last)) + " or " + words.get(last);
        String text = words(name, expected);
        for (T value : values) {
            if (word.apply(value).equals(text)) {
                return value;
            }
        }
        if (!text.isEmpty()) {
            reject(name, expected);
        }
        return values[0];
    }

    /** A text; empty if the field is missing. */
    String words(String name, String expected) {
        FieldValue value = single(name, expected);
        return value == null ? "" : value.text();
    }

    /** Sizes in whole KiB, ascending. */
    List<Integer> sizesKiB(String name) {
        String expected = "a list of ascending sizes in whole KiB, for example '[16 KiB, 48 KiB]'";
        FieldValue value = read(name, expected);
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

    /** Counts of at least 1; none if missing. */
    List<Integer> counts(String name) {
        String expected = "a list of counts, for example '[18, 16]'";
        FieldValue value = read(name, expected);
        List<Integer> counts = new ArrayList<>();
        if (value == null) {
            return counts;
        }
        try {
            for (String item : value.items()) {
                int count = Dimension.COUNT.parse(item).intValueExact();
                if (count < 1 || count > MAX_COUNT) {
                    throw new ArithmeticException(item);
                }
                counts.add(count);
            }
        } catch (NumberFormatException | ArithmeticException e) {
            fields.problem(value, expected);
        }
        return counts;
    }

    /** Records that the value of a field is invalid, for example because it does not match another field. */
    void reject(String name, String expected) {
        FieldValue value = fields.read(path(name));
        if (value != null) {
            fields.problem(value, expected);
        }
    }

    /**
     * Records that two fields do not match, at the one that was written later, because the later change is wrong.
     *
     * @param expected what the first should be
     * @param otherExpected what the other should be
     */
    void reject(String name, String expected, String other, String otherExpected) {
        boolean first = fields.isWrittenLater(path(name), path(other));
        reject(first ? name : other, first ? expected : otherExpected);
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

    private double decimal(String name, Dimension dimension, BigDecimal min, BigDecimal max) {
        FieldValue value = single(name, dimension.expectation());
        BigDecimal number = value == null ? null : parse(value, dimension);
        if (value == null || number == null) {
            return 0;
        }
        String unit = dimension.baseUnit();
        if (min.signum() > 0 && number.signum() <= 0) {
            fields.problem(value, "more than 0 " + unit);
        } else if (number.compareTo(min) < 0) {
            fields.problem(value, ("at least " + min.toPlainString() + " " + unit).strip());
        } else if (number.compareTo(max) > 0) {
            fields.problem(value, ("at most " + max.toPlainString() + " " + unit).strip());
        } else {
            return number.doubleValue();
        }
        return 0;
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
        FieldValue value = read(name, expected);
        if (value != null && (value.list() || value.text().isEmpty())) {
            fields.problem(value, expected);
            return null;
        }
        return value;
    }

    private @Nullable FieldValue read(String name, String expected) {
        FieldValue value = fields.read(path(name));
        if (value == null && !optional) {
            fields.missing(path(name), expected);
        }
        return value;
    }

    private String path(String name) {
        return path.isEmpty() ? name : path.concat(".").concat(name);
    }
}
