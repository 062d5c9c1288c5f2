package io.cdpsim.experiments.trace;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/**
 * A format of traces. Tracks are named before events come to them; on each track slices come in order, those within another between its begin
 * and its end. Times are nanoseconds from the begin of the run.
 */
public interface TraceSink extends Closeable {
    /** No flow begins or ends. */
    long NO_FLOW = 0;

    /** A group of tracks that stands at the top. @return its number */
    int process(String name) throws IOException;

    /** A track, or a group of tracks, within another. @return its number */
    int track(int parent, String name) throws IOException;

    /** A track of a number over time. @return its number */
    int counter(int parent, String name) throws IOException;

    /**
     * A slice begins.
     *
     * @param flow the number of an arrow that ends here; {@link #NO_FLOW} for none
     * @param facts what else is known of it: texts and whole numbers by name
     */
    void begin(int track, long nanos, String name, long flow, Map<String, Object> facts) throws IOException;

    /** The slice that began last on a track ends. */
    void end(int track, long nanos) throws IOException;

    /** Something happens, at which an arrow of a number begins, or none with {@link #NO_FLOW}. */
    void instant(int track, long nanos, String name, long flow, Map<String, Object> facts) throws IOException;

    /** A number is this from now on. */
    void value(int counter, long nanos, long value) throws IOException;
}
