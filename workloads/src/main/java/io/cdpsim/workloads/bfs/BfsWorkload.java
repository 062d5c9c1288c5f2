package io.cdpsim.workloads.bfs;

import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RegimeMatch;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.SharedOptions;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workload.TunableOption;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import io.cdpsim.workloads.graph.GraphSource;
import java.util.List;
import java.util.Optional;

/** {@link BfsProgram} as a workload: {@code bfs}. */
public final class BfsWorkload implements Workload {
    /** The graph, as {@link GraphSource#parse} parses it. */
    public static final WorkloadOption<String> GRAPH = WorkloadOption.of(
                    "graph",
                    "GRAPH",
                    OptionValueType.text("a graph").orFile(List.of("rmat:", "uniform:", "grid:", "star:")),
                    "rmat:SCALE:EDGEFACTOR:SEED, uniform:SCALE:EDGEFACTOR:SEED, grid:SIDE, star:HUBS:LEAVES, or a file:"
                            + " Matrix Market, DIMACS .gr or SNAP edge list, plain or gzip")
            .defaultingTo("rmat:14:16:1");

    /** {@link GraphSource#inBothDirections}. */
    public static final WorkloadOption<Boolean> UNDIRECTED = WorkloadOption.flag(
            "undirected", "Store each edge of a graph file in both directions, whatever the file says");

    /** {@link BfsSettings#variant()}. */
    public static final WorkloadOption<BfsVariant> VARIANT = WorkloadOption.of(
                    "variant",
                    "VARIANT",
                    OptionValueType.choice(BfsVariant.values()),
                    "How edges are distributed over threads")
            .defaultingTo(BfsVariant.THRESHOLD);

    /** {@link BfsSettings#threshold()}. */
    public static final WorkloadOption<Integer> THRESHOLD = WorkloadOption.of(
                    "threshold",
                    "N",
                    OptionValueType.wholeNumber(0),
                    "Edges above which a vertex gets a child grid, with --variant threshold or driver")
            .in("edges")
            .defaultingTo(128);

    /** {@link BfsSettings#stream()}. */
    public static final WorkloadOption<ChildStream> STREAM = WorkloadOption.of(
                    "stream", "STREAM", OptionValueType.choice(ChildStream.values()), "Stream of the children")
            .otherwise("faf, and null on GPUs with CDP1");

    /** {@link BfsSettings#childThreads()}. */
    public static final WorkloadOption<Integer> CHILD_THREADS = WorkloadOption.of(
                    "child-threads", "N", OptionValueType.wholeNumber(1), "Threads of a child's block")
            .in("threads")
            .defaultingTo(256);

    /** {@link BfsSettings#source()}. */
    public static final WorkloadOption<Integer> SOURCE = WorkloadOption.of(
                    "source", "VERTEX", OptionValueType.wholeNumber(0), "Source vertex, from 0")
            .otherwise("the one of highest degree; 0 of a grid or star");

    /** The workload. */
    public BfsWorkload() {}

    @Override
    public String name() {
        return BfsProgram.NAME;
    }

    @Override
    public String summary() {
        return "Breadth-first search of a graph, by default with a child grid for each vertex of many edges.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(GRAPH, UNDIRECTED, VARIANT, THRESHOLD, STREAM, CHILD_THREADS, SOURCE, SharedOptions.POOL);
    }

    @Override
    public List<ResultName> results() {
        return BfsResults.ALL;
    }

    @Override
    public List<TunableOption> tuned() {
        return List.of(
                TunableOption.of(VARIANT),
                new TunableOption(THRESHOLD, "8..1024:x2"),
                new TunableOption(CHILD_THREADS, "32..512:x2"),
                new TunableOption(SharedOptions.POOL, "2048..524288:x4"));
    }

    @Override
    public RunResult run(RunRequest request) {
        return new BfsProgram(settings(request.options())).run(request.machine(), request.progress(), request.inputs());
    }

    @Override
    public Optional<RegimeMatch> regime(RunRequest request) {
        return Optional.of(BfsRegime.of(settings(request.options()), request.pendingLaunches(), request.inputs()));
    }

    /**
     * The search that the options specify.
     *
     * @throws InvalidInputException if the variant does not use a given option
     * @throws io.cdpsim.workloads.graph.GraphFormatException if the graph is invalid
     */
    public static BfsSettings settings(OptionValues options) {
        BfsVariant variant = options.get(VARIANT);
        if (options.isGiven(THRESHOLD) && !variant.usesThreshold()) {
            throw new InvalidInputException("--threshold has no effect with --variant " + OptionValueType.word(variant)
                    + "; leave it out, or give --variant threshold or driver");
        }
        if (options.isGiven(STREAM) && !variant.launches()) {
            throw new InvalidInputException("--stream has no effect with --variant " + OptionValueType.word(variant)
                    + ", which launches no grids; leave it out, or give another variant");
        }
        if (options.isGiven(SharedOptions.POOL) && !variant.launches()) {
            throw new InvalidInputException("--pool has no effect with --variant " + OptionValueType.word(variant)
                    + ", which launches no grids; leave it out, or give another variant");
        }
        GraphSource graph = GraphSource.parse(options.get(GRAPH));
        return new BfsSettings(
                options.get(UNDIRECTED) ? graph.inBothDirections() : graph,
                variant,
                options.get(THRESHOLD),
                options.find(STREAM),
                options.get(CHILD_THREADS),
                options.findInt(SOURCE));
    }
}
