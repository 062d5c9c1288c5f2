package io.cdpsim.workloads.yaml;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses numbers as people write them. */
public final class NumberParser {
    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]{1,40}");
    private static final Pattern HEXADECIMAL = Pattern.compile("[+-]?0[xX][0-9a-fA-F]{1,32}");
    private static final Pattern FLOATING =
            Pattern.compile("[+-]?([0-9]{1,40}\\.?[0-9]{0,40}|\\.[0-9]{1,40})([eE][+-]?[0-9]{1,4})?");

    private NumberParser() {}

    /**
     * The number in a text: a {@link BigInteger} for an integer, a {@link Double} for one with a point or an exponent, {@code inf} and {@code nan}; 1
     * and 0 for {@code true} and {@code false}. Empty for any other text.
     */
    public static Optional<Number> parse(String text) {
        if (DECIMAL.matcher(text).matches()) {
            return Optional.of(new BigInteger(text));
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            boolean negative = text.startsWith("-");
            BigInteger value = new BigInteger(text.replaceFirst("^[+-]?0[xX]", ""), 16);
            return Optional.of(negative ? value.negate() : value);
        }
        if (FLOATING.matcher(text).matches()) {
            return Optional.of(Double.valueOf(text));
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "inf", "+inf", ".inf" -> Optional.of(Double.POSITIVE_INFINITY);
            case "-inf", "-.inf" -> Optional.of(Double.NEGATIVE_INFINITY);
            case "nan", ".nan" -> Optional.of(Double.NaN);
            case "true" -> Optional.of(BigInteger.ONE);
            case "false" -> Optional.of(BigInteger.ZERO);
            default -> Optional.empty();
        };
    }

    /** The number in a node. @throws io.cdpsim.workloads.InvalidInputException if it is invalid */
    public static Number of(YamlNode node) {
        String text = node instanceof YamlNode.Scalar scalar ? scalar.text() : "";
        return parse(text).orElseThrow(() -> node.place().problem("found " + node.kind() + ", expected a number"));
    }
}
