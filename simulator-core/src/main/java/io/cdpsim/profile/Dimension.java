package io.cdpsim.profile;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a quantity of a profile measures, and the units it may be written in. Units convert only within a dimension. */
enum Dimension {
    /** A bare number. */
    COUNT("a number without a unit, for example '16'"),
    /** Core clock cycles. */
    CYCLES("cycles, for example '283 cycles'", "cycles", "1", "cycle", "1"),
    /** Duration, in nanoseconds. */
    NANOS("a time in ns, us or ms, for example '3.2 us'", "ns", "1", "us", "1e3", "ms", "1e6", "s", "1e9"),
    /** Size, in bytes. */
    BYTES(
            "a size in B, KiB, MiB or GiB, for example '228 KiB'",
            "B",
            "1",
            "KiB",
            "1024",
            "MiB",
            "1048576",
            "GiB",
            "1073741824"),
    /** Frequency, in hertz. */
    HERTZ(
            "a frequency in Hz, kHz, MHz or GHz, for example '1980 MHz'",
            "Hz",
            "1",
            "kHz",
            "1e3",
            "MHz",
            "1e6",
            "GHz",
            "1e9"),
    /** Bandwidth, in bytes per second; prefixes are decimal. */
    BYTES_PER_SECOND(
            "a bandwidth in B/s, kB/s, MB/s, GB/s or TB/s, for example '4.0 TB/s'",
            "B/s",
            "1",
            "kB/s",
            "1e3",
            "MB/s",
            "1e6",
            "GB/s",
            "1e9",
            "TB/s",
            "1e12"),
    /** Bandwidth, in bytes per core cycle. */
    BYTES_PER_CYCLE("a bandwidth in B/cycle, for example '128 B/cycle'", "B/cycle", "1"),
    /** Width of a pipe, in lanes per core cycle. */
    LANES_PER_CYCLE("a width in lanes/cycle, for example '32 lanes/cycle'", "lanes/cycle", "1"),
    /** Request rate, in requests per second; prefixes are decimal. */
    REQUESTS_PER_SECOND(
            "a rate in requests/s, Mrequests/s or Grequests/s, for example '250 Mrequests/s'",
            "requests/s",
            "1",
            "Mrequests/s",
            "1e6",
            "Grequests/s",
            "1e9");

    // Short exponents only: a number with a huge one would take for ever to write out.
    private static final Pattern QUANTITY =
            Pattern.compile("([+-]?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?)(?:\\s*([A-Za-z][A-Za-z/]*))?");

    private static final int MAX_LENGTH = 64;

    private final String expectation;
    private final Map<String, BigDecimal> factors = new LinkedHashMap<>();

    Dimension(String expectation, String... unitsAndFactors) {
        this.expectation = expectation;
        for (int i = 0; i < unitsAndFactors.length; i += 2) {
            factors.put(unitsAndFactors[i], new BigDecimal(unitsAndFactors[i + 1]));
        }
    }

    /** What a reader is told to write, units and an example. */
    String expectation() {
        return expectation;
    }

    /**
     * The value of a quantity in the base unit of this dimension.
     *
     * @throws NumberFormatException if it is no number, or the unit is none of this dimension
     */
    BigDecimal parse(String text) {
        Matcher matcher = QUANTITY.matcher(text.strip());
        if (text.length() > MAX_LENGTH || !matcher.matches()) {
            throw new NumberFormatException(text);
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        String unit = matcher.group(2);
        if (unit == null) {
            if (factors.isEmpty()) {
                return number;
            }
            throw new NumberFormatException(text);
        }
        BigDecimal factor = factors.get(unit);
        if (factor == null) {
            throw new NumberFormatException(text);
        }
        return number.multiply(factor);
    }

    /** The base unit, in which {@link #parse} answers; empty for a count. */
    String baseUnit() {
        return factors.isEmpty() ? "" : factors.keySet().iterator().next();
    }
}
