package io.cdpsim.cli.why;

import io.cdpsim.observe.RunEvent.GraphLaunchKind;
import io.cdpsim.observe.graphs.GraphLaunchLifetime;
import io.cdpsim.observe.graphs.GraphNodeLifetime;
import io.cdpsim.observe.graphs.GraphWait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** The grids that are nodes of graphs, and the causes of their starts. */
final class GraphPlaces {
    private final Map<Long, Place> byGrid = new HashMap<>();
    private final Map<Key, GraphLaunchLifetime> launches = new HashMap<>();

    private record Key(int device, long launch) {}

    /** A node in a launch of its graph. */
    record Place(GraphLaunchLifetime launch, GraphNodeLifetime node) {
        /** The node as text, such as {@code node 1 of graph 2, launch 3}. */
        String text() {
            return "node " + node.node() + " of " + launch.name() + ", launch " + launch.number();
        }

        /** The waits of its launch, then its own before its grid was posted. */
        List<GraphWait> waits() {
            List<GraphWait> waits = new ArrayList<>();
            launch.waits().forEach(each -> waits.add(new GraphWait(words(each.reason()), each.start(), each.end())));
            node.waits().stream()
                    .filter(each -> each.end() <= node.issued())
                    .forEach(each -> waits.add(new GraphWait(words(each.reason()), each.start(), each.end())));
            return waits;
        }

        private static String words(String reason) {
            return switch (reason) {
                case "launch" -> "the launch of a node";
                case "earlier launch" -> "an earlier launch of the same graph";
                default -> reason.startsWith("end of") ? "the " + reason + " and of all that it launched" : reason;
            };
        }
    }

    /**
     * What led to the start of a node's grid, later causes first.
     *
     * @param links the causes as sentences
     * @param grid the grid at which the causes go on; 0 if the host was the first cause
     */
    record Causes(List<String> links, long grid) {}

    GraphPlaces(List<GraphLaunchLifetime> recorded) {
        for (GraphLaunchLifetime launch : recorded) {
            launches.put(new Key(launch.launched().device(), launch.number()), launch);
            for (GraphNodeLifetime node : launch.nodes()) {
                if (node.grid() != 0) {
                    byGrid.put(node.grid(), new Place(launch, node));
                }
            }
        }
    }

    /** The node of a grid; empty for a grid that is none. */
    Optional<Place> of(long grid) {
        return Optional.ofNullable(byGrid.get(grid));
    }

    /** The causes for which a node started, back to another grid or to the host. */
    Causes causes(Place place, LongFunction<String> at) {
        List<String> links = new ArrayList<>();
        Place now = place;
        while (now.node().lastDependency() >= 0) {
            Optional<GraphNodeLifetime> before = node(now.launch(), now.node().lastDependency());
            if (before.isEmpty()) {
                break;
            }
            links.add(now.text() + " followed " + now.node().dependency()
                    + (before.get().grid() == 0 ? "" : ", grid " + before.get().grid() + ",") + " which ended at "
                    + at.apply(before.get().ended()));
            now = new Place(now.launch(), before.get());
            if (now.node().grid() != 0) {
                return new Causes(links, now.node().grid());
            }
        }
        return ofLaunch(now.launch(), links, at);
    }

    private Causes ofLaunch(GraphLaunchLifetime launch, List<String> links, LongFunction<String> at) {
        String name = "launch " + launch.number() + " of " + launch.name();
        GraphLaunchKind how = launch.launched().how();
        Optional<GraphLaunchLifetime> parent = Optional.ofNullable(launches.get(
                new Key(launch.launched().device(), launch.launched().parentLaunch())));
        if (how == GraphLaunchKind.HOST) {
            links.add("the host launched " + launch.name() + " (launch " + launch.number() + ") at "
                    + at.apply(launch.launched().timeCycles()) + waited(launch, at));
            return new Causes(links, 0);
        }
        if (how == GraphLaunchKind.BODY) {
            links.add(name + " is the body of node " + launch.launched().parentNode() + " of launch "
                    + launch.launched().parentLaunch() + ", selected at " + at.apply(launch.started()));
            Optional<GraphNodeLifetime> node =
                    parent.flatMap(each -> node(each, launch.launched().parentNode()));
            if (node.isEmpty()) {
                return new Causes(links, 0);
            }
            Causes before = causes(new Place(parent.orElseThrow(), node.get()), at);
            links.addAll(before.links());
            return new Causes(links, before.grid());
        }
        if (how == GraphLaunchKind.TAIL && parent.isPresent()) {
            links.add(name + ", a tail that grid " + launch.launched().parent() + " launched, started at "
                    + at.apply(launch.started()) + ", at the end of launch "
                    + parent.get().number() + " and of all that it launched");
            return new Causes(links, lastGrid(parent.get(), launch));
        }
        links.add("grid " + launch.launcher().substring("grid ".length()) + ", launched " + launch.name() + " (launch "
                + launch.number() + ") at " + at.apply(launch.launched().timeCycles()) + waited(launch, at));
        return new Causes(links, launch.launched().parent());
    }

    private static String waited(GraphLaunchLifetime launch, LongFunction<String> at) {
        return launch.waits().isEmpty()
                ? ""
                : "; it started at " + at.apply(launch.started()) + ", after an earlier launch of the same graph";
    }

    /** The grid that ended last among the nodes of a launch and of the launches that it let go before a tail. */
    private long lastGrid(GraphLaunchLifetime launch, GraphLaunchLifetime tail) {
        return launches.values().stream()
                .filter(each -> (each.number() == launch.number()
                                && each.launched().device() == launch.launched().device())
                        || (each.number() != tail.number()
                                && each.launched().device() == launch.launched().device()
                                && each.launched().parentLaunch() == launch.number()))
                .flatMap(each -> each.nodes().stream())
                .filter(node -> node.grid() != 0 && node.ended() >= 0 && node.ended() <= tail.started())
                .max(Comparator.comparingLong(GraphNodeLifetime::ended).thenComparing(GraphNodeLifetime::grid))
                .map(GraphNodeLifetime::grid)
                .orElse(0L);
    }

    private static Optional<GraphNodeLifetime> node(GraphLaunchLifetime launch, int index) {
        return launch.nodes().stream().filter(each -> each.node() == index).findFirst();
    }
}
