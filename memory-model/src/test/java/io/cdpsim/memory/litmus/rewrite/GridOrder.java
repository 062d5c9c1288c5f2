package io.cdpsim.memory.litmus.rewrite;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.SetMultimap;
import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What launches and completions order, E1 to E10 and barriers of grids and clusters, found by going through each thread's calls as the runtime would: a stream is what its next
 * grid has to wait for, and an event is what its stream was when it was recorded.
 */
final class GridOrder {
    /** Milestones of a grid: it may start, its threads have ended, its children are complete, it is complete. */
    private enum Milestone {
        START,
        OWN,
        DRAINED,
        COMPLETE
    }

    /** A milestone of a grid, as a node of the order. */
    private record Node(int grid, Milestone milestone) {}

    private final LitmusTest test;
    private final StaticInstances instances;
    private final SetMultimap<Node, Node> after = LinkedHashMultimap.create();
    private final SetMultimap<ProgramPoint, Node> fromPoint =
            MultimapBuilder.hashKeys().linkedHashSetValues().build();
    private final SetMultimap<Node, ProgramPoint> toPoint = LinkedHashMultimap.create();
    private final Map<ProgramPoint, Integer> gridOfLaunch = new HashMap<>();
    private final Map<String, Integer> userOfQueue = new HashMap<>();
    private final Map<String, Integer> lastInStream = new HashMap<>();
    private final Map<Integer, Integer> lastOfGraph = new HashMap<>();
    private final List<PointOrder> direct = new ArrayList<>();

    GridOrder(LitmusTest test, StaticInstances instances) throws NotStaticException {
        this.test = test;
        this.instances = instances;
        for (int grid = 0; grid < instances.grids().size(); grid++) {
            StaticGrid each = instances.grids().get(grid);
            if (each.launch().thread() >= 0) {
                gridOfLaunch.put(each.launch(), grid);
                // E1
                fromPoint.put(each.launch(), start(grid));
            }
            lifeOf(grid);
        }
        for (int thread = 0; thread < instances.threads().size(); thread++) {
            calls(thread);
        }
        barriers();
    }

    private static Node start(int grid) {
        return new Node(grid, Milestone.START);
    }

    private static Node complete(int grid) {
        return new Node(grid, Milestone.COMPLETE);
    }

    /** E2, E3 and the last part of E4. */
    private void lifeOf(int grid) {
        for (int thread : instances.threadsOf(grid)) {
            int end = instances.threads().get(thread).program().statements().size();
            toPoint.put(start(grid), new ProgramPoint(thread, 0));
            fromPoint.put(new ProgramPoint(thread, end), new Node(grid, Milestone.OWN));
        }
        after.put(new Node(grid, Milestone.OWN), new Node(grid, Milestone.DRAINED));
        after.put(new Node(grid, Milestone.DRAINED), complete(grid));
        StaticGrid each = instances.grids().get(grid);
        if (each.parent() >= 0) {
            boolean first = each.joins() == StaticGrid.Joins.BEFORE_TAILS;
            after.put(complete(grid), new Node(each.parent(), first ? Milestone.DRAINED : Milestone.COMPLETE));
        }
    }

    /** E9, and E10 between nodes. */
    private void nodesOf(int graph, LitmusGraph source) {
        List<Integer> nodes = new ArrayList<>();
        for (int grid = 0; grid < instances.grids().size(); grid++) {
            if (instances.grids().get(grid).graph() == graph) {
                nodes.add(grid);
            }
        }
        for (int i = 0; i < nodes.size(); i++) {
            after.put(start(graph), start(nodes.get(i)));
            for (LitmusGraph.Dependency each : source.nodes().get(i).dependencies()) {
                if (each.programmatic()) {
                    depend(nodes.get(each.node()), nodes.get(i));
                } else {
                    after.put(complete(nodes.get(each.node())), start(nodes.get(i)));
                }
            }
        }
    }

    /** E10: who waits for the grids that its own depends on goes on behind their completion; the others start beside them. */
    private void depend(int earlier, int dependent) {
        after.put(start(earlier), start(dependent));
        for (int thread : instances.threadsOf(dependent)) {
            for (int at : placesOf(LitmusInstruction.DependencyWait.class, thread)) {
                toPoint.put(complete(earlier), new ProgramPoint(thread, at + 1));
            }
        }
    }

