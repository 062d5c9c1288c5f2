package io.cdpsim.workloads.devicegraph;

import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.graph.GraphSource;
import java.util.List;

/** {@link GraphSearchProgram} as a workload: {@code graph}. No search of it was measured, so it has no regime. */
public final class GraphSearchWorkload implements Workload {
    /** The graph, as {@link GraphSource#parse} parses it. */
    public static final WorkloadOption<String> GRAPH = WorkloadOption.of(
                    "graph",
                    "GRAPH",
                    OptionValueType.text("a graph").orFile(List.of("rmat:", "uniform:", "grid:", "star:")),
                    "The graph to search, as in run bfs")
            .defaultingTo("grid:32");

    /** {@link GraphSearchSettings#launcher()}. */
    public static final WorkloadOption<LevelLauncher> LAUNCHER = WorkloadOption.of(
                    "launcher", "LAUNCHER", OptionValueType.choice(LevelLauncher.values()), "What launches the levels")
            .defaultingTo(LevelLauncher.GRAPH);

    /** {@link GraphSearchSettings#threads()}. */
    public static final WorkloadOption<Integer> THREADS = WorkloadOption.of(
                    "threads", "N", OptionValueType.wholeNumber(1), "Threads of a level's block")
            .in("threads")
            .defaultingTo(256);

    /** {@link GraphSearchSettings#blocks()}. */
    public static final WorkloadOption<Integer> BLOCKS = WorkloadOption.of(
                    "blocks",
                    "N",
                    OptionValueType.wholeNumber(1),
                    "Blocks of the graph's node that processes a level, with --launcher graph")
            .in("blocks")
            .otherwise("one an SM");

    /** {@link GraphSearchSettings#source()}. */
    public static final WorkloadOption<Integer> SOURCE = WorkloadOption.of(
                    "source", "VERTEX", OptionValueType.wholeNumber(0), "Source vertex, from 0")
            .otherwise("the one of highest degree; 0 of a grid or star");

    /** The workload. */
    public GraphSearchWorkload() {}

    @Override
    public String name() {
        return GraphSearchProgram.NAME;
    }

    @Override
    public String summary() {
        return "Breadth-first search whose levels a graph, child grids, tail launches or the host launch.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(GRAPH, LAUNCHER, THREADS, BLOCKS, SOURCE);
    }

    @Override
    public List<ResultName> results() {
        return GraphSearchResults.ALL;
    }

    @Override
    public RunResult run(RunRequest request) {
        return new GraphSearchProgram(settings(request.options()))
                .run(request.machine(), request.progress(), request.inputs());
    }

    /**
     * The search that the options specify.
     *
     * @throws InvalidInputException if the launcher does not use a given option
     */
    public static GraphSearchSettings settings(OptionValues options) {
        LevelLauncher launcher = options.get(LAUNCHER);
        if (options.isGiven(BLOCKS) && launcher != LevelLauncher.GRAPH) {
            throw new InvalidInputException("--blocks has no effect with --launcher " + OptionValueType.word(launcher)
                    + ", which launches as many blocks as the frontier needs; leave it out, or give --launcher graph");
        }
        return new GraphSearchSettings(
                GraphSource.parse(options.get(GRAPH)),
                launcher,
                options.get(THREADS),
                options.findInt(BLOCKS),
                options.findInt(SOURCE));
    }
}
