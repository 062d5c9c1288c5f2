package io.cdpsim.cli.tune;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.cli.sweep.ProgramOperands;
import io.cdpsim.experiments.sweep.plan.MachineOptions;
import io.cdpsim.experiments.tune.TuneSearch;
import io.cdpsim.experiments.tune.TuningResult;
import io.cdpsim.experiments.tune.TuningResult.EvaluatedPoint;
import io.cdpsim.experiments.tune.TuningResult.TuneCandidate;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The result of a search as text and as JSON. */
final class TuneReport {
    private static final int WIDTH = 82;

    private final Workload workload;
    private final Map<String, String> given;
    private final TuneSearch search;
    private final TuningResult tuning;

    /** @param given the options that all points share */
    TuneReport(Workload workload, Map<String, String> given, TuneSearch search, TuningResult tuning) {
        this.workload = workload;
        this.given = given;
        this.search = search;
        this.tuning = tuning;
    }

    String text() {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT);
        lines(table, "best", words(tuning.best()));
        table.row("simulated time", NumberFormats.time(tuning.best().micros()));
        lines(table, "seen on hardware", tuning.best().trust().lines().stream().toList());
        tuning.byDefault().ifPresent(each -> lines(table, "by default", ahead(each) + words(each)));
        int rank = 2;
        for (TuneCandidate each : tuning.runnersUp()) {
            lines(table, rank++ + ".", ahead(each) + words(each));
        }
        tuning.alike().forEach((name, points) -> alike(name, points).ifPresent(each -> lines(table, name, each)));
        table.row(
                "points",
                NumberFormats.count(tuning.runs()) + " run, " + NumberFormats.count(tuning.combinations())
                        + " combinations of the settings that matter");
        return table + "\n" + verdict() + "Run it: " + command(tuning.best()) + "\n";
    }

    private static void lines(TextTable table, String label, String words) {
        lines(table, label, List.of(words));
    }

    private static void lines(TextTable table, String label, List<String> ideas) {
        String first = label;
        for (String idea : ideas) {
            for (String line : TextTable.wrapped(idea, WIDTH)) {
                table.row(first, line);
                first = "";
            }
        }
    }

    /** The time of another candidate, and how much longer it takes than the best. */
    private String ahead(TuneCandidate other) {
        double slower =
                tuning.best().micros() <= 0 ? 0 : other.micros() / tuning.best().micros() - 1;
        String words = slower >= 1
                ? String.format(Locale.ROOT, "%.1f times as long", slower + 1)
                : String.format(Locale.ROOT, "%.1f%% longer", 100 * slower);
        return NumberFormats.time(other.micros()) + (slower == 0 ? ", the same: " : ", " + words + ": ");
    }

    private static String words(TuneCandidate candidate) {
        String words = candidate.settings().entrySet().stream()
                .map(each -> each.getKey() + " " + PrintableText.line(each.getValue()))
                .collect(Collectors.joining(", "));
        String failed = candidate.failedLaunches() == 0
                ? ""
                : ", " + NumberFormats.count(candidate.failedLaunches()) + " launches failed";
        return (words.isEmpty() ? "all by default" : words) + failed;
    }

    /** The values of an axis that are as good as the best one's within the error. */
    private Optional<String> alike(String name, List<EvaluatedPoint> points) {
        double error = tuning.best().meanError().orElse(0);
        List<String> values = points.stream()
                .filter(each -> 1 - tuning.best().micros() / each.time() <= error)
                .map(each -> value(name, each))
                .toList();
        long all = search.axis(name).map(axis -> axis.values().size()).orElse(0);
        boolean changesNothing =
                points.stream().allMatch(each -> each.time() == tuning.best().micros());
        if (values.size() < 2 || changesNothing) {
            return Optional.empty();
        }
        return Optional.of("as good, within the error: " + String.join(", ", values)
                + (points.size() < all ? " (" + points.size() + " of " + all + " tried)" : ""));
    }

    private String value(String name, EvaluatedPoint tried) {
        return Optional.ofNullable(tried.settings().get(name)).orElseGet(() -> byDefault(name));
    }

    private String byDefault(String name) {
        return Stream.concat(workload.options().stream(), MachineOptions.ALL.stream())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .flatMap(TuneReport::defaultText)
                .orElse("default");
    }

    private static <T> Optional<String> defaultText(WorkloadOption<T> option) {
        return option.defaultValue().map(option.type()::write);
    }

    /** The certainty of the best. */
    String verdict() {
        StringBuilder text = new StringBuilder();
        for (String each : sentences()) {
            TextTable.wrapped(each, 100).forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (!tuning.runnersUp().isEmpty()) {
            sentences.add(sentence("the next", tuning.runnersUp().get(0)));
        }
        tuning.byDefault()
                .filter(each -> each.micros() > tuning.best().micros())
                .ifPresent(each -> sentences.add(sentence("the default", each)));
        if (tuning.best().failedLaunches() > 0) {
            sentences.add("In the best, " + NumberFormats.count(tuning.best().failedLaunches())
                    + " launches by device code failed, and their grids never ran: the times compare only if the"
                    + " program does that work itself.");
        }
        return sentences;
    }

    private String sentence(String who, TuneCandidate other) {
        double lead = tuning.lead(other);
        if (lead == 0) {
            return "The best takes as long as " + who + ".";
        }
        String takes = String.format(Locale.ROOT, "The best takes %.1f%% less time than %s", 100 * lead, who);
        Optional<Boolean> unsure = tuning.isUnsure(other);
        if (unsure.isEmpty()) {
            return takes + "; no run like one of them was measured, so hardware may differ.";
        }
        String error = String.format(
                Locale.ROOT,
                "the error seen on hardware in runs like these (mean %.0f%%)",
                100
                        * Math.max(
                                tuning.best().meanError().orElse(0),
                                other.meanError().orElse(0)));
        return unsure.get()
                ? takes + ", which is less than " + error + ": hardware may see it the other way round."
                : takes + ", more than " + error + ".";
    }

    /** The command that runs a candidate. */
    String command(TuneCandidate candidate) {
        Map<String, String> all = new LinkedHashMap<>(given);
        all.putAll(candidate.settings());
        String start = workload.name().equals("exec") ? "cdpsim exec" : "cdpsim run";
        return ProgramOperands.runCommand(workload, all, start, this::argument).orElseGet(() -> {
            StringBuilder command = new StringBuilder("cdpsim run ").append(workload.name());
            all.forEach((name, value) -> command.append(argument(name, value)));
            return command.toString();
        });
    }

    private String argument(String name, String value) {
        Optional<WorkloadOption<?>> option = Stream.concat(workload.options().stream(), MachineOptions.ALL.stream())
                .filter(each -> each.name().equals(name))
                .findFirst();
        if (option.isEmpty()) {
            return " --set " + quoted(search.override(name, value));
        }
        return option.get().isFlag() ? (value.equals("true") ? " --" + name : "") : " --" + name + " " + quoted(value);
    }

    private static String quoted(String word) {
        String shown = PrintableText.line(word);
        return shown.matches("[A-Za-z0-9_.,:=/@%+-]+") ? shown : "'" + shown.replace("'", "'\\''") + "'";
    }

    /** The result of a search as JSON. Its names are documented in docs/reference/cli.md and do not change. */
    static final class TuneJson {
        private TuneJson() {}

        static String text(TuneReport report, TuningResult tuning) {
            return JsonWriter.text(json -> {
                json.object("best", () -> write(json, report, tuning, tuning.best()));
                json.objects("runners_up", tuning.runnersUp(), each -> write(json, report, tuning, each));
                if (tuning.byDefault().isPresent()) {
                    json.object(
                            "by_default",
                            () -> write(json, report, tuning, tuning.byDefault().get()));
                }
                json.put("points", tuning.runs());
                json.put("combinations", tuning.combinations());
                json.strings("words", report.sentences());
            });
        }

        private static void write(JsonWriter json, TuneReport report, TuningResult tuning, TuneCandidate candidate) {
            json.object("settings", () -> {
                for (Map.Entry<String, String> each : candidate.settings().entrySet()) {
                    json.put(each.getKey(), each.getValue());
                }
            });
            json.put("command", report.command(candidate));
            json.put(CommonResults.TIME.name(), candidate.micros());
            json.put(CommonResults.FAILED_LAUNCHES.name(), candidate.failedLaunches());
            json.put("trust", candidate.trust().words());
            if (candidate.meanError().isPresent()) {
                json.put("mean_error", candidate.meanError().getAsDouble());
            }
            if (!candidate.equals(tuning.best())) {
                json.put("lead", tuning.lead(candidate));
                if (tuning.isUnsure(candidate).isPresent()) {
                    json.put("within_error", tuning.isUnsure(candidate).get());
                }
            }
        }
    }
}
