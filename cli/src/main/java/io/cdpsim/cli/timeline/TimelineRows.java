package io.cdpsim.cli.timeline;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.observe.graphs.GraphLaunchLifetime;
import io.cdpsim.observe.graphs.GraphNodeLifetime;
import io.cdpsim.observe.graphs.GraphWait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a timeline: one for each grid, below the grid that launched it, and one for each launch of a graph, with its nodes below it. Many launches
 * of one kernel or graph by one grid are summed up.
 */
final class TimelineRows {
    private static final int ROWS_OF_A_KERNEL = 6;
    private static final int MAX_ROWS = 40;
    private static final String HOST = group(0);

    /**
     * A row.
     *
     * @param indent number of rows above it that it belongs to
     * @param label the kernel's name, the graph, the node, or the number of omitted grids
     * @param bar its times; empty for a row that counts omitted grids
     */
    record Row(int indent, String label, Optional<Bar> bar) {}

    /**
     * The times of a grid, of a launch of a graph or of a node, in cycles of the device's clock; -1 for a step that did not happen.
     *
     * @param number number of the grid; empty if there is none
     * @param parent who launched it
     * @param waits what it waited for, if known
     */
    record Bar(
            String number,
            String parent,
            long posted,
            long started,
            long bodyEnded,
            long completed,
            List<GraphWait> waits) {}

    /** A grid or a launch of a graph, in a group of those that one launcher launched. */
    private record Item(
            long time,
            String name,
            @Nullable GridLifetime grid,
            @Nullable GraphLaunchLifetime launch) {}

    private final ListMultimap<String, Item> items =
            MultimapBuilder.hashKeys().arrayListValues().build();
    private final Map<Long, GridLifetime> nodeGrids = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final long endCycles;
    private final boolean hasGraphs;
    private int shown;
    private int gridsListed;

    private TimelineRows(List<GridLifetime> grids, List<GraphLaunchLifetime> launches) {
        hasGraphs = !launches.isEmpty();
        Map<Long, GridLifetime> byNumber = new HashMap<>();
        grids.forEach(each -> byNumber.put(each.grid(), each));
        for (GraphLaunchLifetime launch : launches) {
            for (GraphNodeLifetime node : launch.nodes()) {
                GridLifetime grid = byNumber.get(node.grid());
                if (grid != null) {
                    nodeGrids.put(node.grid(), grid);
                }
            }
        }
        for (GridLifetime each : grids) {
            if (!nodeGrids.containsKey(each.grid())) {
                items.put(group(each.parent()), new Item(each.posted(), each.kernel(), each, null));
            }
        }
        Map<Long, String> groups = new HashMap<>();
        for (GraphLaunchLifetime each : launches) {
            long parentLaunch = each.launched().parentLaunch();
            String group = switch (each.launched().how()) {
                case HOST -> HOST;
                case FIRE_AND_FORGET -> group(each.launched().parent());
                case BODY -> node(parentLaunch, each.launched().parentNode());
                // Beside its launcher, since it does not belong to it.
                case TAIL, SIBLING -> groups.getOrDefault(parentLaunch, HOST);
            };
            groups.put(each.number(), group);
            items.put(group, new Item(each.launched().timeCycles(), each.name(), null, each));
        }
        LongStream ofGrids =
                grids.stream().flatMapToLong(g -> LongStream.of(g.posted(), g.started(), g.bodyEnded(), g.completed()));
        LongStream ofGraphs = launches.stream()
                .flatMapToLong(each -> LongStream.concat(
                        LongStream.of(each.launched().timeCycles(), each.ended()),
                        each.nodes().stream().mapToLong(GraphNodeLifetime::ended)));
        endCycles = LongStream.concat(ofGrids, ofGraphs).max().orElse(0);
    }

    static TimelineRows of(Timeline timeline, List<GraphLaunchLifetime> launches) {
        List<GridLifetime> grids = timeline.grids();
        TimelineRows rows = new TimelineRows(grids, launches);
        rows.add(HOST, 0);
        int rest = grids.size() - rows.gridsListed;
        if (rest > 0) {
            rows.count(0, "and " + NumberFormats.count(rest) + " more grids");
        }
        return rows;
    }

    private static String group(long grid) {
        return "grid " + grid;
    }

    private static String node(long launch, int node) {
        return "node " + launch + " " + node;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    List<Row> rows() {
        return rows;
    }

    /** Whether a graph was launched. */
    boolean hasGraphs() {
        return hasGraphs;
    }

    /** The cycle of the last event of any grid or node. */
    long endCycles() {
        return endCycles;
    }

    private void add(String group, int indent) {
        Map<String, Integer> seen = new HashMap<>();
        Map<String, Integer> summed = new LinkedHashMap<>();
        List<Item> ordered = new ArrayList<>(items.get(group));
        ordered.sort(Comparator.comparingLong(Item::time));
        for (Item each : ordered) {
            if (shown >= MAX_ROWS) {
                break;
            }
            boolean sumsUp = seen.merge(each.name(), 1, Integer::sum) > ROWS_OF_A_KERNEL;
            if (sumsUp) {
                summed.merge(each.name(), 1, Integer::sum);
            }
            GridLifetime grid = each.grid();
            if (grid != null) {
                gridsListed++;
                if (!sumsUp) {
                    add(new Row(indent, grid.kernel(), Optional.of(bar(grid))));
                    add(group(grid.grid()), indent + 1);
                }
            } else {
                add(Objects.requireNonNull(each.launch()), indent, sumsUp);
            }
        }
        summed.forEach((name, count) -> count(indent, name + ", " + NumberFormats.count(count) + " more"));
    }

    private void add(Row row) {
        shown++;
        rows.add(row);
    }

    private void add(GraphLaunchLifetime launch, int indent, boolean sumsUp) {
        if (!sumsUp) {
            long firstStart = launch.nodes().stream()
                    .mapToLong(GraphNodeLifetime::started)
                    .filter(each -> each >= 0)
                    .min()
                    .orElse(launch.ended());
            add(new Row(
                    indent,
                    launch.name() + ", launch " + launch.number(),
                    Optional.of(new Bar(
                            "",
                            launch.launcher(),
                            launch.launched().timeCycles(),
                            firstStart,
                            launch.ended(),
                            launch.ended(),
                            launch.waits()))));
        }
        for (GraphNodeLifetime node : launch.nodes()) {
            GridLifetime grid = nodeGrids.get(node.grid());
            if (grid != null && (sumsUp || shown < MAX_ROWS)) {
                gridsListed++;
            }
            if (!sumsUp && shown < MAX_ROWS) {
                add(new Row(indent + 1, node.node() + " " + node.name(), Optional.of(bar(launch, node, grid))));
                if (node.grid() != 0) {
                    add(group(node.grid()), indent + 2);
                }
                add(node(launch.number(), node.node()), indent + 2);
            }
        }
    }

    private static Bar bar(GridLifetime grid) {
        String parent = grid.parent() == 0 ? "host" : "" + grid.parent();
        return new Bar(
                "" + grid.grid(), parent, grid.posted(), grid.started(), grid.bodyEnded(), grid.completed(), List.of());
    }

    private static Bar bar(GraphLaunchLifetime launch, GraphNodeLifetime node, @Nullable GridLifetime grid) {
        return new Bar(
                grid == null ? "" : "" + grid.grid(),
                "launch " + launch.number(),
                node.launched(),
                node.started(),
                grid == null ? node.ended() : grid.bodyEnded(),
                node.ended(),
                node.waits());
    }

    private void count(int indent, String text) {
        rows.add(new Row(indent, text, Optional.empty()));
    }
}
