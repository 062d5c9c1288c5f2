package io.cdpsim.workloads.graph;

/** Graphs by what a user writes: a generator with its numbers, or a file. */
public final class Graphs {
    private Graphs() {}

    /**
     * Reads or makes the graph that a spec names; see {@link GraphSource#parse} for what may be written.
     *
     * @throws GraphFormatException if the spec is wrong, the file is missing or malformed, or the graph is too large
     */
    public static CsrGraph load(String spec) {
        return GraphSource.parse(spec).load(1);
    }

    /**
     * The name that the graph of a spec will have, without making it: {@code rmat14_ef16_s1} for {@code rmat:14:16:1}, the
     * file's name for a file.
     *
     * @throws GraphFormatException if the spec is wrong or the file is missing
     */
    public static String displayName(String spec) {
        return GraphSource.parse(spec).displayName();
    }
}
