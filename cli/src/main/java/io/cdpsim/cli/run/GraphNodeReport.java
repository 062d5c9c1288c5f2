package io.cdpsim.cli.run;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.observe.graphs.GraphNodeTotals;
import io.cdpsim.profile.ClockSpec;
import java.util.List;

/**
 * The times of graphs and their nodes, as text and as JSON.
 *
 * @param totals the totals of each graph and node
 * @param clock converts cycles to microseconds
 */
record GraphNodeReport(List<GraphNodeTotals> totals, ClockSpec clock) {
    /** A table, means over all runs of a node; empty without graphs. */
    String table() {
        if (totals.isEmpty()) {
            return "";
        }
        TextTable table = TextTable.textThenFigures(2, 6)
                .row("graph", "node", "runs", "mean", "longest", "for others", "for launch", "for place");
        boolean isSeveral = totals.stream().anyMatch(each -> each.device() != 0);
        for (GraphNodeTotals each : totals) {
            table.row(
                    (isSeveral ? "GPU " + each.device() + ", " : "") + each.graph(),
                    each.node() == GraphNodeTotals.LAUNCHES
                            ? each.name()
                            : each.node() + " " + PrintableText.line(each.name()),
                    NumberFormats.count(each.runs()),
                    mean(each, each.ranCycles()),
                    NumberFormats.time(micros(each.longestCycles())),
                    mean(each, each.othersCycles()),
                    mean(each, each.launchCycles()),
                    mean(each, each.placeCycles()));
        }
        return "\n" + table;
    }

    private String mean(GraphNodeTotals of, long cycles) {
        return NumberFormats.time(micros(cycles) / of.runs());
    }

    private double micros(long cycles) {
        return (double) cycles * clock.microsFromCycles(1);
    }

    /** Writes the list {@code graph_nodes}. */
    void write(JsonWriter json) {
        json.objects("graph_nodes", totals, each -> {
            json.put("device", each.device());
            json.put("graph", each.graph());
            json.put("node", each.node());
            json.put("name", each.name());
            json.put("runs", each.runs());
            json.put("ran_us", micros(each.ranCycles()));
            json.put("longest_us", micros(each.longestCycles()));
            json.put("others_us", micros(each.othersCycles()));
            json.put("launch_us", micros(each.launchCycles()));
            json.put("place_us", micros(each.placeCycles()));
        });
    }
}
