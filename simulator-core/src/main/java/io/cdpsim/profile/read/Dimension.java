package io.cdpsim.profile.read;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The physical dimension of a quantity of a profile, which may have any {@link Unit} of that dimension. */
enum Dimension {
    COUNT("", "a number without a unit, for example '16'"),
    CYCLES("cycles", "cycles, for example '283 cycles'"),
    NANOS("ns", "a time in ns, us or ms, for example '3.2 us'"),
    BYTES("B", "a size in B, KiB, MiB or GiB, for example '228 KiB'"),
    HERTZ("Hz", "a frequency in Hz, kHz, MHz or GHz, for example '1980 MHz'"),
    BYTES_PER_SECOND("B/s", "a bandwidth in B/s, kB/s, MB/s, GB/s or TB/s, for example '4.0 TB/s'"),
    BYTES_PER_CYCLE("B/cycle", "a bandwidth in B/cycle, for example '128 B/cycle'"),
    LANES_PER_CYCLE("lanes/cycle", "a width in lanes/cycle, for example '32 lanes/cycle'"),
    REQUESTS_PER_SECOND(
            "requests/s", "a rate in requests/s, Mrequests/s or Grequests/s, for example '250 Mrequests/s'");

    // Short exponents only: a number with a huge exponent would take very long to expand.
    private static final Pattern QUANTITY =
            Pattern.compile("([+-]?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?)(?:\\s*([A-Za-z][A-Za-z/]*))?");

    private static final int MAX_LENGTH = 64;

    private final String baseUnit;
    private final String expectation;

    Dimension(String baseUnit, String expectation) {
        this.baseUnit = baseUnit;
        this.expectation = expectation;
    }

    /** The unit of the result of {@link #parse}; empty for a count. */
    String baseUnit() {
        return baseUnit;
    }

    /** The units and an example, for error messages. */
    String expectation() {
        return expectation;
    }

    /**
     * The value of a quantity in the base unit of this dimension.
     *
     * @throws NumberFormatException if the text is not a number, or its unit has another dimension
     */
    BigDecimal parse(String text) {
        Matcher matcher = QUANTITY.matcher(text.strip());
        if (text.length() > MAX_LENGTH || !matcher.matches()) {
            throw new NumberFormatException(text);
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        String symbol = matcher.group(2);
        if (this == COUNT && symbol == null) {
            return number;
        }
        Unit unit = symbol == null ? null : Unit.of(symbol);
        if (unit == null || unit.dimension() != this) {
            throw new NumberFormatException(text);
        }
        return number.multiply(unit.factor());
    }
}
