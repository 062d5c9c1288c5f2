package io.cdpsim.experiments.fit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The written value of a field: a number and its unit.
 *
 * @param number the number
 * @param unit the unit with a blank before it; empty if there is none
 */
record FieldValue(BigDecimal number, String unit) {
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

    /** Parses a value. @throws NumberFormatException if it does not start with a number */
    static FieldValue parse(String text) {
        String stripped = text.strip();
        int blank = stripped.indexOf(' ');
        return blank < 0
                ? new FieldValue(new BigDecimal(stripped), "")
                : new FieldValue(new BigDecimal(stripped.substring(0, blank)), stripped.substring(blank));
    }

    /** The value times a factor, rounded to four digits or to a whole number. */
    String times(double factor, boolean isWhole) {
        BigDecimal product = number.multiply(BigDecimal.valueOf(factor)).round(DIGITS);
        BigDecimal shown = isWhole ? product.setScale(0, RoundingMode.HALF_EVEN) : product.stripTrailingZeros();
        return shown.toPlainString() + unit;
    }
}
