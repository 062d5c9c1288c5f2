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

/** Notifies the visibility checker of the nodes of a graph that is launched: each comes after those that it depends on. */
public final class GraphCausality {
    private final VisibilityFeed feed;
    private final NumberedCode operation;

    /** Notifies the checker of a device. */
    public GraphCausality(VisibilityFeed feed) {
        this.feed = feed;
        operation = feed.checker().operation("a copy or fill in a graph", "the copy or fill");
    }

    /**
     * A thread launches a graph.
     *
     * @param by the thread's block; the checker's host for the host
     * @param stream what the graph comes after, and what follows it in its stream; null if it waits for nothing but its launch
     */
    public Watched launch(GraphExec exec, BlockCausality by, int thread, @Nullable LaunchHistory stream) {
        VisibilityChecker checker = feed.checker();
        List<LaunchHistory> histories = new ArrayList<>();
        @Nullable GridCausality[] grids = new @Nullable GridCausality[exec.size()];
        for (GraphExec.Step step : exec.steps()) {
            LaunchHistory history = stream == null ? checker.stream() : checker.hostStream();
            histories.add(history);
            if (stream != null && step.predecessors() == 0) {
                checker.streamWaits(history, stream, stream.length(), stream.waits());
            }
        }
        for (GraphExec.Step step : exec.steps()) {
            LaunchHistory history = histories.get(step.index());
            if (step.isEnabled() && step.work() instanceof GraphWork.Launch launch) {
                grids[step.index()] = checker.launchIntoStream(
                        0, feed.code(launch.kernel()), feed.device(), by, thread, history, false);
            } else if (step.isEnabled() && step.work() instanceof GraphWork.Operation) {
                grids[step.index()] =
                        checker.launchIntoStream(0, operation, GridCausality.HOST_DEVICE, by, thread, history, false);
            }
            for (GraphExec.Step next : step.successors()) {
                checker.streamWaits(histories.get(next.index()), history, history.length(), history.waits());
            }
            if (stream != null && step.successors().isEmpty()) {
                checker.streamWaits(stream, history, history.length(), history.waits());
            }
        }
        // What follows in the stream, or waits for it, comes after this, and this after the last nodes.
        GridCausality end = stream == null
                ? null
                : checker.launchIntoStream(0, operation, GridCausality.HOST_DEVICE, by, thread, stream, false);
        return new Watched(grids, checker, end);
    }

    /** The nodes of a launched graph as the checker knows them, and the end of the launch. */
    // The array is written once, above.
    @SuppressWarnings("ArrayRecordComponent")
    public record Watched(
            @Nullable GridCausality[] grids,
            VisibilityChecker checker,
            @Nullable GridCausality end) {
        /** The launch is complete. */
        public void complete() {
            if (end != null) {
                checker.completed(end);
            }
        }
    }
}
