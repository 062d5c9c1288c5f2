package io.cdpsim.cli.run;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.RaceReport;
import io.cdpsim.cli.output.SourceLines;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.cli.output.WarningsReport;
import io.cdpsim.cli.report.LabeledValue;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A result as people and programs read it. The JSON names are documented in docs/reference/cli.md and do not change. */
final class ResultReport {
    private static final String SHARE = "share";

    private ResultReport() {}

    /**
     * What people read.
     *
     * @param times what ran for how long
     * @param breakdown what the time consists of, if somebody wants to know
     * @param source shows the lines of the user's program that races and warnings name
     */
    static String table(
            RunResult result,
            TimeAccuracy trust,
            GridTimesReport times,
            Optional<BreakdownReport> breakdown,
            SourceLines source) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT);
        facts(result, trust).forEach(each -> table.row(each.label(), each.value()));
        StringBuilder warnings = new StringBuilder();
        result.warnings()
                .forEach(each -> warnings.append("\nwarning (")
                        .append(each.rule())
                        .append("): ")
                        .append(PrintableText.line(each.message()))
                        .append('\n'));
        StringBuilder texts = new StringBuilder();
        result.measures().stream()
                .filter(ResultReport::isLong)
                .forEach(each -> texts.append('\n')
                        .append(each.label())
                        .append(":\n")
                        .append(PrintableText.lines(value(each)).indent(2)));
        return table
                + breakdown.map(BreakdownReport::table).orElse("")
                + times.tables()
                + texts
                + source.beneath(
                        warnings + result.visibility().map(RaceReport::text).orElse(""));
    }

    /** The lines of the table. */
    static List<LabeledValue> facts(RunResult result, TimeAccuracy trust) {
        List<LabeledValue> facts = new ArrayList<>();
        row(facts, CommonResults.WORKLOAD.of(result.workload()));
        row(facts, CommonResults.PROFILE.of(result.profile()));
        result.measures().stream()
                .filter(each -> each instanceof ResultValue.Text && !isLong(each))
                .forEach(each -> row(facts, each));
        for (ResultValue each : CommonResults.numbers(result)) {
            row(facts, each);
            if (each.result().equals(CommonResults.TIME)) {
                facts.addAll(TrustReport.facts(trust));
            }
        }
        result.measures().stream()
                .filter(each -> !(each instanceof ResultValue.Text))
                .forEach(each -> row(facts, each));
        result.visibility()
                .ifPresent(report -> facts.add(new LabeledValue(
                        CommonResults.RACES.label(), RaceReport.summary(report) + meant(result, report))));
        facts.add(new LabeledValue(CommonResults.CORRECT.label(), result.correct() ? "yes" : "no"));
        row(facts, CommonResults.WALL.of(result.wallMillis()));
        row(facts, CommonResults.RATE.of(result.millionWarpInstructionsPerSecond()));
        return facts;
    }

    /** Whether it is a text of lines, which stand below the table. */
    private static boolean isLong(ResultValue measure) {
        return measure instanceof ResultValue.Text text && text.value().contains("\n");
    }

    private static void row(List<LabeledValue> facts, ResultValue measure) {
        facts.add(new LabeledValue(measure.label(), value(measure)));
    }

    private static String meant(RunResult result, VisibilityReport report) {
        String why = result.meantRaces().why();
        return report.isClean() || why.isEmpty() ? "" : ", meant: " + why;
    }

    static String json(
            RunResult result, TimeAccuracy trust, GridTimesReport times, Optional<BreakdownReport> breakdown) {
        return JsonWriter.text(json -> {
            write(json, CommonResults.WORKLOAD.of(result.workload()));
            write(json, CommonResults.PROFILE.of(result.profile()));
            write(json, CommonResults.SEED.of(result.seed()));
            for (ResultValue each : CommonResults.numbers(result)) {
                write(json, each);
                if (each.result().equals(CommonResults.TIME)) {
                    TrustReport.write(json, trust);
                }
            }
            for (ResultValue each : result.measures()) {
                write(json, each);
            }
            times.write(json);
            if (breakdown.isPresent()) {
                breakdown.get().write(json);
            }
            json.put(CommonResults.CORRECT.name(), result.correct());
            if (!result.correct()) {
                json.put(CommonResults.FAILURE.name(), result.failure());
            }
            WarningsReport.write(json, result.warnings());
            if (result.visibility().isPresent()) {
                RaceReport.write(json, result.visibility().get());
                if (!result.meantRaces().why().isEmpty()) {
                    json.put(
                            CommonResults.RACES_MEANT.name(),
                            result.meantRaces().why());
                }
            }
            write(json, CommonResults.WALL.of(result.wallMillis()));
            write(json, CommonResults.RATE.of(result.millionWarpInstructionsPerSecond()));
        });
    }

    private static void write(JsonWriter json, ResultValue measure) {
        if (measure instanceof ResultValue.Count count) {
            json.put(count.name(), count.value());
        } else if (measure instanceof ResultValue.Quantity quantity) {
            json.put(quantity.name(), quantity.value());
        } else if (measure instanceof ResultValue.Text text) {
            json.put(text.name(), text.value());
        }
    }

    private static String value(ResultValue measure) {
        if (measure instanceof ResultValue.Count count) {
            return NumberFormats.count(count.value());
        } else if (measure instanceof ResultValue.Quantity quantity) {
            return quantity(quantity.value(), quantity.result().unit());
        }
        String text = ((ResultValue.Text) measure).value();
        return text.contains("\n") ? text : PrintableText.line(text);
    }

    private static String quantity(double value, String unit) {
        if (unit.equals("us")) {
            return NumberFormats.time(value);
        } else if (unit.equals("ms")) {
            return NumberFormats.time(1000 * value);
        } else if (unit.equals(SHARE) || unit.startsWith(SHARE + " ")) {
            return NumberFormats.percent(value) + unit.substring(SHARE.length());
        }
        return (NumberFormats.digits(value) + " " + unit).stripTrailing();
    }
}
