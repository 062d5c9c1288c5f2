package io.cdpsim.workloads.irregular;

import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.InvalidInputException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Parses the values of {@code --sizes}; {@link SizeSource#parse} documents the syntax. */
final class SizeSpecParser {
    private static final int MOST_PARENTS = 1 << 26;
    private static final int MOST_OF_ZIPF = 1 << 24;
    private static final int STEEPEST_ZIPF = 100;

    private static final List<String> DISTRIBUTIONS = List.of("constant", "uniform", "zipf", "bimodal", "exponential");

    private static final String KNOWN = "constant:N:PARENTS, uniform:A:B:PARENTS, zipf:S:PARENTS[:MAX],"
            + " bimodal:A:B:SHARE:PARENTS, exponential:MEAN:PARENTS or the path of a file of sizes";

    private final String spec;
    private final String usage;
    private final List<String> fields;

    private SizeSpecParser(String spec, String usage, int least, int most) {
        this.spec = spec;
        this.usage = usage;
        this.fields = List.of(spec.split(":", -1));
        int numbers = fields.size() - 1;
        if (numbers < least || numbers > most) {
            throw new InvalidInputException("--sizes " + spec + " has too " + (numbers < least ? "few" : "many")
                    + " numbers, expected " + usage);
        }
    }

    static SizeSource parse(String spec, Optional<String> column) {
        if (spec.isBlank()) {
            throw new InvalidInputException("--sizes is empty, expected " + KNOWN);
        }
        int colon = spec.indexOf(':');
        SizeSource source = switch (colon < 0 ? "" : spec.substring(0, colon)) {
            case "constant" -> {
                SizeSpecParser p = new SizeSpecParser(spec, "constant:N:PARENTS", 2, 2);
                yield new SizeSource.Constant(p.size(1), p.parents(2));
            }
            case "uniform" -> uniform(spec);
            case "zipf" -> {
                SizeSpecParser p = new SizeSpecParser(spec, "zipf:S:PARENTS[:MAX]", 2, 3);
                double exponent = p.decimal(1, "exponent", 0, STEEPEST_ZIPF);
                int parents = p.parents(2);
                yield new SizeSource.Zipf(
                        exponent,
                        parents,
                        p.fields.size() > 3 ? p.whole(3, "most items", 1, MOST_OF_ZIPF) : SizeSource.DEFAULT_ZIPF_MOST);
            }
            case "bimodal" -> {
                SizeSpecParser p = new SizeSpecParser(spec, "bimodal:A:B:SHARE:PARENTS", 4, 4);
                yield new SizeSource.Bimodal(p.size(1), p.size(2), p.decimal(3, "share", 0, 1), p.parents(4));
            }
            case "exponential" -> {
                SizeSpecParser p = new SizeSpecParser(spec, "exponential:MEAN:PARENTS", 2, 2);
                yield new SizeSource.Exponential(p.decimal(1, "mean", 0, 1 << 20), p.parents(2));
            }
            default -> file(spec, column);
        };
        if (column.isPresent() && !(source instanceof SizeSource.SizesFile)) {
            throw new InvalidInputException(
                    "--column has no effect with --sizes " + spec + ", which is not a file; leave it out");
        }
        return source;
    }

    private static SizeSource uniform(String spec) {
        SizeSpecParser p = new SizeSpecParser(spec, "uniform:A:B:PARENTS", 3, 3);
        int least = p.size(1);
        int most = p.size(2);
        if (most < least) {
            throw p.wrong("second number of items", "" + most, "at least the first, " + least);
        }
        return new SizeSource.Uniform(least, most, p.parents(3));
    }

    private static SizeSource file(String spec, Optional<String> column) {
        Path path;
        try {
            path = Path.of(spec);
        } catch (InvalidPathException e) {
            throw new InvalidInputException("--sizes " + spec + " is not a path, expected " + KNOWN);
        }
        if (!Files.exists(path)) {
            int colon = spec.indexOf(':');
            String near = SimilarName.of(colon < 0 ? spec : spec.substring(0, colon), DISTRIBUTIONS)
                    .map(name -> "; did you mean '" + name + "'? Expected ")
                    .orElse(", expected ");
            throw new InvalidInputException(
                    "--sizes " + spec + " is not a distribution, and there is no such file" + near + KNOWN);
        }
        return new SizeSource.SizesFile(path, column);
    }

    private int size(int field) {
        return whole(field, "number of items", 0, ItemSizes.MOST_ITEMS);
    }

    private int parents(int field) {
        return whole(field, "number of parents", 1, MOST_PARENTS);
    }

    private int whole(int field, String what, int least, int most) {
        String text = fields.get(field);
        if (text.matches("[0-9]{1,10}")) {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return (int) value;
            }
        }
        throw wrong(what, text, "a whole number from " + least + " to " + most);
    }

    private double decimal(int field, String what, int least, int most) {
        String text = fields.get(field);
        if (text.matches("[0-9]{1,12}(\\.[0-9]{1,12})?")) {
            double value = Double.parseDouble(text);
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw wrong(what, text, "a number from " + least + " to " + most + ", such as " + (most == 1 ? "0.05" : "1.5"));
    }

    /** A number as specs write it, without an exponent or trailing zeros. */
    static String decimal(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private InvalidInputException wrong(String what, String found, String expected) {
        return new InvalidInputException(
                "--sizes " + spec + ": the " + what + " is '" + found + "', expected " + expected + ": " + usage);
    }
}
