package io.cdpsim.runtime.graph;

/**
 * The value that a conditional node tests ({@code cudaGraphConditionalHandle}). Device code sets it. A launch of the graph sets
 * it to its default if the handle was created with {@code cudaGraphCondAssignDefault}.
 */
public final class GraphCondition {
    private final long handle;
    private int defaultValue;
    private boolean assignsDefault;
    private int value;

    /**
     * A condition.
     *
     * @param handle its handle in device code
     * @param defaultValue its value at a launch
     * @param assignsDefault whether a launch assigns that value
     */
    public GraphCondition(long handle, int defaultValue, boolean assignsDefault) {
        this.handle = handle;
        this.defaultValue = defaultValue;
        this.assignsDefault = assignsDefault;
        this.value = defaultValue;
    }

    /** Its handle in device code. */
    public long handle() {
        return handle;
    }

    /** The current value. */
    public int value() {
        return value;
    }

    /** Sets the value ({@code cudaGraphSetConditional}). */
    public void set(int newValue) {
        value = newValue;
    }

    /** Takes the default and the flag of another condition, from the next launch on. */
    void takeDefault(GraphCondition other) {
        defaultValue = other.defaultValue;
        assignsDefault = other.assignsDefault;
    }

    /** Assigns the default at a launch of its graph, if it does. */
    void launched() {
        if (assignsDefault) {
            value = defaultValue;
        }
    }
}
