package io.cdpsim.cli.run;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.RaceReport;
import io.cdpsim.cli.output.SourceLines;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.cli.report.RunPage;
import io.cdpsim.experiments.compare.DeviceTime;
import io.cdpsim.experiments.compare.RunDescription;
import io.cdpsim.experiments.compare.TimeBreakdown;
import io.cdpsim.experiments.sweep.plan.RunOrigin;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import io.cdpsim.observe.times.GridTimeRecorder;
import io.cdpsim.observe.times.GridTimeTotals;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.ErrorStatistics;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A result as text and as JSON. The JSON names are documented in docs/reference/cli.md and do not change. */
final class ResultReport {
    private static final String SHARE = "share";

    private ResultReport() {}

    /**
     * The result as text.
     *
     * @param times the times of grids
     * @param counters the counters of kernels, if requested
     * @param breakdown the parts of the time, if requested
     * @param source shows the lines of the user's program that races and warnings name
     */
    static String table(
            RunResult result,
            TimeAccuracy trust,
            GridTimesReport times,
            Optional<CounterReport> counters,
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
                + counters.map(CounterReport::table).orElse("")
                + texts
                + source.beneath(
                        warnings + result.visibility().map(RaceReport::text).orElse(""));
    }

    /** The lines of the table. */
    static List<RunPage.SummaryLine> facts(RunResult result, TimeAccuracy trust) {
        List<RunPage.SummaryLine> facts = new ArrayList<>();
        row(facts, CommonResults.WORKLOAD.of(result.workload()));
        row(facts, CommonResults.PROFILE.of(result.profile()));
        result.measures().stream()
                .filter(each -> each instanceof ResultValue.Text && !isLong(each))
                .forEach(each -> row(facts, each));
        for (ResultValue each : CommonResults.numbers(result)) {
            row(facts, each);
            if (each.result().equals(CommonResults.TIME)) {
                facts.addAll(TrustReport.facts(trust));
                result.sampling().ifPresent(counts -> facts.addAll(SamplingReport.facts(counts)));
            }
        }
        result.measures().stream()
                .filter(each -> !(each instanceof ResultValue.Text))
                .forEach(each -> row(facts, each));
        result.visibility()
                .ifPresent(report -> facts.add(new RunPage.SummaryLine(
                        CommonResults.RACES.label(), RaceReport.summary(report) + meant(result, report))));
        facts.add(new RunPage.SummaryLine(CommonResults.CORRECT.label(), result.correct() ? "yes" : "no"));
        row(facts, CommonResults.WALL.of(result.wallMillis()));
        row(facts, CommonResults.RATE.of(result.millionWarpInstructionsPerSecond()));
        return facts;
    }

    /** Whether it is a text of several lines, which is printed below the table. */
    private static boolean isLong(ResultValue measure) {
        return measure instanceof ResultValue.Text text && text.value().contains("\n");
    }

    private static void row(List<RunPage.SummaryLine> facts, ResultValue measure) {
        facts.add(new RunPage.SummaryLine(measure.label(), value(measure)));
    }

    private static String meant(RunResult result, VisibilityReport report) {
        String why = result.intendedRaces().why();
        return report.isClean() || why.isEmpty() ? "" : ", meant: " + why;
    }

    static String json(
            RunResult result,
            TimeAccuracy trust,
            RunOrigin origin,
            GridTimesReport times,
            Optional<CounterReport> counters,
            Optional<BreakdownReport> breakdown) {
        return JsonWriter.text(json -> {
            write(json, CommonResults.WORKLOAD.of(result.workload()));
            write(json, CommonResults.PROFILE.of(result.profile()));
            write(json, CommonResults.SEED.of(result.seed()));
            for (ResultValue each : CommonResults.numbers(result)) {
                write(json, each);
                if (each.result().equals(CommonResults.TIME)) {
                    TrustReport.write(json, trust);
                    result.sampling().ifPresent(counts -> SamplingReport.write(json, counts));
                }
            }
            for (ResultValue each : result.measures()) {
                write(json, each);
            }
            times.write(json);
            counters.ifPresent(each -> each.write(json));
            if (breakdown.isPresent()) {
                breakdown.get().write(json);
            }
            json.put(CommonResults.CORRECT.name(), result.correct());
            if (!result.correct()) {
                json.put(CommonResults.FAILURE.name(), result.failure());
            }
            RaceReport.WarningsReport.write(json, result.warnings());
            if (result.visibility().isPresent()) {
                RaceReport.write(json, result.visibility().get());
                if (!result.intendedRaces().why().isEmpty()) {
                    json.put(
                            CommonResults.RACES_MEANT.name(),
                            result.intendedRaces().why());
                }
            }
            origin(origin).forEach(each -> write(json, each));
            write(json, CommonResults.WALL.of(result.wallMillis()));
            write(json, CommonResults.RATE.of(result.millionWarpInstructionsPerSecond()));
        });
    }

