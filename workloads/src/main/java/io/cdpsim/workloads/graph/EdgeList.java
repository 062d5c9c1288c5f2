package io.cdpsim.workloads.graph;

import java.util.Arrays;

/** Edges in order of arrival, before their conversion to compressed sparse rows. Used once, by one thread. */
final class EdgeList {
    private static final int FIRST_CAPACITY = 1 << 12;

    private final boolean mirrored;
    private int[] from;
    private int[] to;
    private int size;

    /**
     * An empty list that grows: a count declared in a file is not trusted before its edges are read.
     *
     * @param mirrored whether an added edge is stored in the other direction too; a self loop is stored once
     */
    EdgeList(boolean mirrored) {
        this.mirrored = mirrored;
        this.from = new int[FIRST_CAPACITY];
        this.to = new int[FIRST_CAPACITY];
    }

    /** The edges {@code from[i] -> to[i]}; the arrays are kept. */
    EdgeList(int[] from, int[] to) {
        this.mirrored = false;
        this.from = from;
        this.to = to;
        this.size = from.length;
    }

    int size() {
        return size;
    }

    /** Appends an edge. @return false if the list is full, at {@link CsrGraph#MAX_STORED_EDGES} */
    boolean add(int source, int target) {
        return append(source, target) && (!mirrored || source == target || append(target, source));
    }

    private boolean append(int source, int target) {
        if (size == from.length && !grow()) {
            return false;
        }
        from[size] = source;
        to[size] = target;
        size++;
        return true;
    }

    private boolean grow() {
        int capacity = (int) Math.min(CsrGraph.MAX_STORED_EDGES, 2L * size);
        if (capacity == size) {
            return false;
        }
        from = Arrays.copyOf(from, capacity);
        to = Arrays.copyOf(to, capacity);
        return true;
    }

    /** The graph of the stored edges, in list order. */
    CsrGraph directed(String name, int vertexCount) {
        int[] offsets = new int[vertexCount + 1];
        for (int edge = 0; edge < size; edge++) {
            offsets[from[edge]]++;
        }
        toStarts(offsets);
        int[] neighbours = new int[size];
        for (int edge = 0; edge < size; edge++) {
            neighbours[offsets[from[edge]]++] = to[edge];
        }
        endsToOffsets(offsets);
        return new CsrGraph(name, offsets, neighbours);
    }

    /**
     * The graph with each edge stored in both directions, in edge order; a self loop is stored twice. The caller ensures that twice the edges fit.
     */
    CsrGraph bothDirections(String name, int vertexCount) {
        int[] offsets = new int[vertexCount + 1];
        for (int edge = 0; edge < size; edge++) {
            offsets[from[edge]]++;
            offsets[to[edge]]++;
        }
        toStarts(offsets);
        int[] neighbours = new int[Math.multiplyExact(2, size)];
        for (int edge = 0; edge < size; edge++) {
            neighbours[offsets[from[edge]]++] = to[edge];
            neighbours[offsets[to[edge]]++] = from[edge];
        }
        endsToOffsets(offsets);
        return new CsrGraph(name, offsets, neighbours);
    }

    private static void toStarts(int[] degrees) {
        int start = 0;
        for (int vertex = 0; vertex < degrees.length; vertex++) {
            int degree = degrees[vertex];
            degrees[vertex] = start;
            start += degree;
        }
    }

    // Filling advances each start to its row's end, the next row's start, so no second cursor array is needed.
    private static void endsToOffsets(int[] ends) {
        System.arraycopy(ends, 0, ends, 1, ends.length - 1);
        ends[0] = 0;
    }
}
