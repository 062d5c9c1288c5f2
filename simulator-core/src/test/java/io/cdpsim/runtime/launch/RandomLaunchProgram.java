package io.cdpsim.runtime.launch;

import io.cdpsim.runtime.launch.LaunchProgram.Action;
import io.cdpsim.runtime.launch.LaunchProgram.Block;
import io.cdpsim.runtime.launch.LaunchProgram.Launch;
import io.cdpsim.runtime.launch.LaunchProgram.LaunchByAll;
import io.cdpsim.runtime.launch.LaunchProgram.Node;
import io.cdpsim.runtime.launch.LaunchProgram.RecordEvent;
import io.cdpsim.runtime.launch.LaunchProgram.Root;
import io.cdpsim.runtime.launch.LaunchProgram.Spin;
import io.cdpsim.runtime.launch.LaunchProgram.Stream;
import io.cdpsim.runtime.launch.LaunchProgram.StreamKind;
import io.cdpsim.runtime.launch.LaunchProgram.Synchronize;
import io.cdpsim.runtime.launch.LaunchProgram.Turn;
import io.cdpsim.runtime.launch.LaunchProgram.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Draws well-formed programs: handles stay in their scope, and each event is used by one thread in a phase. */
final class RandomLaunchProgram {
    /**
     * What may be drawn.
     *
     * @param cdp1 whether device synchronisation may be drawn, and not tail launches and fire-and-forget
     * @param grids most grids
     * @param depth deepest grid
     * @param events whether events may be drawn
     * @param threads most threads of a block, of the first warp
     */
    record Bounds(boolean cdp1, int grids, int depth, boolean events, int threads) {}

    private static final int MOST_LAUNCHES_BY_ALL = 4;

    private final SplittableRandom random;
    private final Bounds bounds;
    private final LaunchProgram program = new LaunchProgram();
    private int budget;

    private RandomLaunchProgram(long seed, Bounds bounds) {
        this.random = new SplittableRandom(seed);
        this.bounds = bounds;
        this.budget = bounds.grids() / 2 + random.nextInt(bounds.grids() / 2);
    }

    static LaunchProgram draw(long seed, Bounds bounds) {
        return new RandomLaunchProgram(seed, bounds).draw();
    }

    private LaunchProgram draw() {
        int roots = 1 + random.nextInt(2);
        for (int i = 0; i < roots && budget > 0; i++) {
            program.roots.add(new Root(node(0), random.nextInt(2)));
        }
        return program;
    }

    private Node node(int depth) {
        budget--;
        Node node = program.add();
        node.spinCycles = random.nextInt(3) == 0 ? 0 : random.nextInt(8_000);
        boolean launches = depth < bounds.depth() && budget > 0 && (depth == 0 || random.nextInt(5) < 3);
        int blocks = 1 + random.nextInt(2);
        node.threads = 1 + random.nextInt(bounds.threads());
        if (launches) {
            node.threads += bounds.threads() > 1 && random.nextInt(6) == 0 ? 32 : 0;
            node.streams = random.nextInt(4);
            node.events = bounds.events() ? random.nextInt(3) : 0;
            node.destroysStreams = random.nextBoolean();
        }
        for (int b = 0; b < blocks; b++) {
            Block block = new Block();
            node.blocks.add(block);
            int phases = launches ? 1 + random.nextInt(3) : 0;
            for (int p = 0; p < phases; p++) {
                block.phases.add(random.nextInt(6) == 0 ? phaseOfAll(node) : phase(node, depth));
            }
        }
        return node;
    }

    private List<Turn> phaseOfAll(Node node) {
        if (node.threads == 1 || budget < node.threads || node.threads > MOST_LAUNCHES_BY_ALL) {
            return List.of();
        }
        budget -= node.threads - 1;
        Node child = node(bounds.depth());
        child.launches = node.threads;
        return List.of(new Turn(-1, List.of(new LaunchByAll(child, launchStream(node)))));
    }

    private List<Turn> phase(Node node, int depth) {
        List<Turn> turns = new ArrayList<>();
        Map<Integer, Integer> userOfEvent = new HashMap<>();
        for (int thread : node.threads == 1 ? new int[] {0} : new int[] {0, node.threads - 1}) {
            List<Action> actions = new ArrayList<>();
            int count = random.nextInt(depth == 0 ? 9 : 5);
            for (int i = 0; i < count; i++) {
                if (node.events > 0 && node.streams > 1 && budget > 1 && random.nextInt(4) == 0) {
                    crossStreams(node, depth, thread, userOfEvent, actions);
                } else {
                    actions.add(action(node, depth, thread, userOfEvent));
                }
            }
            turns.add(new Turn(thread, actions));
        }
        return turns;
    }

    /** A launch, its event, and a launch into another stream that waits for it: what chance alone would seldom put together. */
    private void crossStreams(
            Node node, int depth, int thread, Map<Integer, Integer> userOfEvent, List<Action> actions) {
        int event = random.nextInt(node.events);
        if (userOfEvent.merge(event, thread, (first, second) -> first) != thread) {
            return;
        }
        Stream from = new Stream(StreamKind.NAMED, 0);
        Stream to = random.nextBoolean() ? new Stream(StreamKind.NAMED, 1) : orderedStream(node);
        actions.add(new Launch(node(depth + 1), from));
        actions.add(new RecordEvent(event, from));
        actions.add(new Wait(to, event));
        if (budget > 0) {
            actions.add(new Launch(node(depth + 1), to));
        }
    }

    private Action action(Node node, int depth, int thread, Map<Integer, Integer> userOfEvent) {
        int what = random.nextInt(12);
        if (what < 4 && node.events > 0) {
            int event = random.nextInt(node.events);
            if (userOfEvent.merge(event, thread, (first, second) -> first) == thread) {
                return what < 2 ? new RecordEvent(event, orderedStream(node)) : new Wait(orderedStream(node), event);
            }
        }
        if (what == 4 && bounds.cdp1()) {
            return new Synchronize();
        }
        if (what == 5 || budget <= 0) {
            return new Spin(random.nextInt(10_000));
        }
        Stream stream = launchStream(node);
        // Tails are no deeper than their parent, but drawing them deeper keeps the tree small.
        return new Launch(node(depth + 1), stream);
    }

    private Stream orderedStream(Node node) {
        int what = random.nextInt(4);
        if (what > 1 && node.streams > 0) {
            return new Stream(StreamKind.NAMED, random.nextInt(node.streams));
        }
        return new Stream(what == 0 ? StreamKind.PER_THREAD : StreamKind.NULL, 0);
    }

    private Stream launchStream(Node node) {
        if (!bounds.cdp1()) {
            int what = random.nextInt(6);
            if (what < 2) {
                return new Stream(what == 0 ? StreamKind.TAIL : StreamKind.FIRE_AND_FORGET, 0);
            }
        }
        return orderedStream(node);
    }
}