    private List<Integer> placesOf(Class<? extends LitmusInstruction> kind, int thread) {
        List<LitmusStatement> statements =
                instances.threads().get(thread).program().statements();
        return IntStream.range(0, statements.size())
                .filter(each -> kind.isInstance(statements.get(each).instruction()))
                .boxed()
                .toList();
    }

    /** What the k-th barrier of the threads of a grid or of a cluster orders. */
    private void barriers(
            List<Integer> threads, Class<? extends LitmusInstruction> arrival, Class<? extends LitmusInstruction> wait)
            throws NotStaticException {
        for (int one : threads) {
            for (int other : threads) {
                List<Integer> arrivals = placesOf(arrival, one);
                List<Integer> waits = placesOf(wait, other);
                if (arrivals.size() != waits.size()) {
                    throw new NotStaticException("threads meet at a barrier that others do not reach");
                }
                for (int i = 0; i < arrivals.size() && one != other; i++) {
                    LitmusInstruction instruction = instances
                            .threads()
                            .get(one)
                            .program()
                            .statements()
                            .get(arrivals.get(i))
                            .instruction();
                    if (instruction instanceof LitmusInstruction.ClusterArrival cluster && !cluster.releases()) {
                        continue;
                    }
                    direct.add(new PointOrder(
                            new ProgramPoint(one, arrivals.get(i)), new ProgramPoint(other, waits.get(i) + 1)));
                }
            }
        }
    }

    private void barriers() throws NotStaticException {
        for (int grid = 0; grid < instances.grids().size(); grid++) {
            List<Integer> threads = instances.threadsOf(grid);
            barriers(threads, LitmusInstruction.GridBarrier.class, LitmusInstruction.GridBarrier.class);
            Map<Integer, List<Integer>> clusters = new HashMap<>();
            for (int each : threads) {
                clusters.computeIfAbsent(instances.threads().get(each).cluster(), key -> new ArrayList<>())
                        .add(each);
            }
            for (List<Integer> each : clusters.values()) {
                barriers(each, LitmusInstruction.ClusterArrival.class, LitmusInstruction.ClusterWait.class);
            }
        }
    }

    /** E4 to E8, as the calls of a thread make them. */
    private void calls(int thread) throws NotStaticException {
        SetMultimap<String, Node> streams = LinkedHashMultimap.create();
        SetMultimap<String, Node> events = LinkedHashMultimap.create();
        Set<Node> launched = new LinkedHashSet<>();
        List<LitmusStatement> statements =
                instances.threads().get(thread).program().statements();
        boolean host = thread == instances.host();
        for (int i = 0; i < statements.size(); i++) {
            LitmusInstruction instruction = statements.get(i).instruction();
            if (instruction instanceof LitmusInstruction.Launch launch) {
                int grid = Objects.requireNonNull(gridOfLaunch.get(new ProgramPoint(thread, i)));
                launched.add(complete(grid));
                enter(thread, launch.stream(), grid, launch.attributes().programmatic(), streams);
            } else if (instruction instanceof LitmusInstruction.GraphLaunch launch) {
                int graph = Objects.requireNonNull(gridOfLaunch.get(new ProgramPoint(thread, i)));
                launched.add(complete(graph));
                nodesOf(graph, test.graphs().get(launch.graph()));
                Integer before = host ? lastOfGraph.put(launch.graph(), graph) : null;
                if (before != null) {
                    after.put(complete(before), start(graph));
                }
                if (launch.stream() != StreamOperand.Predefined.SIBLING) {
                    enter(thread, launch.stream(), graph, false, streams);
                }
            } else if (instruction instanceof LitmusInstruction.RecordEvent recording) {
                String event = queue(thread, "event " + recording.event());
                events.replaceValues(event, streams.get(stream(thread, recording.stream())));
            } else if (instruction instanceof LitmusInstruction.WaitEvent waiting) {
                String event = queue(thread, "event " + waiting.event());
                streams.putAll(stream(thread, waiting.stream()), events.get(event));
                lastInStream.remove(stream(thread, waiting.stream()));
            } else if (instruction instanceof LitmusInstruction.Synchronize) {
                synchronize(thread, i, host, launched);
            }
        }
    }

