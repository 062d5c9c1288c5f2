package io.cdpsim.workloads.bfs;

import io.cdpsim.workloads.BfsSettings;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.Measure;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.CsrGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a search reports besides what every run does. */
final class SearchMeasures {
    private SearchMeasures() {}

    static List<Measure> of(
            BfsSettings settings,
            ChildStream stream,
            CsrGraph graph,
            int source,
            BreadthFirstSearch reference,
            double timeMicros) {
        List<Measure> measures = new ArrayList<>();
        measures.add(new Measure.Text("graph", "graph", graph.name()));
        measures.add(new Measure.Text("variant", "variant", label(settings.variant())));
        if (settings.variant().launches()) {
            measures.add(new Measure.Text("stream", "stream of children", label(stream)));
        }
        if (settings.variant().usesThreshold()) {
            measures.add(new Measure.Count("threshold", "threshold, edges", settings.threshold()));
        }
        measures.add(new Measure.Count("vertices", "vertices", graph.vertexCount()));
        measures.add(new Measure.Count("edges", "stored edges", graph.edgeCount()));
        measures.add(new Measure.Count("source", "source vertex", source));
        measures.add(new Measure.Count("levels", "levels", reference.depth()));
        measures.add(new Measure.Count("reached", "vertices reached", reference.reached()));
        measures.add(new Measure.Count("edges_scanned", "edges scanned", reference.edgesScanned()));
        double millionsPerSecond = timeMicros > 0 ? reference.edgesScanned() / timeMicros : 0;
        measures.add(
                new Measure.Quantity("million_edges_per_s", "edges traversed", millionsPerSecond, "million edges/s"));
        return measures;
    }

    /** The word of the command line. */
    private static String label(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
