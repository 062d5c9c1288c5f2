package io.cdpsim.workloads.irregular;

import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.SpecNumbers;
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

    private SizeSpecParser() {}

    static SizeSource parse(String spec, Optional<String> column) {
        if (spec.isBlank()) {
            throw new InvalidInputException("--sizes is empty, expected " + KNOWN);
        }
        int colon = spec.indexOf(':');
        SizeSource source = switch (colon < 0 ? "" : spec.substring(0, colon)) {
            case "constant" -> {
                SpecNumbers p = numbers(spec, "constant:N:PARENTS");
                yield new SizeSource.Constant(size(p, 1), parents(p, 2));
            }
            case "uniform" -> uniform(spec);
            case "zipf" -> {
                SpecNumbers p = numbers(spec, "zipf:S:PARENTS[:MAX]");
                double exponent = p.decimal(1, "exponent", 0, STEEPEST_ZIPF);
                int parents = parents(p, 2);
                yield new SizeSource.Zipf(
                        exponent, parents, p.whole(3, "most items", 1, MOST_OF_ZIPF, SizeSource.DEFAULT_ZIPF_MOST));
            }
            case "bimodal" -> {
                SpecNumbers p = numbers(spec, "bimodal:A:B:SHARE:PARENTS");
                yield new SizeSource.Bimodal(size(p, 1), size(p, 2), p.decimal(3, "share", 0, 1), parents(p, 4));
            }
            case "exponential" -> {
                SpecNumbers p = numbers(spec, "exponential:MEAN:PARENTS");
                yield new SizeSource.Exponential(p.decimal(1, "mean", 0, 1 << 20), parents(p, 2));
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
        SpecNumbers p = numbers(spec, "uniform:A:B:PARENTS");
        int least = size(p, 1);
        int most = size(p, 2);
        if (most < least) {
            throw p.wrong("second number of items", "" + most, "at least the first, " + least);
        }
        return new SizeSource.Uniform(least, most, parents(p, 3));
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

    private static SpecNumbers numbers(String spec, String usage) {
        return new SpecNumbers("--sizes ", spec, usage, InvalidInputException::new);
    }

    private static int size(SpecNumbers numbers, int field) {
        return numbers.whole(field, "number of items", 0, ItemSizes.MOST_ITEMS);
    }

    private static int parents(SpecNumbers numbers, int field) {
        return numbers.whole(field, "number of parents", 1, MOST_PARENTS);
    }

    /** A number as specs write it, without an exponent or trailing zeros. */
    static String decimal(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
