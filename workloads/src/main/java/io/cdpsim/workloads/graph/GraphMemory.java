package io.cdpsim.workloads.graph;

import io.cdpsim.workloads.HeapSize;
import java.util.function.Supplier;

/** Refuses a graph that cannot fit before its arrays are asked for. */
final class GraphMemory {
    private GraphMemory() {}

    /**
     * Checks the arrays against the whole heap, so what passes may still not fit: {@link #guard} sees to that.
     *
     * @param listedEdges edges held as a list while the rows are made
     * @throws GraphFormatException if the arrays alone are more than the whole heap
     */
    static void require(String name, long vertexCount, long listedEdges, long storedEdges) {
        long bytes = Integer.BYTES * (vertexCount + 1 + 2 * listedEdges + storedEdges);
        if (bytes > HeapSize.bytes()) {
            // The search itself takes about as much again.
            throw new GraphFormatException(
                    tooSmall(name, "about " + mebibytes(bytes) + " MiB", HeapSize.option(2 * bytes)));
        }
    }

    /**
     * Makes a graph, and turns a heap that runs out on the way into an error that names the graph. The arrays of a half made
     * graph are garbage by then, so the program can go on.
     */
    static CsrGraph guard(String name, Supplier<CsrGraph> source) {
        try {
            return source.get();
        } catch (OutOfMemoryError e) {
            throw new GraphFormatException(tooSmall(name, "more memory", HeapSize.larger()), e);
        }
    }

    private static String tooSmall(String name, String need, String option) {
        return name + ": the graph needs " + need + ", but the Java heap is at most "
                + mebibytes(HeapSize.bytes())
                + " MiB: take a smaller graph or give a larger heap, CDPSIM_JAVA_OPTS=" + option;
    }

    private static long mebibytes(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }
}
