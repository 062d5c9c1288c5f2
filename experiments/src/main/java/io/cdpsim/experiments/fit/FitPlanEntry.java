package io.cdpsim.experiments.fit;

import com.google.common.base.Splitter;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.experiments.validation.row.RowPattern;
import java.util.List;

/**
 * What a parameter is taken from.
 *
 * @param fields of a profile; where there are several, which rows cannot tell apart, all change by the same factor
 * @param rows the rows that speak of them
 */
public record FitPlanEntry(List<String> fields, List<RowPattern> rows) {
    private static final String ARROW = "<-";

    /** Keeps copies. */
    public FitPlanEntry {
        fields = List.copyOf(fields);
        rows = List.copyOf(rows);
    }

    /**
     * Reads {@code FIELD + FIELD <- ROW; ROW}.
     *
     * @throws IllegalArgumentException if the line is not of this form
     */
    static FitPlanEntry parse(String line) {
        int arrow = line.indexOf(ARROW);
        if (arrow < 0) {
            throw new IllegalArgumentException("found '" + line + "', expected FIELD <- ROW");
        }
        return new FitPlanEntry(
                Splitter.on('+').trimResults().splitToList(line.substring(0, arrow)),
                Splitter.on(';').trimResults().splitToList(line.substring(arrow + ARROW.length())).stream()
                        .map(RowPattern::of)
                        .toList());
    }

    /** Whether it is taken from a row. */
    public boolean isAbout(MeasuredRow row) {
        return rows.stream().anyMatch(each -> each.matches(row.name()));
    }
}
