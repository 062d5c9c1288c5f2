package io.cdpsim.workloads.bfs;

import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.CsrGraph;
import java.util.ArrayList;
import java.util.List;

/** Result names of a breadth-first search, in addition to {@link io.cdpsim.workloads.CommonResults}. */
public final class BfsResults {
    /** Name of the graph. */
    public static final ResultName.Text GRAPH = new ResultName.Text("graph", "graph");

    /** How edges were distributed over threads. */
    public static final ResultName.Text VARIANT = new ResultName.Text("variant", "variant");

    /** Stream of the children, in variants that launch. */
    public static final ResultName.Text STREAM = new ResultName.Text("stream", "stream of children");

    /** Number of edges above which a vertex gets a child grid, in variants that use it. */
    public static final ResultName.Count THRESHOLD = new ResultName.Count("threshold", "threshold, edges");

    /** Vertices of the graph. */
    public static final ResultName.Count VERTICES = new ResultName.Count("vertices", "vertices");

    /** Stored edges of the graph: an undirected edge counts twice. */
    public static final ResultName.Count EDGES = new ResultName.Count("edges", "stored edges");

    /** The source vertex. */
    public static final ResultName.Count SOURCE = new ResultName.Count("source", "source vertex");

    /** Levels of the search. */
    public static final ResultName.Count LEVELS = new ResultName.Count("levels", "levels");

    /** Vertices that it reached. */
    public static final ResultName.Count REACHED = new ResultName.Count("reached", "vertices reached");

    /** Stored edges of the vertices that it reached. */
    public static final ResultName.Count EDGES_SCANNED = new ResultName.Count("edges_scanned", "edges scanned");

    /** Edges scanned per unit of search time. */
    public static final ResultName.Quantity RATE =
            new ResultName.Quantity("million_edges_per_s", "edges traversed", "million edges/s");

    /** All result names. */
    public static final List<ResultName> ALL =
            List.of(GRAPH, VARIANT, STREAM, THRESHOLD, VERTICES, EDGES, SOURCE, LEVELS, REACHED, EDGES_SCANNED, RATE);

    private BfsResults() {}

    static List<ResultValue> of(
            BfsSettings settings,
            ChildStream stream,
            CsrGraph graph,
            int source,
            BreadthFirstSearch reference,
            double timeMicros) {
        List<ResultValue> measures = new ArrayList<>();
        measures.add(GRAPH.of(graph.name()));
        measures.add(VARIANT.of(OptionValueType.word(settings.variant())));
        if (settings.variant().launches()) {
            measures.add(STREAM.of(OptionValueType.word(stream)));
        }
        if (settings.variant().usesThreshold()) {
            measures.add(THRESHOLD.of(settings.threshold()));
        }
        measures.add(VERTICES.of(graph.vertexCount()));
        measures.add(EDGES.of(graph.edgeCount()));
        measures.add(SOURCE.of(source));
        measures.add(LEVELS.of(reference.depth()));
        measures.add(REACHED.of(reference.reached()));
        measures.add(EDGES_SCANNED.of(reference.edgesScanned()));
        measures.add(RATE.of(timeMicros > 0 ? reference.edgesScanned() / timeMicros : 0));
        return measures;
    }
}
