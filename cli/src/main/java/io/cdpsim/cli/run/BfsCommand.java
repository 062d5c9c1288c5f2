package io.cdpsim.cli.run;

import static io.cdpsim.cli.option.OptionalNumber.optional;

import io.cdpsim.cli.option.GraphForms;
import io.cdpsim.cli.option.NamedChoice;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.BfsSettings;
import io.cdpsim.workloads.BfsVariant;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.bfs.Bfs;
import io.cdpsim.workloads.graph.GraphSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cdpsim run bfs}. */
@Command(name = "bfs", description = "Breadth-first search of a graph, by default with a child grid for each vertex.")
public final class BfsCommand extends WorkloadCommand {
    private static final int DEFAULT_THRESHOLD = 128;

    @Option(
            names = "--graph",
            paramLabel = "GRAPH",
            defaultValue = "rmat:14:16:1",
            completionCandidates = GraphForms.class,
            description =
                    "rmat:SCALE:EDGEFACTOR:SEED, uniform:SCALE:EDGEFACTOR:SEED, grid:SIDE, star:HUBS:LEAVES, or a file:"
                            + " Matrix Market, DIMACS .gr or SNAP edge list, plain or gzip. Default: ${DEFAULT-VALUE}.")
    private String graph = "";

    @Option(
            names = "--variant",
            paramLabel = "VARIANT",
            defaultValue = "cdp",
            converter = Variants.class,
            completionCandidates = Variants.class,
            description = "How edges are spread over threads: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private BfsVariant variant = BfsVariant.CDP;

    @Option(
            names = "--threshold",
            paramLabel = "N",
            converter = WholeNumber.NotNegative.class,
            description = "Edges above which a vertex gets a child grid, with --variant threshold or driver. Default: "
                    + DEFAULT_THRESHOLD + ".")
    private @Nullable Integer threshold;

    @Option(
            names = "--stream",
            paramLabel = "STREAM",
            converter = Streams.class,
            completionCandidates = Streams.class,
            description = "Stream of the children: ${COMPLETION-CANDIDATES}. Default: faf, and null on GPUs with CDP1.")
    private @Nullable ChildStream stream;

    @Option(
            names = "--child-threads",
            paramLabel = "N",
            defaultValue = "256",
            converter = WholeNumber.Positive.class,
            description = "Threads of a child's block. Default: ${DEFAULT-VALUE}.")
    private int childThreads;

    @Option(
            names = "--source",
            paramLabel = "VERTEX",
            converter = WholeNumber.NotNegative.class,
            description = "Vertex to begin with, from 0. Default: the one of highest degree; 0 of a grid or star.")
    private @Nullable Integer source;

    /** Made by picocli. */
    public BfsCommand() {}

    BfsSettings settings() {
        if (threshold != null && !variant.usesThreshold()) {
            throw new WorkloadException("--threshold means nothing with --variant " + NamedChoice.label(variant)
                    + "; leave it out, or give --variant threshold or driver");
        }
        if (stream != null && !variant.launches()) {
            throw new WorkloadException("--stream means nothing with --variant " + NamedChoice.label(variant)
                    + ", which launches no grids; leave it out, or give another variant");
        }
        return new BfsSettings(
                GraphSource.parse(graph),
                variant,
                threshold == null ? DEFAULT_THRESHOLD : threshold,
                Optional.ofNullable(stream),
                childThreads,
                optional(source));
    }

    @Override
    RunResult simulate(MachineSettings machine, Progress progress) {
        return new Bfs(settings()).run(machine, progress);
    }

    /** The values of {@code --variant}. */
    static final class Variants extends NamedChoice<BfsVariant> {
        Variants() {
            super(BfsVariant.values());
        }
    }

    /** The values of {@code --stream}. */
    static final class Streams extends NamedChoice<ChildStream> {
        Streams() {
            super(ChildStream.values());
        }
    }
}
