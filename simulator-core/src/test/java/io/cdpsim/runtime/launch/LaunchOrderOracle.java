package io.cdpsim.runtime.launch;

import io.cdpsim.runtime.launch.LaunchProgram.Action;
import io.cdpsim.runtime.launch.LaunchProgram.Launch;
import io.cdpsim.runtime.launch.LaunchProgram.LaunchByAll;
import io.cdpsim.runtime.launch.LaunchProgram.Node;
import io.cdpsim.runtime.launch.LaunchProgram.RecordEvent;
import io.cdpsim.runtime.launch.LaunchProgram.Root;
import io.cdpsim.runtime.launch.LaunchProgram.Stream;
import io.cdpsim.runtime.launch.LaunchProgram.StreamKind;
import io.cdpsim.runtime.launch.LaunchProgram.Synchronize;
import io.cdpsim.runtime.launch.LaunchProgram.Turn;
import io.cdpsim.runtime.launch.LaunchProgram.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program's text alone says about the order of its grids: the must-precede edges of the rulebook's 8.1, worked out anew here
 * and not from the runtime. Nothing else is ordered.
 */
final class LaunchOrderOracle {
    /** The first grid, with all it launched, is complete before the second one starts. */
    record Before(Node first, Node second) {}

    /** Two grids of one stream, whose order the program leaves open: they never overlap. */
    record Apart(Node first, Node second) {}

    /** An action and where it stands; phases and turns are ordered by {@link #happensBefore}. */
    private record Step(int block, int phase, int thread, int position, Action action) {}

    private final LaunchProgram program;
    private final List<Before> before = new ArrayList<>();
    private final List<Apart> apart = new ArrayList<>();
    private final Map<Node, Node> parents = new HashMap<>();
    private final Map<Node, Boolean> tails = new HashMap<>();

    LaunchOrderOracle(LaunchProgram program) {
        this.program = program;
        program.nodes.forEach(this::orderChildren);
        orderRoots();
    }

    /** Pairs in which the first must be complete before the second starts. Closed under "and so on". */
    List<Before> before() {
        return before;
    }

    /** Pairs that must not overlap, in either order. */
    List<Apart> apart() {
        return apart;
    }

    /** Who launches a grid; itself for a grid of the host. */
    Node parent(Node node) {
        return parents.getOrDefault(node, node);
    }

    /** Whether a grid is launched into the tail-launch stream. */
    boolean isTail(Node node) {
        return tails.getOrDefault(node, false);
    }

    private void orderRoots() {
        for (int i = 0; i < program.roots.size(); i++) {
            for (int j = i + 1; j < program.roots.size(); j++) {
                Root a = program.roots.get(i);
                Root b = program.roots.get(j);
                if (a.hostStream() == b.hostStream()) {
                    before.add(new Before(a.node(), b.node()));
                }
            }
        }
    }

    private void orderChildren(Node node) {
        List<Step> steps = steps(node);
        for (Step step : steps) {
            if (child(step) != null) {
                parents.put(child(step), node);
                tails.put(child(step), stream(step).kind() == StreamKind.TAIL);
            }
        }
        boolean[][] reaches = new boolean[steps.size()][steps.size()];
        for (int i = 0; i < steps.size(); i++) {
            for (int j = 0; j < steps.size(); j++) {
                reaches[i][j] = i != j && precedes(steps, steps.get(i), steps.get(j));
            }
        }
        close(reaches);
        for (int i = 0; i < steps.size(); i++) {
            for (int j = 0; j < steps.size(); j++) {
                Node a = child(steps.get(i));
                Node b = child(steps.get(j));
                if (a == null || b == null) {
                    continue;
                }
                if (reaches[i][j]) {
                    before.add(new Before(a, b));
                } else if (i <= j && !reaches[j][i] && sameStream(steps.get(i), steps.get(j))) {
                    apart.add(new Apart(a, b));
                }
            }
        }
    }

    private static List<Step> steps(Node node) {
        List<Step> steps = new ArrayList<>();
        for (int b = 0; b < node.blocks.size(); b++) {
            List<List<Turn>> phases = node.blocks.get(b).phases;
            for (int p = 0; p < phases.size(); p++) {
                for (Turn turn : phases.get(p)) {
                    for (int i = 0; i < turn.actions().size(); i++) {
                        steps.add(
                                new Step(b, p, turn.thread(), i, turn.actions().get(i)));
                    }
                }
            }
        }
        return steps;
    }

    /** Whether one step precedes another directly, by an edge of 8.1. */
    private static boolean precedes(List<Step> steps, Step a, Step b) {
        boolean launches = child(a) != null && child(b) != null;
        if (launches && stream(b).kind() == StreamKind.TAIL && stream(a).kind() != StreamKind.TAIL) {
            // Edge 4: a tail waits for all ordinary work of the grid, also what is posted later or by other blocks.
            return true;
        }
        if (!happensBefore(a, b)) {
            return false;
        }
        if (a.action() instanceof RecordEvent recorded && b.action() instanceof Wait wait) {
            if (recorded.event() == wait.event() && isLatest(steps, a, b, recorded.event())) {
                // Edge 3.
                return true;
            }
        }
        if ((child(a) != null && b.action() instanceof Synchronize) || a.action() instanceof Synchronize) {
            // Edge 6, and what the thread or its block does after the synchronisation.
            return child(a) != null || child(b) != null;
        }
        // Edges 2 and 4. What an event records or holds back has its place in the stream as well.
        return sameStream(a, b);
    }

    private static boolean isLatest(List<Step> steps, Step recording, Step waiting, int event) {
        return steps.stream()
                .filter(other -> other.action() instanceof RecordEvent each && each.event() == event)
                .noneMatch(other -> happensBefore(recording, other) && happensBefore(other, waiting));
    }

    /** Whether the program makes sure that one step is done before the other: same thread and earlier, or a barrier between. */
    private static boolean happensBefore(Step a, Step b) {
        if (a.block() != b.block()) {
            return false;
        }
        return a.phase() < b.phase()
                || (a.phase() == b.phase() && a.thread() == b.thread() && a.position() < b.position());
    }

    private static boolean sameStream(Step a, Step b) {
        Stream first = stream(a);
        Stream second = stream(b);
        if (first.kind() != second.kind() || first.index() != second.index()) {
            return false;
        }
        return switch (first.kind()) {
            case NULL, NAMED -> a.block() == b.block();
            case PER_THREAD -> a.block() == b.block() && a.thread() == b.thread() && a.thread() >= 0;
            case TAIL -> true;
            case FIRE_AND_FORGET -> false;
        };
    }

    private static Stream stream(Step step) {
        Action action = step.action();
        if (action instanceof Launch launch) {
            return launch.stream();
        } else if (action instanceof LaunchByAll launch) {
            return launch.stream();
        } else if (action instanceof RecordEvent each) {
            return each.stream();
        } else if (action instanceof Wait wait) {
            return wait.stream();
        }
        // No stream: one that has nothing in common with any other.
        return new Stream(StreamKind.FIRE_AND_FORGET, -1);
    }

    private static @org.jspecify.annotations.Nullable Node child(Step step) {
        if (step.action() instanceof Launch launch) {
            return launch.child();
        }
        return step.action() instanceof LaunchByAll launch ? launch.child() : null;
    }

    private static void close(boolean[][] reaches) {
        for (int k = 0; k < reaches.length; k++) {
            for (int i = 0; i < reaches.length; i++) {
                for (int j = 0; reaches[i][k] && j < reaches.length; j++) {
                    reaches[i][j] |= reaches[k][j];
                }
            }
        }
    }
}
