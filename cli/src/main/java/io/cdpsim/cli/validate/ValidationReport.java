package io.cdpsim.cli.validate;

import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.experiments.validation.ErrorStatistics;
import io.cdpsim.experiments.validation.MeasuredRanges;
import io.cdpsim.experiments.validation.MeasuredRanges.RangeCount;
import io.cdpsim.experiments.validation.ValidationResult;
import io.cdpsim.experiments.validation.ValidationResult.OutcomeComparison;
import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.ValidationResult.SkippedRow;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A validation as text, JSON and CSV. */
final class ValidationReport {
    private static final int WORST = 10;

    /** In place of a figure that no row has. */
    private static final String NONE = "-";

    private ValidationReport() {}

    static String table(String profile, ValidationResult result) {
        TextTable table = TextTable.textThenFigures(1, 6)
                .row("bench", "rows", "mean error", "median", "within 25%", "within 2x", "log correlation");
        result.benches().forEach((bench, statistics) -> row(table, bench, statistics));
        ErrorStatistics fitted = result.split(true);
        ErrorStatistics heldOut = result.split(false);
        if (fitted.rows() > 0 && heldOut.rows() > 0) {
            row(table, "fitted", fitted);
            row(table, "held out", heldOut);
        }
        row(table, "all", result.overall());
        StringBuilder text =
                new StringBuilder("Simulated on " + PrintableText.line(profile) + " against measured.\n\n" + table);
        appendRanges(text, profile, result);
        appendWorst(text, result);
        appendOutcomes(text, result);
        appendSkipped(text, result);
        return text.toString();
    }

    private static void row(TextTable table, String name, ErrorStatistics s) {
        if (s.rows() == 0) {
            table.row(name, "0", NONE, NONE, NONE, NONE, NONE);
            return;
        }
        table.row(
                name,
                NumberFormats.count(s.rows()),
                NumberFormats.percent(s.mae()),
                NumberFormats.percent(s.medianError()),
                NumberFormats.percent(s.within25()),
                NumberFormats.percent(s.within2x()),
                String.format(Locale.ROOT, "%.3f", s.logCorrelation()));
    }

