package io.cdpsim.memory.visibility.report;

import java.util.List;

/**
 * The launches between the last grid that two racing threads have in common and each of them.
 *
 * @param fromHost whether they have only the host in common
 * @param sameThread whether one thread of the common grid makes both accesses or their first launches
 * @param sameBlock whether threads of one block do
 * @param firstIsEarlier whether the first side's launch comes before the second side's, if both have one
 * @param first the launches that lead to the first access, outermost first; empty if a thread of the common grid makes it
 * @param second those that lead to the second access
 */
public record RaceLaunches(
        boolean fromHost,
        boolean sameThread,
        boolean sameBlock,
        boolean firstIsEarlier,
        List<Launch> first,
        List<Launch> second) {
    /** Two threads of one grid, in different blocks. */
    public static final RaceLaunches OF_BLOCKS = new RaceLaunches(false, false, false, true, List.of(), List.of());

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
            TAIL
        }
    }
}
