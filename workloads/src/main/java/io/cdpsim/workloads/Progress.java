package io.cdpsim.workloads;

/**
 * How far a run is. The run writes it, a display reads it from another thread; it never changes the run. Write it once a
 * level, an iteration or some thousand events, not once an instruction.
 */
public final class Progress {
    private volatile State state = new State("", 0);
    private volatile long done;
    private volatile String note = "";

    /**
     * What is counted.
     *
     * @param unit things counted, plural, such as {@code vertices}; empty before the run has said
     * @param total how many there will be; 0 if that is not known
     */
    public record State(String unit, long total) {}

    /** A run that has not started. */
    public Progress() {}

    /**
     * Says what will be counted.
     *
     * @param unit things counted, plural
     * @param total how many there will be; 0 if that is not known
     */
    public void begin(String unit, long total) {
        done = 0;
        state = new State(unit, total);
    }

    /**
     * Says how many are done.
     *
     * @param count from 0 on; may exceed an estimated total
     */
    public void done(long count) {
        done = count;
    }

    /**
     * Says more than one number does, such as how fast time passes.
     *
     * @param words a few words, shown behind the count
     */
    public void note(String words) {
        note = words;
    }

    /** The words last said; empty if there were none. */
    public String note() {
        return note;
    }

    /** What is counted. */
    public State state() {
        return state;
    }

    /** How many are done. */
    public long done() {
        return done;
    }
}
