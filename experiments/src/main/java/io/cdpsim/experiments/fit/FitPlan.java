package io.cdpsim.experiments.fit;

import com.google.common.base.Splitter;
import com.google.common.io.Resources;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.experiments.validation.row.MeasuredRow.RowPattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The parameters to fit and the rows of each, in order: the resource {@code plan.txt}. */
public final class FitPlan {
    private FitPlan() {}

    /** The steps that ship with the program. */
    public static List<FitPlanEntry> shipped() {
        try {
            return of(Resources.readLines(Resources.getResource(FitPlan.class, "plan.txt"), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses steps, one per line; {@code #} starts a comment line. */
    static List<FitPlanEntry> of(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(FitPlanEntry::parse)
                .toList();
    }

    /**
     * The source of a parameter.
     *
     * @param fields the fields of a profile; several that rows cannot distinguish change by the same factor
     * @param rows the rows that depend on them
     */
    public record FitPlanEntry(List<String> fields, List<RowPattern> rows) {
        private static final String ARROW = "<-";

        /** Keeps copies. */
        public FitPlanEntry {
            fields = List.copyOf(fields);
            rows = List.copyOf(rows);
        }

        /**
         * Parses {@code FIELD + FIELD <- ROW; ROW}.
         *
         * @throws IllegalArgumentException if the line has another form
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

        /** Whether a row is one of its rows. */
        public boolean isAbout(MeasuredRow row) {
            return rows.stream().anyMatch(each -> each.matches(row.name()));
        }
    }
}
