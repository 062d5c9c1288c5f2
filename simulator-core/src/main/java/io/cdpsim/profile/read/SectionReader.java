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
 * Reads the fields of one section in their units. A field that is missing or wrong is noted in {@link ProfileFields} and reads as 0;
 * the caller goes on and {@link ProfileFields#finish} reports.
 */
final class SectionReader {
    // What no GPU comes near to. Times of simulated programs stay far below what a long holds, and tables fit in
    // memory.
    private static final int MOST_COUNT = 1 << 20;
    private static final int MOST_ENTRIES = 1 << 24;
    private static final int MOST_CYCLES = 1_000_000_000;
    private static final int MOST_BYTES = 1 << 30;
    private static final long MOST_LONG_BYTES = 1L << 44;
    private static final long LEAST_HERTZ = 1_000_000;
    private static final long MOST_HERTZ = 100_000_000_000L;
    private static final BigDecimal LEAST_MEAN_CYCLES = new BigDecimal("1e-6");
    private static final BigDecimal MOST_NANOS = new BigDecimal("1e10");
    private static final BigDecimal LEAST_RATE = new BigDecimal("1e-6");
    private static final BigDecimal MOST_RATE = new BigDecimal("1e18");
    private static final BigDecimal LEAST_PER_SECOND = new BigDecimal("1e6");

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
        return count(name, MOST_COUNT);
    }

    /** A count of at least 1 and at most {@code most}. */
    int count(String name, int most) {
        return (int) whole(name, Dimension.COUNT, 1, most);
    }

    /** A side of a grid: a count of at least 1 that any int may be. */
    long longCount(String name) {
        return whole(name, Dimension.COUNT, 1, Integer.MAX_VALUE);
    }

    /** A count that may be 0. */
    int countOrZero(String name) {
        return (int) whole(name, Dimension.COUNT, 0, MOST_ENTRIES);
    }

    /** Any whole number of an int that is not negative. */
    int number(String name) {
        return (int) whole(name, Dimension.COUNT, 0, Integer.MAX_VALUE);
    }

    /** A whole number of cycles, at least 0. */
    int cycles(String name) {
        return (int) whole(name, Dimension.CYCLES, 0, MOST_CYCLES);
    }

    /** Cycles between events, on average, above 0. */
    double meanCycles(String name) {
        return decimal(name, Dimension.CYCLES, LEAST_MEAN_CYCLES, BigDecimal.valueOf(MOST_CYCLES));
    }

    /** Cycles a slot, on average, at least 0. */
    double cyclesPerSlot(String name) {
        return partCycles(name);
    }

    /** Cycles that need not be whole, at least 0. */
    double partCycles(String name) {
        return decimal(name, Dimension.CYCLES, BigDecimal.ZERO, BigDecimal.valueOf(MOST_CYCLES));
    }

    /** A size of at least 1 byte. */
    int bytes(String name) {
        return bytes(name, MOST_BYTES);
    }

    /** A size of at least 1 byte and at most {@code most}. */
    int bytes(String name, int most) {
        return (int) whole(name, Dimension.BYTES, 1, most);
    }

    /** A size that may be 0. */
    int bytesOrZero(String name) {
        return (int) whole(name, Dimension.BYTES, 0, MOST_BYTES);
    }

    /** A size of at least 1 byte that may pass the range of an int. */
    long longBytes(String name) {
        return whole(name, Dimension.BYTES, 1, MOST_LONG_BYTES);
    }

    /** A size in whole bytes per cycle, at least 1. */
    int bytesPerCycle(String name) {
        return (int) whole(name, Dimension.BYTES_PER_CYCLE, 1, MOST_COUNT);
    }

    /** A frequency that a clock may have. */
    long hertz(String name) {
        return whole(name, Dimension.HERTZ, LEAST_HERTZ, MOST_HERTZ);
    }

    /** A duration in nanoseconds, at least 0. */
    double nanos(String name) {
        return decimal(name, Dimension.NANOS, BigDecimal.ZERO, MOST_NANOS);
    }

    /** Any quantity above 0 that need not be whole. */
    double rate(String name, Dimension dimension) {
        boolean perSecond = dimension == Dimension.BYTES_PER_SECOND || dimension == Dimension.REQUESTS_PER_SECOND;
        return decimal(name, dimension, perSecond ? LEAST_PER_SECOND : LEAST_RATE, MOST_RATE);
    }

    /** Bytes per second, above 0. */
    Bandwidth bandwidth(String name) {
        return new Bandwidth(rate(name, Dimension.BYTES_PER_SECOND));
    }

    /** Requests per second, above 0. */
    RequestRate requestRate(String name) {
        return new RequestRate(rate(name, Dimension.REQUESTS_PER_SECOND));
    }

    /** The share of runs in which something happens, 0 to 1. */
    Probability probability(String name) {
        return new Probability(share(name));
    }

    /** A share of a whole, 0 to 1. */
    double share(String name) {
        return decimal(name, Dimension.COUNT, BigDecimal.ZERO, BigDecimal.ONE);
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

    /** One of some words; the first value if missing or wrong. */
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

    /**
     * Notes that two fields do not go together, at the one that was written later: what somebody changed is wrong, not what was there.
     *
     * @param expected what the first should be
     * @param otherExpected what the other should be
     */
    void reject(String name, String expected, String other, String otherExpected) {
        boolean first = fields.writtenLast(path(name), path(other));
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

    private double decimal(String name, Dimension dimension, BigDecimal least, BigDecimal most) {
        FieldValue value = single(name, dimension.expectation());
        BigDecimal number = value == null ? null : parse(value, dimension);
        if (value == null || number == null) {
            return 0;
        }
        String unit = dimension.baseUnit();
        if (least.signum() > 0 && number.signum() <= 0) {
            fields.problem(value, "more than 0 " + unit);
        } else if (number.compareTo(least) < 0) {
            fields.problem(value, ("at least " + least.toPlainString() + " " + unit).strip());
        } else if (number.compareTo(most) > 0) {
            fields.problem(value, ("at most " + most.toPlainString() + " " + unit).strip());
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