    /** What a result was made from. */
    static List<ResultValue.Text> origin(RunOrigin origin) {
        return List.of(
                CommonResults.VERSION.of(origin.version()),
                CommonResults.COMMAND.of(origin.command()),
                CommonResults.PROFILE_HASH.of(origin.profileHash()),
                CommonResults.INPUTS_HASH.of(origin.inputsHash()));
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

    /** The accuracy of a time, as text and as JSON. */
    static final class TrustReport {
        /** With the longest labels, of 26 characters, a line has 100. */
        private static final int WIDTH = 72;

        private TrustReport() {}

        static List<RunPage.SummaryLine> facts(TimeAccuracy trust) {
            List<RunPage.SummaryLine> facts = new ArrayList<>();
            String label = CommonResults.TIME_TRUST.label();
            for (String idea : trust.lines()) {
                for (String line : TextTable.wrapped(idea, WIDTH)) {
                    facts.add(new RunPage.SummaryLine(label, line));
                    label = "";
                }
            }
            return facts;
        }

        /** Writes the object for the accuracy of the time; without a regime it has only the sentences. */
        static void write(JsonWriter json, TimeAccuracy trust) {
            json.object(CommonResults.TIME_TRUST.name(), () -> {
                json.put("words", trust.words());
                if (trust.regime().isPresent() && trust.errors().isPresent()) {
                    MeasuredRegime regime = trust.regime().get();
                    json.put("bench", regime.bench());
                    json.put("what", regime.what());
                    json.put("pool", regime.pool());
                    json.put("size", regime.size());
                    ErrorStatistics errors = trust.errors().get();
                    json.put("rows", errors.rows());
                    json.put("fitted_rows", errors.fitted());
                    json.put("mean_error", errors.mean());
                    json.put("median_error", errors.median());
                    json.put("p90_error", errors.p90());
                    json.put("within_25", (double) errors.within25() / errors.rows());
                    json.strings("outside", trust.differences());
                }
            });
        }
    }

    /** The run times of grids by kernel and by depth, as text and as JSON. */
    static final class GridTimesReport {
        private final GridTimeRecorder times;
        private final ClockSpec clock;

        /** @param clock converts cycles to microseconds */
        GridTimesReport(GridTimeRecorder times, ClockSpec clock) {
            this.times = times;
            this.clock = clock;
        }

        /** Tables by kernel and by depth; without the second if it is the same, and empty if fewer than two grids ran. */
        String tables() {
            Map<String, GridTimeTotals> kernels = times.byKernel();
            Map<Integer, GridTimeTotals> depths = times.byDepth();
            if (kernels.values().stream().mapToLong(GridTimeTotals::grids).sum() < 2) {
                return "";
            }
            TextTable byKernel = header("kernel");
            kernels.forEach((kernel, sums) -> row(byKernel, kernel, sums));
            if (depths.size() < 2 || List.copyOf(depths.values()).equals(List.copyOf(kernels.values()))) {
                return "\n" + byKernel;
            }
            TextTable byDepth = header("depth");
            depths.forEach((depth, sums) -> row(byDepth, Integer.toString(depth), sums));
            return "\n" + byKernel + "\n" + byDepth;
        }

        private static TextTable header(String of) {
            return TextTable.textThenFigures(1, 5).row(of, "grids", "busy", "mean", "longest", "mean wait");
        }

        private void row(TextTable table, String of, GridTimeTotals sums) {
            table.row(
                    of,
                    NumberFormats.count(sums.grids()),
                    time((double) sums.busyCycles()),
                    time(sums.meanRunCycles()),
                    time((double) sums.longestCycles()),
                    time(sums.meanWaitCycles()));
        }

        private String time(double cycles) {
            return NumberFormats.time(micros(cycles));
        }

        private double micros(double cycles) {
            return cycles * clock.microsFromCycles(1);
        }

        /** Writes the lists {@code by_kernel} and {@code by_depth}. */
        void write(JsonWriter json) {
            json.objects(CommonResults.KERNELS.name(), times.byKernel().entrySet(), each -> {
                json.put("kernel", each.getKey());
                write(json, each.getValue());
            });
            json.objects(CommonResults.DEPTHS.name(), times.byDepth().entrySet(), each -> {
                json.put("depth", each.getKey());
                write(json, each.getValue());
            });
        }

        private void write(JsonWriter json, GridTimeTotals sums) {
            json.put("grids", sums.grids());
            json.put("busy_us", micros((double) sums.busyCycles()));
            json.put("run_mean_us", micros(sums.meanRunCycles()));
            json.put("run_max_us", micros((double) sums.longestCycles()));
            json.put("wait_mean_us", micros(sums.meanWaitCycles()));
        }
    }

    /**
     * The question of a run and the parts of its time, as text and as JSON.
     *
     * @param asked the question
     * @param breakdown the parts of the time
     * @param device the time on the device
     * @param graphs the times of graphs and their nodes
     */
    record BreakdownReport(RunDescription asked, TimeBreakdown breakdown, DeviceTime device, GraphNodeReport graphs) {
        /** A table of the parts that are greater than 0. */
        String table() {
            TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT)
                    .row(CommonResults.BREAKDOWN.label(), "time", "share");
            long total = breakdown.totalCycles();
            for (CriticalPathComponent each : CriticalPathComponent.values()) {
                long cycles = breakdown.cycles().getOrDefault(each, 0L);
                if (cycles > 0) {
                    table.row(
                            each.words(),
                            NumberFormats.time(breakdown.micros(each)),
                            NumberFormats.percent((double) cycles / total));
                }
            }
            return "\n" + table + graphs.table();
        }

        /** Writes the arrays {@code breakdown} and {@code graph_nodes} and the object {@code question}. */
        void write(JsonWriter json) {
            json.objects(CommonResults.BREAKDOWN.name(), List.of(CriticalPathComponent.values()), each -> {
                json.put("part", each.jsonName());
                json.put("cycles", breakdown.cycles().getOrDefault(each, 0L));
                json.put("us", breakdown.micros(each));
            });
            json.put("host_poll_us", device.hostPollMicros());
            graphs.write(json);
            json.object(CommonResults.QUESTION.name(), () -> {
                json.put("workload", asked.workload());
                write(json, "options", asked.options());
                json.put("profile", asked.profile());
                json.strings("set", asked.set());
                write(json, "machine", asked.machine());
            });
        }

        private static void write(JsonWriter json, String name, Map<String, String> values) {
            json.object(name, () -> {
                for (Map.Entry<String, String> each : values.entrySet()) {
                    json.put(each.getKey(), each.getValue());
                }
            });
        }
    }
}
