package io.cdpsim.cli.compare;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.experiments.compare.ComparedRun;
import io.cdpsim.experiments.compare.RunComparison;
import io.cdpsim.experiments.compare.RunDescription;
import io.cdpsim.workloads.CommonResults;
import java.util.List;
import java.util.Locale;

/** A comparison as programs read it. The names are documented in docs/reference/cli.md and do not change. */
final class ComparisonJson {
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
