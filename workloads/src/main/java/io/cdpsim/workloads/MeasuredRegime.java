package io.cdpsim.workloads;

/**
 * A kind of run with a model error of its own, defined in the same way for runs of a workload and for measured rows.
 *
 * @param bench the benchmark of the rows, such as {@code bfs}
 * @param what what was timed, in the plural, such as {@code searches that launch}
 * @param pool the pending limits, such as {@code 262,144} or {@code to 2,048}; empty where none matters
 * @param size the sizes, such as {@code to 65,536 vertices}; empty for all
 */
public record MeasuredRegime(String bench, String what, String pool, String size) {
    /**
     * The regime as text for people.
     *
     * @param profile the GPU that was measured
     */
    public String words(String profile) {
        return what + " on " + profile + (pool.isEmpty() ? "" : ", pool " + pool) + (size.isEmpty() ? "" : ", " + size);
    }
}
