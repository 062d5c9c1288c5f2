package io.cdpsim.cli.compare;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.experiments.compare.ComparedRun;
import io.cdpsim.experiments.compare.RunComparison;
import io.cdpsim.experiments.compare.RunComparison.PartChange;
import io.cdpsim.experiments.compare.RunDescription;
import io.cdpsim.profile.read.ProfileDifference;
import io.cdpsim.profile.read.ProfileDocument;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.workloads.CommonResults;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A comparison as text and as JSON. */
final class ComparisonReport {
    private static final int WIDTH = 100;

    private final RunComparison comparison;

    ComparisonReport(RunComparison comparison) {
        this.comparison = comparison;
    }

    String text() {
        return question() + "\n" + times() + "\n" + verdict() + mechanisms();
    }

    private String question() {
        List<RunDescription.Difference> differences = comparison.question();
        ProfileFieldChanges fields = ProfileFieldChanges.of(comparison);
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT).row("question", "A", "B");
        differences.forEach(each -> table.row(each.name(), shown(each.first()), shown(each.second())));
        fields.shown().forEach(each -> table.row(each.name(), shown(each.first()), shown(each.second())));
        if (!fields.more().isEmpty()) {
            table.row(fields.more(), "", "");
        }
        if (comparison.first().asked().isEmpty() || comparison.second().asked().isEmpty()) {
            return "The question is not in "
                    + (comparison.first().asked().isEmpty() ? "A" : "B")
                    + ": 'run --json --breakdown' writes it.\n";
        }
        return differences.isEmpty()
                        && fields.shown().isEmpty()
                        && fields.more().isEmpty()
                ? "The questions are the same.\n"
                : table.toString();
    }

    private static String shown(String value) {
        return value.isEmpty() ? "-" : PrintableText.line(value);
    }

    private String times() {
        TextTable table = TextTable.textThenFigures(1, 3).row("critical path", "A", "B", "B - A");
        for (PartChange each : comparison.parts()) {
            table.row(
                    each.part().words(),
                    NumberFormats.time(each.firstMicros()),
                    NumberFormats.time(each.secondMicros()),
                    signed(each.change()));
        }
        table.row(
                "simulated time",
                NumberFormats.time(comparison.first().timeMicros()),
                NumberFormats.time(comparison.second().timeMicros()),
                signed(comparison.change()));
        String missing = comparison.parts().isEmpty() && comparison.change() != 0
                ? "The parts of the time are not in "
                        + (comparison.first().breakdown().isEmpty() ? "A" : "B")
                        + ": 'run --json --breakdown' writes it.\n"
                : "";
        return table + missing;
    }

    private static String signed(double micros) {
        if (micros == 0) {
            return "0";
        }
        return (micros < 0 ? "-" : "+") + NumberFormats.time(Math.abs(micros));
    }

    private String verdict() {
        StringBuilder text = new StringBuilder();
        line(text, comparison.verdictWords());
        trust(text, "A", comparison.first());
        if (!comparison.first().trust().equals(comparison.second().trust())) {
            trust(text, "B", comparison.second());
        }
        failure(text, "A", comparison.first());
        failure(text, "B", comparison.second());
        return text.toString();
    }

    private void trust(StringBuilder text, String side, ComparedRun outcome) {
        boolean same = comparison.first().trust().equals(comparison.second().trust());
        if (!outcome.trust().isEmpty()) {
            line(text, (same ? "Seen on hardware: " : "Seen on hardware, " + side + ": ") + outcome.trust() + ".");
        }
    }

    private static void failure(StringBuilder text, String side, ComparedRun outcome) {
        if (!outcome.failure().isEmpty()) {
            text.append(side)
                    .append(" failed: ")
                    .append(PrintableText.lines(outcome.failure()))
                    .append('\n');
        }
    }

    private String mechanisms() {
        List<PartChange> most = comparison.mechanisms();
        StringBuilder text = new StringBuilder();
        if (!most.isEmpty()) {
            line(
                    text,
                    "What changed most: "
                            + most.stream()
                                    .map(each -> each.part().words() + " " + signed(each.change()))
                                    .collect(Collectors.joining(", "))
                            + ".");
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String words) {
        TextTable.wrapped(words, WIDTH).forEach(each -> text.append(each).append('\n'));
    }

    /** A comparison as JSON. Its names are documented in docs/reference/cli.md and do not change. */
    static final class ComparisonJson {
        private ComparisonJson() {}

        static String text(RunComparison comparison) {
            return JsonWriter.text(json -> {
                write(json, "a", comparison.first());
                write(json, "b", comparison.second());
                differences(json, "question", comparison.question());
                differences(json, "fields", ProfileFieldChanges.of(comparison).all());
                json.objects(CommonResults.BREAKDOWN.name(), comparison.parts(), each -> {
                    json.put("part", each.part().jsonName());
                    json.put("a_us", each.firstMicros());
                    json.put("b_us", each.secondMicros());
                    json.put("change_us", each.change());
                });
                json.put("change_us", comparison.change());
                json.put("relative_difference", comparison.relativeDifference());
                if (comparison.error().isPresent()) {
                    json.put("mean_error", comparison.error().getAsDouble());
                }
                json.put("verdict", comparison.verdict().name().toLowerCase(Locale.ROOT));
                json.put("words", comparison.verdictWords());
            });
        }

        private static void write(JsonWriter json, String side, ComparedRun outcome) {
            json.object(side, () -> {
                json.put(CommonResults.PROFILE.name(), outcome.profile());
                json.put(CommonResults.TIME.name(), outcome.timeMicros());
                outcome.device().ifPresent(device -> json.put("device_us", device.micros()));
                json.put("trust", outcome.trust());
                if (!outcome.failure().isEmpty()) {
                    json.put(CommonResults.FAILURE.name(), outcome.failure());
                }
            });
        }

        private static void differences(JsonWriter json, String name, List<RunDescription.Difference> all) {
            json.objects(name, all, each -> {
                json.put("name", each.name());
                json.put("a", each.first());
                json.put("b", each.second());
            });
        }
    }

    /**
     * The fields in which the profiles of two runs differ.
     *
     * @param all the fields
     * @param more a summary in place of the fields if there are too many to show; else empty
     */
    record ProfileFieldChanges(List<RunDescription.Difference> all, String more) {
        private static final int MOST_SHOWN = 12;

        static ProfileFieldChanges of(RunComparison comparison) {
            Optional<RunDescription> first = comparison.first().asked();
            Optional<RunDescription> second = comparison.second().asked();
            if (first.isEmpty() || second.isEmpty() || isSame(first.get(), second.get())) {
                return new ProfileFieldChanges(List.of(), "");
            }
            try {
                ProfileDocument one =
                        Profiles.document(first.get().profile(), first.get().set());
                ProfileDocument other =
                        Profiles.document(second.get().profile(), second.get().set());
                List<RunDescription.Difference> fields = ProfileDifference.between(one, other).stream()
                        .map(each ->
                                new RunDescription.Difference(each.path(), value(each.first()), value(each.second())))
                        .toList();
                return new ProfileFieldChanges(
                        fields, fields.size() <= MOST_SHOWN ? "" : fields.size() + " fields ('cdpsim profiles diff')");
            } catch (ProfileException e) {
                // The file of a result's profile may have been deleted.
                return new ProfileFieldChanges(List.of(), "fields of a profile that is not there any more");
            }
        }

        private static boolean isSame(RunDescription one, RunDescription other) {
            return one.profile().equals(other.profile()) && one.set().equals(other.set());
        }

        private static String value(Optional<ProfileField> field) {
            return field.map(ProfileField::value).orElse("");
        }

        /** The fields to show. */
        List<RunDescription.Difference> shown() {
            return more.isEmpty() ? all : List.of();
        }
    }
}
