package io.cdpsim.observe.path;

import io.cdpsim.observe.RunEvent.GraphEvent;
import io.cdpsim.observe.RunEvent.GraphEvent.NodeStarted.NodeWork;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The launches of graphs on a device, for the critical path. */
final class GraphChains {
    private static final class Launch {
        private final GraphEvent.Launched launched;
        private final Map<Integer, Node> nodes = new HashMap<>();
        private CausalChain chain;

        /** The last completion of a node or of a graph that it launched. */
        private @Nullable CausalChain latest;

        Launch(GraphEvent.Launched launched, CausalChain chain) {
            this.launched = launched;
            this.chain = chain;
        }
    }

    private static final class Node {
        private CausalChain chain;
        private NodeWork work = NodeWork.NONE;

        Node(CausalChain chain) {
            this.chain = chain;
        }
    }

    /**
     * A launch that has ended.
     *
     * @param stream the stream of the host that it is in
     */
    record EndedLaunch(int stream, CausalChain chain) {}

    private final Map<Long, Launch> launches = new HashMap<>();
    private final Map<Long, Node> nodesByGrid = new HashMap<>();
    private @Nullable CausalChain lastEnded;

    /** A launch, with the chain of its launcher; that of a body follows its node instead. */
    void launched(GraphEvent.Launched event, CausalChain launcher) {
        Launch parent = launches.get(event.parentLaunch());
        Node node = parent == null ? null : parent.nodes.get(event.parentNode());
        launches.put(event.launch(), new Launch(event, node == null ? launcher : node.chain));
    }

    /** A step of a launch after its acceptance. @return the launch if it has ended, else null */
    @Nullable
    EndedLaunch happened(GraphEvent event) {
        Launch launch = launches.get(event.launch());
        if (launch == null) {
            return null;
        }
        long time = event.timeCycles();
        if (event instanceof GraphEvent.Started) {
            // The launch that it waited for ended at once.
            launch.chain = CausalChain.later(launch.chain, lastEnded).to(time, CriticalPathComponent.COMPLETION);
        } else if (event instanceof GraphEvent.NodeReleased released) {
            Node dependency = launch.nodes.get(released.lastDependency());
            launch.nodes.put(released.node(), new Node(dependency == null ? launch.chain : dependency.chain));
        } else if (event instanceof GraphEvent.NodeStarted started) {
            Node node = launch.nodes.get(started.node());
            if (node != null) {
                node.work = started.work();
                node.chain = node.chain.to(time, CriticalPathComponent.GRAPH_LAUNCH);
                if (started.grid() != 0) {
                    nodesByGrid.put(started.grid(), node);
                }
            }
        } else if (event instanceof GraphEvent.NodeEnded ended) {
            Node node = launch.nodes.get(ended.node());
            if (node != null) {
                node.chain = node.chain.to(time, part(node.work));
                launch.latest = CausalChain.later(node.chain, launch.latest);
            }
        } else if (event instanceof GraphEvent.Ended) {
            return new EndedLaunch(launch.launched.stream(), ended(launch, time));
        }
        return null;
    }

    private static CriticalPathComponent part(NodeWork work) {
        return switch (work) {
            case GRID -> CriticalPathComponent.COMPLETION;
            case MEMORY -> CriticalPathComponent.COPYING;
            case HOST -> CriticalPathComponent.HOST;
            case NONE -> CriticalPathComponent.GRAPH_LAUNCH;
        };
    }

    private CausalChain ended(Launch launch, long time) {
        CausalChain chain = CausalChain.later(launch.chain, launch.latest).to(time, CriticalPathComponent.COMPLETION);
        launches.remove(launch.launched.launch());
        lastEnded = chain;
        Launch parent = launches.get(launch.launched.parentLaunch());
        if (parent != null) {
            Node node = parent.nodes.get(launch.launched.parentNode());
            if (node != null) {
                node.chain = CausalChain.later(chain, node.chain);
            } else {
                parent.latest = CausalChain.later(chain, parent.latest);
            }
        }
        return chain;
    }

    /** The chain of a grid of a node when it is posted; null for another grid. */
    @Nullable
    CausalChain posted(long grid) {
        Node node = nodesByGrid.get(grid);
        return node == null ? null : node.chain;
    }

    /** A grid is complete. */
    void completed(long grid, CausalChain chain) {
        Node node = nodesByGrid.remove(grid);
        if (node != null) {
            node.chain = chain;
        }
    }
}
