package io.cdpsim.runtime.graph;

import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports launches of graphs to the visibility checker. A launch counts as a grid in its environment. Its nodes count as children
 * of that grid, each ordered after its dependencies (rules G-3, G-4, G-10).
 */
public final class GraphCausality {
    private final VisibilityFeed feed;
    private final VisibilityChecker checker;
    private final NumberedCode graphCode;
    private final NumberedCode operation;

    /** Reports to the checker of a device. */
    public GraphCausality(VisibilityFeed feed) {
        this.feed = feed;
        checker = feed.checker();
        graphCode = checker.operation("a graph", "the launch of its nodes");
        operation = checker.operation("a copy or fill in a graph", "the copy or fill");
    }

    /** The host launches a graph into a stream, which also waits for its siblings (rule G-4). */
    public Watched launch(GraphExec exec, BlockCausality host, LaunchHistory stream) {
        GridCausality around =
                checker.launchIntoStream(0, graphCode, GridCausality.HOST_DEVICE, host, 0, stream, false);
        GridCausality graph =
                checker.launchIntoEnvironment(graphCode, checker.startBlock(around, 0, 1), 0, around, false);
        return nodes(exec, graph, around);
    }

    /** A thread launches a graph concurrently with its own graph: fire-and-forget, or as a sibling (rule G-3). */
    public Watched launchConcurrently(
            GraphExec exec, BlockCausality by, int thread, Watched launcher, boolean sibling) {
        GridCausality around = sibling ? launcher.around() : launcher.graph();
        return nodes(exec, checker.launchIntoEnvironment(graphCode, by, thread, around, false), around);
    }

    /** A thread launches a graph as a tail of its own graph (rules G-3, G-10). */
    public Watched launchTail(GraphExec exec, BlockCausality by, int thread, Watched launcher) {
        GridCausality graph = checker.launchIntoEnvironment(graphCode, by, thread, launcher.graph(), true);
        return nodes(exec, graph, launcher.around());
    }

    private Watched nodes(GraphExec exec, GridCausality graph, GridCausality around) {
        BlockCausality by = checker.startBlock(graph, 0, 1);
        List<LaunchHistory> histories = new ArrayList<>();
        List<List<LaunchHistory>> prerequisites = new ArrayList<>();
        exec.steps().forEach(each -> {
            histories.add(checker.stream());
            prerequisites.add(new ArrayList<>(0));
        });
        @Nullable GridCausality[] grids = new @Nullable GridCausality[exec.size()];
        for (GraphExec.Step step : exec.steps()) {
            LaunchHistory history = histories.get(step.index());
            if (step.isEnabled() && step.work() instanceof GraphWork.Launch launch) {
                grids[step.index()] =
                        checker.launchIntoStream(0, feed.code(launch.kernel()), feed.device(), by, 0, history, false);
            } else if (step.work() instanceof GraphWork.Conditional) {
                grids[step.index()] =
                        checker.launchIntoStream(0, graphCode, GridCausality.HOST_DEVICE, by, 0, history, false);
            } else if (step.isEnabled() && step.work() instanceof GraphWork.Operation) {
                grids[step.index()] =
                        checker.launchIntoStream(0, operation, GridCausality.HOST_DEVICE, by, 0, history, false);
            }
            GridCausality grid = grids[step.index()];
            if (grid != null) {
                prerequisites.get(step.index()).forEach(grid::overlap);
            }
            for (int i = 0; i < step.successors().size(); i++) {
                GraphExec.Step next = step.successors().get(i);
                boolean overlaps = step.port(i).isProgrammatic() && grid != null;
                int upTo = overlaps ? 0 : history.length();
                checker.streamWaits(histories.get(next.index()), history, upTo, history.waits());
                if (overlaps) {
                    // Rule D-2: only a wait of the dependent grid orders it after this one.
                    prerequisites.get(next.index()).add(history);
                }
            }
        }
        return new Watched(grids, graph, around, this);
    }

    /**
     * A launch in the checker.
     *
     * @param grids its nodes; null for those without accesses
     * @param graph the launch, with the fire-and-forget launches of its nodes
     * @param around its environment
     */
    // The array is never changed.
    @SuppressWarnings("ArrayRecordComponent")
    public record Watched(
            @Nullable GridCausality[] grids, GridCausality graph, GridCausality around, GraphCausality causality) {
        /** A conditional node runs one of its bodies, ordered after the previous one. */
        Watched body(GraphExec body, int step) {
            GridCausality node = grids[step];
            if (node == null) {
                throw new IllegalStateException("the conditional node is not in the checker");
            }
            VisibilityChecker checker = causality.checker;
            GridCausality inside = checker.launchIntoStream(
                    0,
                    causality.graphCode,
                    GridCausality.HOST_DEVICE,
                    checker.startBlock(node, 0, 1),
                    0,
                    node.tails(),
                    false);
            return causality.nodes(body, inside, graph);
        }

        /** The nodes and their fire-and-forget launches are complete. */
        void complete() {
            causality.checker.completed(graph);
        }

        /** The environment of a launch by the host is complete. */
        public void completeAround() {
            causality.checker.completed(around);
        }
    }
}
