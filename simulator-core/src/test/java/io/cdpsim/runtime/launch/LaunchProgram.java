package io.cdpsim.runtime.launch;

import io.cdpsim.kernel.code.KernelReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program of grids that launch grids: what each thread of each grid does, in order. Every grid with children is launched once, by one
 * thread; a grid without may be launched by all threads of a block at once.
 */
final class LaunchProgram {
    /** What a thread does. Actions of one block are in one {@link Block#phases phase} or in phases apart, with a barrier between. */
    sealed interface Action permits Launch, LaunchByAll, RecordEvent, Wait, Synchronize, Spin {}

    /** One launch of a grid into a stream. */
    record Launch(Node child, Stream stream) implements Action {}

    /** A launch of a grid into a stream by every thread of the block, in a phase of its own. */
    record LaunchByAll(Node child, Stream stream) implements Action {}

    /** {@code cudaEventRecord}. */
    record RecordEvent(int event, Stream stream) implements Action {}

    /** {@code cudaStreamWaitEvent}. */
    record Wait(Stream stream, int event) implements Action {}

    /** {@code cudaDeviceSynchronize} on the device. */
    record Synchronize() implements Action {}

    /** Time that passes. */
    record Spin(int cycles) implements Action {}

    /** Kinds of streams on the device. */
    enum StreamKind {
        NULL,
        NAMED,
        PER_THREAD,
        FIRE_AND_FORGET,
        TAIL
    }

    /** A stream as a thread names it; {@code index} tells named ones apart. */
    record Stream(StreamKind kind, int index) {
        @Override
        public String toString() {
            return kind + (kind == StreamKind.NAMED ? "#" + index : "");
        }
    }

    /** What one thread does in one phase. */
    record Turn(int thread, List<Action> actions) {}

    /** What one block does: phases with a barrier after each. */
    static final class Block {
        final List<List<Turn>> phases = new ArrayList<>();
    }

    /** A grid of the program. */
    static final class Node {
        final String name;
        final int id;
        final List<Block> blocks = new ArrayList<>();
        int threads = 1;
        int streams;
        int events;
        int spinCycles;
        boolean destroysStreams;
        /** How often it is launched, if all launches before it succeed. */
        int launches = 1;

        Node(int id) {
            this.id = id;
            this.name = "g" + id;
        }

        boolean isLeaf() {
            return blocks.stream().allMatch(block -> block.phases.isEmpty());
        }
    }

    /** A grid of the host, and the stream of the host it is in. */
    record Root(Node node, int hostStream) {}

    final List<Node> nodes = new ArrayList<>();
    final List<Root> roots = new ArrayList<>();

    /** The kernels of the nodes by the address of their counters: many runs of a program take the same ones. */
    final Map<Long, List<KernelReference>> kernels = new HashMap<>();

    Node add() {
        Node node = new Node(nodes.size());
        nodes.add(node);
        return node;
    }

    /** The program as text, for the report of a failure. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Root root : roots) {
            text.append("host stream ")
                    .append(root.hostStream())
                    .append(": ")
                    .append(root.node().name)
                    .append('\n');
        }
        for (Node node : nodes) {
            text.append(node.name)
                    .append(": ")
                    .append(node.blocks.size())
                    .append(" blocks of ")
                    .append(node.threads);
            text.append(", spins ").append(node.spinCycles).append('\n');
            for (int b = 0; b < node.blocks.size(); b++) {
                for (int p = 0; p < node.blocks.get(b).phases.size(); p++) {
                    for (Turn turn : node.blocks.get(b).phases.get(p)) {
                        text.append("  block ")
                                .append(b)
                                .append(" phase ")
                                .append(p)
                                .append(" thread ");
                        text.append(turn.thread() < 0 ? "all" : "" + turn.thread())
                                .append(':');
                        turn.actions()
                                .forEach(action -> text.append(' ')
                                        .append(describe(action))
                                        .append(';'));
                        text.append('\n');
                    }
                }
            }
        }
        return text.toString();
    }

    private static String describe(Action action) {
        if (action instanceof Launch launch) {
            return launch.child().name + " -> " + launch.stream();
        } else if (action instanceof LaunchByAll launch) {
            return launch.child().name + " -> " + launch.stream();
        } else if (action instanceof RecordEvent each) {
            return "record e" + each.event() + " in " + each.stream();
        } else if (action instanceof Wait wait) {
            return wait.stream() + " waits e" + wait.event();
        }
        return action instanceof Spin spin ? "spin " + spin.cycles() : "synchronize";
    }
}
