package io.cdpsim.cli.run;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.experiments.compare.RunDescription;
import io.cdpsim.experiments.compare.TimeBreakdown;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import io.cdpsim.workloads.CommonResults;
import java.util.List;
import java.util.Map;

/**
 * What was asked and what the time consists of, as people and programs read it.
 *
 * @param asked what was asked
 * @param breakdown what the time consists of
 */
record BreakdownReport(RunDescription asked, TimeBreakdown breakdown) {
    /** A table of the parts that are not 0. */
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
        return "\n" + table;
    }

    /** Writes the array {@code breakdown} and the object {@code question}. */
    void write(JsonWriter json) {
        json.objects(CommonResults.BREAKDOWN.name(), List.of(CriticalPathComponent.values()), each -> {
            json.put("part", each.jsonName());
            json.put("cycles", breakdown.cycles().getOrDefault(each, 0L));
            json.put("us", breakdown.micros(each));
        });
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
