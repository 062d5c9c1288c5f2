package io.cdpsim.cli.tune;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.experiments.tune.TuningResult;
import io.cdpsim.experiments.tune.TuningResult.TuneCandidate;
import io.cdpsim.workloads.CommonResults;
import java.util.Map;

/** What a search has found, as programs read it. The names are documented in docs/reference/cli.md and do not change. */
final class TuneJson {
    private TuneJson() {}

    static String text(TuneReport report, TuningResult tuning) {
        return JsonWriter.text(json -> {
            json.object("best", () -> {
                write(json, report, tuning, tuning.best());
            });
            json.objects("runners_up", tuning.runnersUp(), each -> {
                write(json, report, tuning, each);
            });
            if (tuning.byDefault().isPresent()) {
                json.object("by_default", () -> {
                    write(json, report, tuning, tuning.byDefault().get());
                });
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
