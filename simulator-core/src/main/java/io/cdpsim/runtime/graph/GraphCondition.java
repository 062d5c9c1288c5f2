package io.cdpsim.runtime.graph;

/**
 * The value that a conditional node tests ({@code cudaGraphConditionalHandle}). Device code sets it; a launch of the graph sets it to its
 * default where the handle was created with {@code cudaGraphCondAssignDefault}.
 */
public final class GraphCondition {
    private final long handle;
    private final int defaultValue;
    private final boolean assignsDefault;
    private int value;

    /**
     * A condition of no node yet.
     *
     * @param handle identifies it in device code
     * @param defaultValue its value at a launch
     * @param assignsDefault whether a launch assigns that value
     */
    public GraphCondition(long handle, int defaultValue, boolean assignsDefault) {
        this.handle = handle;
        this.defaultValue = defaultValue;
        this.assignsDefault = assignsDefault;
        this.value = defaultValue;
    }

    /** Identifies it in device code. */
    public long handle() {
        return handle;
    }

    /** The value that the next test sees. */
    public int value() {
        return value;
    }

    /** Sets the value that the next test sees ({@code cudaGraphSetConditional}). */
    public void set(int newValue) {
        value = newValue;
    }

    /** A graph with it is launched. */
    void launched() {
        if (assignsDefault) {
            value = defaultValue;
        }
    }
}
