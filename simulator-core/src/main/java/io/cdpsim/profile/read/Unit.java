package io.cdpsim.profile.read;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A unit of measure in a profile file. Sizes have binary prefixes; frequencies and rates have decimal ones. */
enum Unit {
    CYCLES("cycles", Dimension.CYCLES, "1"),
    CYCLE("cycle", Dimension.CYCLES, "1"),
    NANOSECONDS("ns", Dimension.NANOS, "1"),
    MICROSECONDS("us", Dimension.NANOS, "1e3"),
    MILLISECONDS("ms", Dimension.NANOS, "1e6"),
    BYTES("B", Dimension.BYTES, "1"),
    KIBIBYTES("KiB", Dimension.BYTES, "1024"),
    MEBIBYTES("MiB", Dimension.BYTES, "1048576"),
    GIBIBYTES("GiB", Dimension.BYTES, "1073741824"),
    HERTZ("Hz", Dimension.HERTZ, "1"),
    KILOHERTZ("kHz", Dimension.HERTZ, "1e3"),
    MEGAHERTZ("MHz", Dimension.HERTZ, "1e6"),
    GIGAHERTZ("GHz", Dimension.HERTZ, "1e9"),
    BYTES_PER_SECOND("B/s", Dimension.BYTES_PER_SECOND, "1"),
    KILOBYTES_PER_SECOND("kB/s", Dimension.BYTES_PER_SECOND, "1e3"),
    MEGABYTES_PER_SECOND("MB/s", Dimension.BYTES_PER_SECOND, "1e6"),
    GIGABYTES_PER_SECOND("GB/s", Dimension.BYTES_PER_SECOND, "1e9"),
    TERABYTES_PER_SECOND("TB/s", Dimension.BYTES_PER_SECOND, "1e12"),
    BYTES_PER_CYCLE("B/cycle", Dimension.BYTES_PER_CYCLE, "1"),
    LANES_PER_CYCLE("lanes/cycle", Dimension.LANES_PER_CYCLE, "1"),
    REQUESTS_PER_SECOND("requests/s", Dimension.REQUESTS_PER_SECOND, "1"),
    MEGAREQUESTS_PER_SECOND("Mrequests/s", Dimension.REQUESTS_PER_SECOND, "1e6"),
    GIGAREQUESTS_PER_SECOND("Grequests/s", Dimension.REQUESTS_PER_SECOND, "1e9");

    private final String symbol;
    private final Dimension dimension;
    private final BigDecimal factor;

    Unit(String symbol, Dimension dimension, String factor) {
        this.symbol = symbol;
        this.dimension = dimension;
        this.factor = new BigDecimal(factor);
    }

    Dimension dimension() {
        return dimension;
    }

    /** The value of this unit in the base unit of its dimension. */
    BigDecimal factor() {
        return factor;
    }

    static @Nullable Unit of(String symbol) {
        for (Unit unit : values()) {
            if (unit.symbol.equals(symbol)) {
                return unit;
            }
        }
        return null;
    }
}