    private void synchronize(int thread, int at, boolean host, Set<Node> launched) throws NotStaticException {
        ProgramPoint behind = new ProgramPoint(thread, at + 1);
        if (!host && test.dialect() == Dialect.CDP2) {
            throw new NotStaticException("its device code synchronises, which CDP2 does not define");
        }
        if (!host && launchesOfBlock(thread)) {
            throw new NotStaticException("several threads of a block launch, and one of them synchronises");
        }
        for (Node each : launched) {
            toPoint.put(each, behind);
        }
        if (host) {
            for (int grid = 0; grid < instances.grids().size(); grid++) {
                StaticGrid each = instances.grids().get(grid);
                if (each.parent() < 0 && !each.name().equals("host")) {
                    toPoint.put(complete(grid), behind);
                }
            }
        }
    }

    /** Whether another thread of the block launches. */
    private boolean launchesOfBlock(int thread) {
        int block = instances.threads().get(thread).block();
        return instances.grids().stream()
                .map(StaticGrid::launch)
                .filter(each -> each.thread() >= 0 && each.thread() != thread)
                .anyMatch(each -> instances.threads().get(each.thread()).block() == block);
    }

    private void enter(
            int thread, StreamOperand stream, int grid, boolean programmatic, SetMultimap<String, Node> streams)
            throws NotStaticException {
        if (stream == StreamOperand.Predefined.FIRE_AND_FORGET) {
            return;
        }
        String key = stream(thread, stream);
        Set<Node> held = streams.get(key);
        if (stream == StreamOperand.Predefined.TAIL && held.isEmpty()) {
            held.add(new Node(instances.grids().get(grid).parent(), Milestone.DRAINED));
        }
        Integer ahead = lastInStream.put(key, grid);
        if (programmatic && ahead != null) {
            depend(ahead, grid);
            streams.put(key, complete(grid));
            return;
        }
        held.forEach(each -> after.put(each, start(grid)));
        streams.replaceValues(key, Set.of(complete(grid)));
    }

    private String stream(int thread, StreamOperand stream) throws NotStaticException {
        StaticThread caller = instances.threads().get(thread);
        if (stream instanceof StreamOperand.Named named) {
            return queue(thread, "stream " + named.name());
        }
        if (stream == StreamOperand.Predefined.NULL) {
            return used(thread, "null of block " + caller.block());
        }
        if (stream == StreamOperand.Predefined.TAIL) {
            int graph = instances.grids().get(caller.grid()).graph();
            return used(thread, graph >= 0 ? "tail of graph " + graph : "tail of grid " + caller.grid());
        }
        if (stream == StreamOperand.Predefined.PER_THREAD) {
            return "own of thread " + thread;
        }
        throw new NotStaticException("it uses a stream by a handle, or one that has no order");
    }

    /** A stream or event with a name belongs to a block in CDP1, to a grid in CDP2. */
    private String queue(int thread, String name) throws NotStaticException {
        StaticThread caller = instances.threads().get(thread);
        return used(
                thread,
                name + (test.dialect() == Dialect.CDP1 ? " of block " + caller.block() : " of grid " + caller.grid()));
    }

    private String used(int thread, String queue) throws NotStaticException {
        Integer other = userOfQueue.putIfAbsent(queue, thread);
        if (other != null && other != thread) {
            throw new NotStaticException("several threads use the " + queue + ", in an order that is open");
        }
        return queue;
    }

    /** The order between threads, with the grids left out. */
    List<PointOrder> ofPoints() {
        List<PointOrder> orders = new ArrayList<>(direct);
        fromPoint.asMap().forEach((from, nodes) -> {
            Set<Node> seen = new LinkedHashSet<>(nodes);
            Deque<Node> open = new ArrayDeque<>(nodes);
            Set<ProgramPoint> reached = new LinkedHashSet<>();
            while (!open.isEmpty()) {
                Node node = open.pop();
                reached.addAll(toPoint.get(node));
                for (Node next : after.get(node)) {
                    if (seen.add(next)) {
                        open.push(next);
                    }
                }
            }
            reached.forEach(to -> orders.add(new PointOrder(from, to)));
        });
        return orders;
    }
}
