package io.cdpsim.experiments.trace;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/**
 * A trace format. Tracks are declared before their events; on each track slices are in order, nested slices between the start and the end of the
 * outer one. Times are nanoseconds from the start of the run.
 */
public interface TraceSink extends Closeable {
    /** No flow starts or ends. */
    long NO_FLOW = 0;

    /** A top-level group of tracks. @return its number */
    int process(String name) throws IOException;

    /** A track, or a group of tracks, within another. @return its number */
    int track(int parent, String name) throws IOException;

    /** A counter track. @return its number */
    int counter(int parent, String name) throws IOException;

    /**
     * Starts a slice.
     *
     * @param flow the number of an arrow that ends here; {@link #NO_FLOW} for none
     * @param facts annotations: texts and whole numbers by name
     */
    void start(int track, long nanos, String name, long flow, Map<String, Object> facts) throws IOException;

    /** Ends the innermost slice of a track. */
    void end(int track, long nanos) throws IOException;

    /** An instant event, at which the arrow with a number starts, or none with {@link #NO_FLOW}. */
    void instant(int track, long nanos, String name, long flow, Map<String, Object> facts) throws IOException;

    /** A counter has this value from now on. */
    void value(int counter, long nanos, long value) throws IOException;
}
