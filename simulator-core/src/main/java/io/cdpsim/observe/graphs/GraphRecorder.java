package io.cdpsim.observe.graphs;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.DispatchState;
import io.cdpsim.observe.RunEvent.GraphEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.GridWait;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.waits.GridWaitRecorder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records the launches of graphs with their nodes. Later launches are dropped and counted once a number of nodes is recorded. */
public final class GraphRecorder implements RunListener {
    private record Key(int device, long launch) {}

    private static final class Node {
        private final int index;
        private final String dependency;
        private final int lastDependency;
        private final long released;
        private String name = "";
        private long grid;
        private long issued = -1;
        private long started = -1;
        private long ended = -1;

        Node(int index, String dependency, int lastDependency, long released) {
            this.index = index;
            this.dependency = dependency;
            this.lastDependency = lastDependency;
            this.released = released;
        }
    }

    private static final class Launch {
        private final GraphEvent.Launched launched;
        private final Map<Integer, Node> nodes = new LinkedHashMap<>();
        private long started = -1;
        private long ended = -1;

        Launch(GraphEvent.Launched launched) {
            this.launched = launched;
        }
    }

    private final int mostNodes;
    private final Map<Key, Launch> launches = new LinkedHashMap<>();
    private final Map<Long, Node> grids = new HashMap<>();
    private final GridWaitRecorder waits = new GridWaitRecorder();
    private int nodes;
    private long dropped;

    /**
     * Starts without launches.
     *
     * @param mostNodes the number of nodes from which on launches are dropped
     */
    public GraphRecorder(int mostNodes) {
        this.mostNodes = mostNodes;
    }

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRAPH, EventKind.GRID, EventKind.WAIT);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GraphEvent graph) {
            happened(graph);
        } else if (event instanceof GridEvent.Started started) {
            Node node = grids.get(started.grid());
            if (node != null && node.started < 0) {
                node.started = started.timeCycles();
                waits.happened(started);
            }
        } else if (event instanceof DispatchState && !launches.isEmpty()) {
            waits.happened(event);
        } else if (grids.containsKey(grid(event))) {
            waits.happened(event);
        }
    }

    private static long grid(RunEvent event) {
        if (event instanceof GridWait wait) {
            return wait.grid();
        } else if (event instanceof GridEvent.Posted posted) {
            return posted.grid();
        } else if (event instanceof GridEvent.Queued queued) {
            return queued.grid();
        } else if (event instanceof GridEvent.Admitted admitted) {
            return admitted.grid();
        }
        return 0;
    }

    private void happened(GraphEvent event) {
        Key key = new Key(event.device(), event.launch());
        if (event instanceof GraphEvent.Launched launched) {
            if (nodes < mostNodes) {
                launches.put(key, new Launch(launched));
            } else {
                dropped++;
            }
            return;
        }
        Launch launch = launches.get(key);
        if (launch == null) {
            return;
        }
        long time = event.timeCycles();
        if (event instanceof GraphEvent.Started) {
            launch.started = time;
        } else if (event instanceof GraphEvent.NodeReleased released) {
            nodes++;
            launch.nodes.put(
                    released.node(),
                    new Node(
                            released.node(),
                            dependency(launch.nodes.get(released.lastDependency())),
                            released.lastDependency(),
                            time));
        } else if (event instanceof GraphEvent.Ended) {
            launch.ended = time;
        } else {
            happened(launch, event);
        }
    }

    private static String dependency(@Nullable Node node) {
        return node == null ? "" : "node " + node.index + " (" + node.name + ")";
    }

    private void happened(Launch launch, GraphEvent event) {
        if (event instanceof GraphEvent.NodeStarted started) {
            Node node = launch.nodes.get(started.node());
            if (node != null) {
                node.name = started.name();
                node.grid = started.grid();
                node.issued = started.timeCycles();
                if (node.grid == 0) {
                    node.started = started.timeCycles();
                } else {
                    grids.put(node.grid, node);
                }
            }
        } else if (event instanceof GraphEvent.NodeEnded ended) {
            Node node = launch.nodes.get(ended.node());
            if (node != null) {
                node.ended = ended.timeCycles();
            }
        }
    }

    /** The recorded launches, in launch order. */
    public List<GraphLaunchLifetime> launches() {
        List<GraphLaunchLifetime> all = new ArrayList<>();
        for (Launch launch : launches.values()) {
            List<GraphNodeLifetime> own = new ArrayList<>();
            for (Node each : launch.nodes.values()) {
                own.add(new GraphNodeLifetime(
                        each.index,
                        each.name,
                        each.grid,
                        each.dependency,
                        each.lastDependency,
                        launch.started,
                        each.released,
                        each.issued,
                        each.started,
                        each.ended,
                        waits.of(each.grid)));
            }
            all.add(new GraphLaunchLifetime(launch.launched, launch.started, launch.ended, own));
        }
        return all;
    }

    /** The number of dropped launches. */
    public long dropped() {
        return dropped;
    }
}
