package io.cdpsim.workloads.graph;

import io.cdpsim.workloads.HeapSize;
import java.util.function.Supplier;

/** Rejects a graph that cannot fit before its arrays are allocated. */
final class GraphMemory {
    private GraphMemory() {}

    /**
     * Compares the arrays with the whole heap, so an accepted graph may still not fit: {@link #guard} handles that.
     *
     * @param listedEdges edges in a list during the conversion
     * @throws GraphFormatException if the arrays alone exceed the heap
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
     * Builds a graph, and converts an OutOfMemoryError into an error that names the graph. The partial arrays are garbage by then, so the program can
     * continue.
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
