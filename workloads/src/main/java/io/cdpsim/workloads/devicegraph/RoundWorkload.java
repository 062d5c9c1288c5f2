package io.cdpsim.workloads.devicegraph;

import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RegimeMatch;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.graph.GraphSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@link RoundProgram} as a workload: {@code graph}. */
public final class RoundWorkload implements Workload {
    /** The graph, as {@link GraphSource#parse} parses it. */
    public static final WorkloadOption<String> GRAPH = WorkloadOption.of(
                    "graph",
                    "GRAPH",
                    OptionValueType.text("a graph").orFile(List.of("rmat:", "uniform:", "grid:", "star:")),
                    "The graph to search, as in run bfs, with --task search")
            .defaultingTo("grid:32");

    /** {@link RoundSettings#task()}. */
    public static final WorkloadOption<RoundSettings.Task> TASK = WorkloadOption.of(
                    "task", "TASK", OptionValueType.choice(RoundSettings.Task.values()), "What the rounds do")
            .defaultingTo(RoundSettings.Task.SEARCH);

    /** {@link RoundSettings#cells()}. */
    public static final WorkloadOption<Integer> CELLS = WorkloadOption.of(
                    "cells", "N", OptionValueType.wholeNumber(1), "Cells to relax, with --task relax")
            .in("cells")
            .defaultingTo(4096);

    /** {@link RoundSettings#ints()}. */
    public static final WorkloadOption<Integer> INTS = WorkloadOption.of(
                    "ints", "N", OptionValueType.wholeNumber(1), "Integers of a buffer, with --task persistent")
            .in("integers")
            .defaultingTo(16384);

    /** {@link RoundSettings#buffers()}. */
    public static final WorkloadOption<Integer> ITERATIONS = WorkloadOption.of(
                    "iterations", "N", OptionValueType.wholeNumber(1), "Buffers to produce, with --task persistent")
            .in("buffers")
            .defaultingTo(50);

    /** {@link RoundSettings#launcher()}. */
    public static final WorkloadOption<RoundLauncher> LAUNCHER = WorkloadOption.of(
                    "launcher", "LAUNCHER", OptionValueType.choice(RoundLauncher.values()), "What launches the rounds")
            .defaultingTo(RoundLauncher.GRAPH);

    /** {@link RoundSettings#threads()}. */
    public static final WorkloadOption<Integer> THREADS = WorkloadOption.of(
                    "threads", "N", OptionValueType.wholeNumber(1), "Threads of a round's block")
            .in("threads")
            .defaultingTo(256);

    /** {@link RoundSettings#blocks()}. */
    public static final WorkloadOption<Integer> BLOCKS = WorkloadOption.of(
                    "blocks",
                    "N",
                    OptionValueType.wholeNumber(1),
                    "Blocks of the graph's node that processes a round, with --launcher graph")
            .in("blocks")
            .otherwise("one an SM");

    /** {@link RoundSettings#source()}. */
    public static final WorkloadOption<Integer> SOURCE = WorkloadOption.of(
                    "source", "VERTEX", OptionValueType.wholeNumber(0), "Source vertex, from 0, with --task search")
            .otherwise("the one of highest degree; 0 of a grid or star");

    /** The workload. */
    public RoundWorkload() {}

    @Override
    public String name() {
        return RoundProgram.NAME;
    }

    @Override
    public String summary() {
        return "Work in rounds, such as the levels of a search, which a graph, child grids, tail launches or the host"
                + " launch.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(TASK, LAUNCHER, GRAPH, SOURCE, CELLS, INTS, ITERATIONS, THREADS, BLOCKS);
    }

    @Override
    public List<ResultName> results() {
        return RoundResults.ALL;
    }

    @Override
    public RunResult run(RunRequest request) {
        return new RoundProgram(settings(request.options()))
                .run(request.machine(), request.progress(), request.inputs());
    }

    @Override
    public Optional<RegimeMatch> regime(RunRequest request) {
        return Optional.of(RoundRegime.of(settings(request.options())));
    }

    /**
     * The work that the options specify.
     *
     * @throws InvalidInputException if the launcher or the task does not use a given option
     */
    public static RoundSettings settings(OptionValues options) {
        RoundLauncher launcher = options.get(LAUNCHER);
        if (options.isGiven(BLOCKS) && launcher != RoundLauncher.GRAPH) {
            throw new InvalidInputException("--blocks has no effect with --launcher " + OptionValueType.word(launcher)
                    + ", which launches as many blocks as the round needs; leave it out, or give --launcher graph");
        }
        RoundSettings.Task task = options.get(TASK);
        Map<WorkloadOption<?>, RoundSettings.Task> taskOf = Map.of(
                GRAPH, RoundSettings.Task.SEARCH,
                SOURCE, RoundSettings.Task.SEARCH,
                CELLS, RoundSettings.Task.RELAX,
                INTS, RoundSettings.Task.PERSISTENT,
                ITERATIONS, RoundSettings.Task.PERSISTENT);
        for (WorkloadOption<?> each : List.of(GRAPH, SOURCE, CELLS, INTS, ITERATIONS)) {
            if (options.isGiven(each) && taskOf.get(each) != task) {
                throw new InvalidInputException("--" + each.name() + " has no effect with --task "
                        + OptionValueType.word(task) + "; leave it out, or give another --task");
            }
        }
        return new RoundSettings(
                task,
                GraphSource.parse(options.get(GRAPH)),
                options.findInt(SOURCE),
                options.get(CELLS),
                options.get(INTS),
                options.get(ITERATIONS),
                launcher,
                options.get(THREADS),
                options.findInt(BLOCKS));
    }
}
