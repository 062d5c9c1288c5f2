package io.cdpsim.cli.fit;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.experiments.fit.FitPlan;
import io.cdpsim.experiments.fit.ParameterFit;
import io.cdpsim.experiments.fit.ParameterFit.Outcome;
import io.cdpsim.experiments.validation.ErrorStatistics;
import io.cdpsim.experiments.validation.ValidationResult;
import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The result of a fit.
 *
 * @param file the profile that was written
 * @param base the profile from which it started
 * @param steps the fit of each parameter
 * @param validations all rows before and after the fit; empty with {@code --quick}
 */
record FitReport(Path file, String base, List<ParameterFit> steps, Optional<Validations> validations) {
    private static final int WIDTH = 120;

    /** All rows, simulated on the profile before and after. */
    record Validations(ValidationResult before, ValidationResult after) {}

    String text() {
        StringBuilder text = new StringBuilder();
        TextTable table = TextTable.textThenFigures(1, 6)
                .row("parameter", "before", "after", "within", "rows", "error before", "after");
        for (ParameterFit each : steps) {
            if (each.outcome() == Outcome.FITTED) {
                for (int i = 0; i < each.before().size(); i++) {
                    table.row(
                            each.step().fields().get(i),
                            each.before().get(i),
                            each.after().get(i),
                            each.uncertainty().isPresent()
                                    ? NumberFormats.percent(each.uncertainty().getAsDouble())
                                    : "-",
                            NumberFormats.count(each.rows()),
                            NumberFormats.percent(each.errorBefore()),
                            NumberFormats.percent(each.errorAfter()));
                }
            }
        }
        text.append(table.toString());
        for (Outcome outcome : Outcome.values()) {
            String fields = steps.stream()
                    .filter(each -> each.outcome() == outcome && outcome != Outcome.FITTED)
                    .flatMap(each -> each.step().fields().stream())
                    .collect(Collectors.joining(", "));
            if (!fields.isEmpty()) {
                String line = "Left as it was, " + outcome.words() + ": " + fields;
                text.append('\n')
                        .append(String.join("\n", TextTable.wrapped(line, WIDTH)))
                        .append('\n');
            }
        }
        validations.ifPresent(each -> text.append('\n').append(table(each)));
        text.append("\nThe profile is ")
                .append(PrintableText.line(file.toString()))
                .append("; all that is not named above is as in ")
                .append(PrintableText.line(base))
                .append(".\n");
        return text.toString();
    }

    private static String table(Validations validations) {
        TextTable table = TextTable.textThenFigures(1, 3).row("bench", "rows", "error before", "after");
        Map<String, ErrorStatistics> after = validations.after.benches();
        validations
                .before
                .benches()
                .forEach((bench, statistics) ->
                        row(table, bench, statistics, after.getOrDefault(bench, ErrorStatistics.of(List.of()))));
        row(table, "rows of the plan", split(validations.before, true), split(validations.after, true));
        row(table, "other rows", split(validations.before, false), split(validations.after, false));
        row(table, "all", validations.before.overall(), validations.after.overall());
        return table.toString();
    }

    private static void row(TextTable table, String name, ErrorStatistics before, ErrorStatistics after) {
        if (before.rows() > 0 && after.rows() > 0) {
            table.row(
                    name,
                    NumberFormats.count(before.rows()),
                    NumberFormats.percent(before.mae()),
                    NumberFormats.percent(after.mae()));
        }
    }

    private static ErrorStatistics split(ValidationResult result, boolean isOfPlan) {
        return ErrorStatistics.of(
                result.rows().stream().filter(row -> isOfPlan(row) == isOfPlan).toList());
    }

    private static boolean isOfPlan(SimulatedRow row) {
        return FitPlan.shipped().stream().anyMatch(step -> step.isAbout(row.row()));
    }

    private record Parameter(ParameterFit step, int index) {}

    private List<Parameter> parameters() {
        return steps.stream()
                .flatMap(step -> IntStream.range(0, step.before().size()).mapToObj(i -> new Parameter(step, i)))
                .toList();
    }

    String json() {
        return JsonWriter.text(json -> {
            json.put("profile", file.toString());
            json.put("extends", base);
            json.objects("parameters", parameters(), each -> {
                ParameterFit step = each.step;
                json.put("field", step.step().fields().get(each.index));
                json.put("before", step.before().get(each.index));
                json.put("after", step.after().get(each.index));
                json.put("outcome", step.outcome().words());
                json.put("rows", step.rows());
                json.put("error_before", step.errorBefore());
                json.put("error_after", step.errorAfter());
                if (step.uncertainty().isPresent()) {
                    json.put("uncertainty", step.uncertainty().getAsDouble());
                }
            });
            if (validations.isPresent()) {
                write(json, "before", validations.get().before);
                write(json, "after", validations.get().after);
            }
        });
    }

    private static void write(JsonWriter json, String name, ValidationResult result) {
        json.object(name, () -> {
            for (Map.Entry<String, ErrorStatistics> each : result.benches().entrySet()) {
                json.put(each.getKey(), each.getValue().mae());
            }
            json.put("all", result.overall().mae());
        });
    }
}
