package io.cdpsim.workloads;

/**
 * The progress of a run. The run writes it, and a display reads it from another thread; it never affects the run. Update it once per level, iteration
 * or some thousand events, not once per instruction.
 */
public final class Progress {
    private volatile State state = new State("", 0);
    private volatile long done;
    private volatile String note = "";

    /**
     * What the run counts.
     *
     * @param unit counted things, plural, such as {@code vertices}; empty until the run sets it
     * @param total the final count; 0 if unknown
     */
    public record State(String unit, long total) {}

    /** A run that has not started. */
    public Progress() {}

    /**
     * Sets what the run counts.
     *
     * @param unit counted things, plural
     * @param total the final count; 0 if unknown
     */
    public void start(String unit, long total) {
        done = 0;
        state = new State(unit, total);
    }

    /**
     * Sets how many are done.
     *
     * @param count at least 0; may exceed an estimated total
     */
    public void done(long count) {
        done = count;
    }

    /**
     * Sets a status text beside the count, such as how fast simulated time advances.
     *
     * @param words a few words
     */
    public void note(String words) {
        note = words;
    }

    /** The latest status text; empty if there is none. */
    public String note() {
        return note;
    }

    /** What the run counts. */
    public State state() {
        return state;
    }

    /** How many are done. */
    public long done() {
        return done;
    }
}
