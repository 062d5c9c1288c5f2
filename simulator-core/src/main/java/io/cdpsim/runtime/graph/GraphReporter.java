package io.cdpsim.runtime.graph;

import io.cdpsim.engine.Engine;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.GraphEvent;
import io.cdpsim.observe.RunEvent.GraphEvent.NodeStarted.NodeWork;
import io.cdpsim.observe.RunEvent.GraphLaunchKind;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Publishes the launches of graphs on a device, and their nodes, to listeners. */
final class GraphReporter {
    private final Engine engine;
    private final DeviceEvents events;
    private final boolean wanted;
    private final Map<GraphExec, Integer> graphs = new HashMap<>();
    private long launches;

    GraphReporter(Engine engine, DeviceEvents events) {
        this.engine = engine;
        this.events = events;
        wanted = events.wantGraphs();
    }

    /**
     * A launch was accepted.
     *
     * @param parent the launching grid; 0 for the host and for a conditional node
     * @param parentNode the conditional node, or -1
     * @return its number
     */
    long launched(
            GraphExec exec,
            GraphLaunchKind how,
            long parent,
            long parentLaunch,
            int parentNode,
            int stream,
            long timeCycles) {
        long launch = ++launches;
        if (wanted) {
            int graph = graphs.computeIfAbsent(exec, any -> graphs.size() + 1);
            events.graph(new GraphEvent.Launched(
                    timeCycles, events.device(), launch, graph, how, parent, parentLaunch, parentNode, stream));
        }
        return launch;
    }

    /** A launch starts. */
    void started(GraphRun run) {
        if (wanted) {
            events.graph(new GraphEvent.Started(engine.now(), events.device(), run.number()));
        }
    }

    /** The dependencies of a node are complete; the last one is -1 if it has none. */
    void nodeReleased(GraphRun run, GraphExec.Step step, int lastDependency) {
        if (wanted) {
            events.graph(new GraphEvent.NodeReleased(
                    engine.now(), events.device(), run.number(), step.index(), lastDependency));
        }
    }

    /** A node starts, with a grid or with 0. */
    void nodeStarted(GraphRun run, GraphExec.Step step, long grid) {
        if (wanted) {
            GraphWork work = run.work().of(step.index());
            events.graph(new GraphEvent.NodeStarted(
                    engine.now(), events.device(), run.number(), step.index(), work(work), grid, name(work)));
        }
    }

    /** A node is complete. */
    void nodeEnded(GraphRun run, GraphExec.Step step) {
        if (wanted) {
            events.graph(new GraphEvent.NodeEnded(engine.now(), events.device(), run.number(), step.index()));
        }
    }

    /** All nodes and their fire-and-forget launches are complete. */
    void ended(GraphRun run) {
        if (wanted) {
            events.graph(new GraphEvent.Ended(engine.now(), events.device(), run.number()));
        }
    }

    private static NodeWork work(GraphWork work) {
        return switch (work.type()) {
            case KERNEL -> NodeWork.GRID;
            case MEMCPY, MEMSET -> NodeWork.MEMORY;
            case HOST -> NodeWork.HOST;
            default -> NodeWork.NONE;
        };
    }

    private static String name(GraphWork work) {
        return work instanceof GraphWork.Launch launch
                ? launch.kernel().name()
                : switch (work.type()) {
                    case MEMCPY -> "copy";
                    case MEMSET -> "fill";
                    case HOST -> "host function";
                    default -> work.type().name().toLowerCase(Locale.ROOT).replace('_', ' ');
                };
    }
}