    private static void appendWorst(StringBuilder text, ValidationResult result) {
        Set<String> named = new HashSet<>();
        List<SimulatedRow> worst = result.rows().stream()
                .filter(row -> row.measured() != 0)
                .sorted(Comparator.comparingDouble(SimulatedRow::error).reversed())
                .filter(row -> named.add(row.row().name()))
                .limit(WORST)
                .toList();
        if (worst.isEmpty()) {
            return;
        }
        TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT, Align.LEFT, Align.RIGHT)
                .row("furthest off", "measured", "simulated", "unit", "ratio");
        for (SimulatedRow row : worst) {
            table.row(
                    PrintableText.line(row.row().name()),
                    NumberFormats.digits(row.measured()),
                    NumberFormats.digits(row.simulated()),
                    PrintableText.line(row.row().unit()),
                    NumberFormats.digits(row.ratio()));
        }
        text.append('\n').append(table);
    }

    /** Says of benches that the hardware repeats with different results how many rows are among these results. */
    private static void appendRanges(StringBuilder text, String profile, ValidationResult result) {
        MeasuredRanges.shippedFor(profile)
                .count(result.rows())
                .forEach((bench, count) -> text.append("\nRows of ")
                        .append(PrintableText.line(bench))
                        .append(" within the range of several runs of the hardware, or 10% beyond: ")
                        .append(count.within())
                        .append(" of ")
                        .append(count.rows())
                        .append(".\n"));
    }

    private static void appendOutcomes(StringBuilder text, ValidationResult result) {
        List<OutcomeComparison> outcomes = result.outcomes();
        if (outcomes.isEmpty()) {
            return;
        }
        long same = outcomes.stream().filter(OutcomeComparison::agrees).count();
        text.append("\nLaunches accepted and refused as on hardware: ")
                .append(same)
                .append(" of ")
                .append(outcomes.size())
                .append(" experiments.\n");
        outcomes.stream()
                .filter(outcome -> !outcome.agrees())
                .forEach(outcome -> text.append("  ")
                        .append(PrintableText.line(outcome.measured().name()))
                        .append(": measured ")
                        .append(outcome.measured().outcome())
                        .append(", simulated ")
                        .append(outcome.simulated())
                        .append('\n'));
    }

    private static void appendSkipped(StringBuilder text, ValidationResult result) {
        int zero = result.overall().zeroRows();
        if (zero > 0) {
            text.append("\nRows without a relative error, since zero was measured: ")
                    .append(zero)
                    .append(".\n");
        }
        if (result.skipped().isEmpty()) {
            return;
        }
        text.append("\nRows not simulated: ").append(result.skipped().size()).append(".\n");
        appendOtherGpus(text, result.skipped());
        Map<String, SkippedRow> once = new LinkedHashMap<>();
        result.skipped().stream()
                .filter(row -> row.other().isEmpty())
                .forEach(row -> once.putIfAbsent(row.row().name(), row));
        once.forEach((name, row) -> text.append("  ")
                .append(PrintableText.line(name))
                .append(": ")
                .append(PrintableText.line(row.reason()))
                .append('\n'));
    }

    /** Counts the rows that are figures of other GPUs, by profile. */
    private static void appendOtherGpus(StringBuilder text, List<SkippedRow> skipped) {
        SortedMap<String, Integer> profiles = new TreeMap<>();
        SortedMap<String, Integer> without = new TreeMap<>();
        for (SkippedRow row : skipped) {
            row.other()
                    .ifPresent(gpu -> (gpu.profile().isEmpty() ? without : profiles)
                            .merge(gpu.profile().isEmpty() ? gpu.name() : gpu.profile(), 1, Integer::sum));
        }
        if (!profiles.isEmpty()) {
            text.append("  figures of other GPUs: ").append(counted(profiles)).append("; see --profile\n");
        }
        if (!without.isEmpty()) {
            text.append("  figures of GPUs without a profile: ")
                    .append(counted(without))
                    .append('\n');
        }
    }

    private static String counted(SortedMap<String, Integer> rows) {
        int all = rows.values().stream().mapToInt(Integer::intValue).sum();
        return all + " ("
                + rows.entrySet().stream()
                        .map(each -> PrintableText.line(each.getKey()) + " " + each.getValue())
                        .collect(Collectors.joining(", "))
                + ")";
    }

    static String json(String profile, ValidationResult result) {
        Map<String, RangeCount> ranges = MeasuredRanges.shippedFor(profile).count(result.rows());
        return JsonWriter.text(json -> {
            json.put("profile", profile);
            json.object("overall", () -> write(json, result.overall()));
            json.object("fitted", () -> write(json, result.split(true)));
            json.object("held_out", () -> write(json, result.split(false)));
            json.object("benches", () -> {
                for (Map.Entry<String, ErrorStatistics> bench : result.benches().entrySet()) {
                    json.object(bench.getKey(), () -> {
                        write(json, bench.getValue());
                        RangeCount count = ranges.get(bench.getKey());
                        if (count != null) {
                            json.put("ranges", count.rows());
                            json.put("within_range", count.within());
                        }
                    });
                }
            });
            json.objects("rows", result.rows(), row -> {
                json.put("name", row.row().name());
                json.put("file", row.row().file());
                json.put("line", row.row().line());
                json.put("unit", row.row().unit());
                json.put("measured", row.measured());
                json.put("simulated", row.simulated());
                if (row.measured() == 0) {
                    json.putNull("ratio");
                } else {
                    json.put("ratio", row.ratio());
                }
            });
            json.objects("outcomes", result.outcomes(), outcome -> {
                json.put("name", outcome.measured().name());
                json.put("measured_ran", outcome.measured().outcome().ran());
                json.put("simulated_ran", outcome.simulated().ran());
                json.put("measured_failed", outcome.measured().outcome().failed());
                json.put("simulated_failed", outcome.simulated().failed());
                json.put("agrees", outcome.agrees());
            });
            json.objects("skipped", result.skipped(), row -> {
                json.put("name", row.row().name());
                json.put("file", row.row().file());
                json.put("line", row.row().line());
                json.put("reason", row.reason());
            });
        });
    }

    private static void write(JsonWriter json, ErrorStatistics s) {
        json.put("rows", s.rows());
        json.put("zero_rows", s.zeroRows());
        write(json, s, "mae", s.mae());
        write(json, s, "median_error", s.medianError());
        write(json, s, "log_correlation", s.logCorrelation());
        write(json, s, "within_25", s.within25());
        write(json, s, "within_2x", s.within2x());
    }

    private static void write(JsonWriter json, ErrorStatistics s, String name, double figure) {
        if (s.rows() == 0) {
            json.putNull(name);
        } else {
            json.put(name, figure);
        }
    }

    /** Rows with their simulated values as CSV. */
    static final class Csv {
        private static final CsvSchema COLUMNS = CsvSchema.builder()
                .addColumn("file")
                .addColumn("line")
                .addColumn("bench")
                .addColumn("variant")
                .addColumn("parameter")
                .addColumn("value")
                .addColumn("metric")
                .addColumn("unit")
                .addColumn("measured")
                .addColumn("simulated")
                .addColumn("ratio")
                .build()
                .withHeader();

        private Csv() {}

        static String text(ValidationResult result) {
            StringWriter text = new StringWriter();
            CsvFactory factory = new CsvFactory();
            // Quotes only the values that need quotes, however long they are
            factory.enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING);
            try (CsvGenerator csv = factory.createGenerator(text)) {
                csv.setSchema(COLUMNS);
                for (SimulatedRow row : result.rows()) {
                    write(csv, row);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return text.toString();
        }

        private static void write(CsvGenerator csv, SimulatedRow simulated) throws IOException {
            MeasuredRow row = simulated.row();
            csv.writeStartArray();
            csv.writeString(row.file());
            csv.writeNumber(row.line());
            csv.writeString(row.bench());
            csv.writeString(row.variant());
            csv.writeString(row.parameter());
            csv.writeNumber(row.value());
            csv.writeString(row.metric());
            csv.writeString(row.unit());
            csv.writeNumber(simulated.measured());
            csv.writeNumber(simulated.simulated());
            if (simulated.measured() == 0) {
                // There is no ratio to a measured zero.
                csv.writeNull();
            } else {
                csv.writeNumber(simulated.ratio());
            }
            csv.writeEndArray();
        }
    }
}
