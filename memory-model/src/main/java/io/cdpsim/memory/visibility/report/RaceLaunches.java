package io.cdpsim.memory.visibility.report;

import java.util.List;
import java.util.Optional;

/**
 * The launches between the last grid that two racing threads have in common and each of them.
 *
 * @param fromHost whether they have only the host in common
 * @param sameThread whether one thread of the common grid makes both accesses or their first launches
 * @param sameBlock whether threads of one block do
 * @param firstIsEarlier whether the first side's launch comes before the second side's, if both have one
 * @param first the launches that lead to the first access, outermost first; empty if a thread of the common grid makes it
 * @param second those that lead to the second access
 * @param graphs the same from the host on, where graphs or dependent launches are among them
 */
public record RaceLaunches(
        boolean fromHost,
        boolean sameThread,
        boolean sameBlock,
        boolean firstIsEarlier,
        List<Launch> first,
        List<Launch> second,
        Optional<GraphLaunches> graphs) {
    /** Two threads of one grid, in different blocks. */
    public static final RaceLaunches OF_BLOCKS = new RaceLaunches(false, false, false, true, List.of(), List.of());

    /** Launches without graphs among them. */
    public RaceLaunches(
            boolean fromHost,
            boolean sameThread,
            boolean sameBlock,
            boolean firstIsEarlier,
            List<Launch> first,
            List<Launch> second) {
        this(fromHost, sameThread, sameBlock, firstIsEarlier, first, second, Optional.empty());
    }

    /** Keeps copies. */
    public RaceLaunches {
        first = List.copyOf(first);
        second = List.copyOf(second);
    }

    /**
     * A launch.
     *
     * @param code the name of the kernel or of the operation
     * @param stream the stream
     */
    public record Launch(String code, Stream stream) {
        /** The kind of a stream. */
        public enum Stream {
            /** An ordinary stream, in which grids follow each other. */
            ORDERED,
            /** {@code cudaStreamFireAndForget}. */
            FIRE_AND_FORGET,
            /** {@code cudaStreamTailLaunch}. */
            TAIL,
            /** {@code cudaStreamGraphFireAndForgetAsSibling}. */
            SIBLING
        }
    }

    /**
     * The launches that lead from the host to two racing threads, where graphs or dependent launches are among them.
     *
     * @param works each behind its launcher
     * @param first index of the work whose thread makes the first access; -1 for the host
     * @param second index of the work whose thread makes the second access; -1 for the host
     * @param dependent index of the work of the two that may start before the other is complete; -1 for neither
     * @param launcherAccesses whether a thread that makes one access launches a work on the way to the other
     */
    public record GraphLaunches(List<Work> works, int first, int second, int dependent, boolean launcherAccesses) {
        /** Keeps a copy. */
        public GraphLaunches {
            works = List.copyOf(works);
        }
    }

    /**
     * A grid, a launch of a graph, or a node of one.
     *
     * @param kind its kind
     * @param code the name of the kernel or of the operation
     * @param stream the stream of a launch
     * @param launcher index of the work whose thread launches it, of the graph for a node; -1 for the host
     */
    public record Work(Kind kind, String code, Launch.Stream stream, int launcher) {
        /** The kind of a work. */
        public enum Kind {
            /** A grid. */
            GRID,
            /** A launch of a graph. */
            GRAPH,
            /** A node of the graph that the launcher launches. */
            NODE
        }
    }
}
