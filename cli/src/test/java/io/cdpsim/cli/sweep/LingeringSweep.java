package io.cdpsim.cli.sweep;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The words of a sweep of twelve points, for three tasks. The last point of the second task takes about a second, and each other one some milliseconds: a
 * kill that waits for the points before it stops that task in the middle, however fast this computer is.
 */
final class LingeringSweep {
    static final int POINTS = 12;
    static final int TASKS = 3;

    /** The output of the task that lingers, for an output {@code r.csv}. */
    static final String PART = "r.2-of-3.csv";

    /** The lines of its journal when only the long point is left: the head and three rows. */
    static final int LINES = 4;

    static final String WORDS = "bfs --vary graph="
            + IntStream.rangeClosed(1, POINTS)
                    .mapToObj(point -> point == POINTS - 1 ? "rmat:15:16:1" : "rmat:5:4:" + point)
                    .collect(Collectors.joining(","));

    private LingeringSweep() {}
}
