package io.cdpsim.workloads.devicegraph;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.CsrGraph;
import java.util.Arrays;
import java.util.OptionalInt;

/** Work in rounds, in device memory: the kernel of a round leaves a count that is 0 after the last one. */
sealed interface RoundTask {
    /** Bytes of a word of every array. */
    int WORD_BYTES = 4;

    /** The kernel of a round, a thread for each item, in strides of the grid. It takes {@link #parameters}. */
    Kernel kernel();

    /** Items of every round; empty if the count of the round before says how many. */
    OptionalInt items();

    /** Address of the state, {@link RoundKernels#STATE_BYTES} long. */
    long state();

    /** The parameters of all kernels. */
    Number[] parameters();

    /** Number of rounds. */
    int rounds();

    /** What differs from a plain computation; empty if nothing does. */
    String differing(Host host);

    private static long state(Host host) {
        long state = host.malloc(RoundKernels.STATE_BYTES);
        host.memory().write(state, 1, 0, -1, 0);
        return state;
    }

    /**
     * A breadth-first search, a level a round.
     *
     * @param reference the same search by the host
     */
    record Search(
            BreadthFirstSearch reference, long offsets, long neighbours, long levels, long even, long odd, long state)
            implements RoundTask {
        static Search upload(Host host, CsrGraph graph, int source) {
            long vertexBytes = (long) WORD_BYTES * graph.vertexCount();
            Search search = new Search(
                    BreadthFirstSearch.search(graph, source),
                    host.malloc(vertexBytes + WORD_BYTES),
                    host.malloc((long) WORD_BYTES * graph.edgeCount() + WORD_BYTES),
                    host.malloc(vertexBytes),
                    host.malloc(vertexBytes),
                    host.malloc(vertexBytes),
                    RoundTask.state(host));
            host.memory().write(search.offsets, graph.offsets());
            host.memory().write(search.neighbours, graph.neighbours());
            host.memory().fill(search.levels, BreadthFirstSearch.UNREACHED, vertexBytes);
            host.memory().write(search.levels + (long) WORD_BYTES * source, 0);
            host.memory().write(search.even, source);
            return search;
        }

        @Override
        public Kernel kernel() {
            return RoundKernels.level();
        }

        @Override
        public OptionalInt items() {
            return OptionalInt.empty();
        }

        @Override
        public Number[] parameters() {
            return new Number[] {offsets, neighbours, levels, even, odd, state};
        }

        @Override
        public int rounds() {
            return reference.depth() + 1;
        }

        @Override
        public String differing(Host host) {
            int[] expected = reference.levels();
            int[] found = host.memory().readInts(levels, expected.length);
            int vertex = Arrays.mismatch(expected, found);
            return vertex < 0
                    ? ""
                    : "vertex " + vertex + ": expected level " + expected[vertex] + ", got " + found[vertex];
        }
    }

    /**
     * A producer that fills two buffers in turn, while the host copies each from the device and empties it. Mailboxes in memory of the host
     * say which buffer is full.
     *
     * @param ints integers of a buffer
     */
    record Production(
            int ints, int rounds, long mailbox0, long mailbox1, long even, long odd, long copy0, long copy1, long state)
            implements RoundTask {
        static Production allocate(Host host, int ints, int rounds) {
            long bytes = (long) WORD_BYTES * ints;
            Production production = new Production(
                    ints,
                    rounds,
                    host.mallocHost(WORD_BYTES),
                    host.mallocHost(WORD_BYTES),
                    host.malloc(bytes),
                    host.malloc(bytes),
                    host.mallocHost(bytes),
                    host.mallocHost(bytes),
                    RoundTask.state(host));
            host.writeInt(production.mailbox0, RoundKernels.EMPTY);
            host.writeInt(production.mailbox1, RoundKernels.EMPTY);
            return production;
        }

        long mailbox(int round) {
            return (round & 1) == 0 ? mailbox0 : mailbox1;
        }

        long buffer(int round) {
            return (round & 1) == 0 ? even : odd;
        }

        /** The host's copy of a round's buffer. */
        long copy(int round) {
            return (round & 1) == 0 ? copy0 : copy1;
        }

        @Override
        public Kernel kernel() {
            return RoundKernels.produce(ints, rounds);
        }

        @Override
        public OptionalInt items() {
            return OptionalInt.of(ints);
        }

        @Override
        public Number[] parameters() {
            return new Number[] {mailbox0, mailbox1, 0L, even, odd, state};
        }

        @Override
        public String differing(Host host) {
            return "";
        }
    }

    /**
     * A relaxation of a rod of cells, hot at one end, to its fixed point: in each round every cell takes the mean of its neighbours, rounded down.
     *
     * @param expected the cells at the fixed point, with an end on both sides
     * @param rounds rounds up to one that changes no cell, that included
     * @param even the cells before even rounds, with an end on both sides
     * @param odd the same before odd rounds
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared
    record Relaxation(int[] expected, int rounds, long even, long odd, long state) implements RoundTask {
        private static final int HOT = 64;

        static Relaxation upload(Host host, int cells) {
            long bytes = (long) WORD_BYTES * (cells + 2);
            int[] now = new int[cells + 2];
            now[0] = HOT;
            long even = host.malloc(bytes);
            long odd = host.malloc(bytes);
            host.memory().write(even, now);
            host.memory().write(odd, now);
            int rounds = 0;
            for (int[] before = {}; !Arrays.equals(before, now); rounds++) {
                before = now;
                now = before.clone();
                for (int i = 1; i <= cells; i++) {
                    now[i] = (before[i - 1] + before[i + 1]) >> 1;
                }
            }
            return new Relaxation(now, rounds, even, odd, RoundTask.state(host));
        }

        @Override
        public Kernel kernel() {
            return RoundKernels.relax(expected.length - 2);
        }

        @Override
        public OptionalInt items() {
            return OptionalInt.of(expected.length - 2);
        }

        @Override
        public Number[] parameters() {
            return new Number[] {0L, 0L, 0L, even, odd, state};
        }

        @Override
        public String differing(Host host) {
            int[] found = host.memory().readInts(even, expected.length);
            int cell = Arrays.mismatch(expected, found);
            return cell < 0 ? "" : "cell " + cell + ": expected " + expected[cell] + ", got " + found[cell];
        }
    }
}
