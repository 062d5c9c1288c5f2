package io.cdpsim.cli.litmus;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.semantics.litmus.SimulationComparison;
import java.util.Collection;
import java.util.List;

/** The states that the simulator reached in tests, compared with the states that the model allows. */
final class SimulationReport {
    private SimulationReport() {}

    /** A line of counts, and a row for each state. */
    static String text(SimulationComparison comparison) {
        if (!comparison.defined()) {
            return "Not simulated: the model does not define what this test does\n";
        }
        StringBuilder text = new StringBuilder("Simulated "
                + counts(
                        comparison.outcomes().runs(),
                        comparison.reached(),
                        comparison.allowed(),
                        comparison.forbidden().size(),
                        comparison.outcomes().unfinished()));
        TextTable table = new TextTable(Align.RIGHT, Align.LEFT, Align.LEFT);
        comparison
                .outcomes()
                .states()
                .forEach((state, runs) -> table.row(
                        Integer.toString(runs),
                        state,
                        comparison.forbidden().contains(state)
                                ? "FORBIDDEN by the model: a bug of the simulator"
                                : ""));
        comparison.missed().forEach(state -> table.row("0", state, "allowed"));
        return text.append(table).toString();
    }

    /** The counts of several tests together. */
    static String total(Collection<SimulationComparison> comparisons) {
        List<SimulationComparison> defined =
                comparisons.stream().filter(SimulationComparison::defined).toList();
        return "Simulated " + defined.size() + " tests, "
                + counts(
                        defined.stream()
                                .mapToInt(each -> each.outcomes().runs())
                                .sum(),
                        defined.stream().mapToInt(SimulationComparison::reached).sum(),
                        defined.stream().mapToInt(SimulationComparison::allowed).sum(),
                        defined.stream()
                                .mapToInt(each -> each.forbidden().size())
                                .sum(),
                        defined.stream()
                                .mapToInt(each -> each.outcomes().unfinished())
                                .sum());
    }

    private static String counts(int runs, int reached, int allowed, int forbidden, int unfinished) {
        return runs + (runs == 1 ? " run" : " runs") + ": " + reached + " of " + allowed
                + " allowed states reached (" + NumberFormats.percent(allowed == 0 ? 1 : reached / (double) allowed)
                + "), "
                + forbidden
                + " forbidden, " + unfinished + " did not end\n";
    }

    static void write(SimulationComparison comparison, JsonWriter json) {
        json.object("simulation", () -> {
            json.put("defined", comparison.defined());
            json.put("runs", comparison.outcomes().runs());
            json.put("unfinished", comparison.outcomes().unfinished());
            json.put("allowed", comparison.allowed());
            json.put("reached", comparison.reached());
            json.objects("states", comparison.outcomes().states().entrySet(), each -> {
                json.put("state", each.getKey());
                json.put("runs", each.getValue());
                json.put("forbidden", comparison.forbidden().contains(each.getKey()));
            });
            json.strings("missed", comparison.missed());
        });
    }
}
