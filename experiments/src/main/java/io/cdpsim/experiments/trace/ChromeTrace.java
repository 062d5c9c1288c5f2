package io.cdpsim.experiments.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The Trace Event Format of chrome://tracing and many viewers: one JSON object, times in microseconds. */
public final class ChromeTrace implements TraceSink {
    private record Track(int process, int thread, String name, Deque<String> open) {}

    private final JsonGenerator json;
    private final List<Track> tracks = new ArrayList<>();
    private int processes;

    /** Writes to a stream, which stays open. */
    public ChromeTrace(OutputStream out) throws IOException {
        json = new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ns");
        json.writeArrayFieldStart("traceEvents");
    }

    @Override
    public int process(String name) throws IOException {
        processes++;
        tracks.add(new Track(processes, 0, name, new ArrayDeque<>()));
        metadata("process_name", processes, 0, "name", name);
        return tracks.size() - 1;
    }

    @Override
    public int track(int parent, String name) throws IOException {
        int process = tracks.get(parent).process();
        int thread = tracks.size();
        tracks.add(new Track(process, thread, name, new ArrayDeque<>()));
        metadata("thread_name", process, thread, "name", name);
        metadata("thread_sort_index", process, thread, "sort_index", thread);
        return thread;
    }

    @Override
    public int counter(int parent, String name) {
        tracks.add(new Track(tracks.get(parent).process(), 0, name, new ArrayDeque<>()));
        return tracks.size() - 1;
    }

    /** Metadata of a process or a thread. */
    private void metadata(String kind, int process, int thread, String fact, Object value) throws IOException {
        json.writeStartObject();
        json.writeStringField("ph", "M");
        json.writeStringField("name", kind);
        json.writeNumberField("pid", process);
        json.writeNumberField("tid", thread);
        facts(Map.of(fact, value));
        json.writeEndObject();
    }

    @Override
    public void start(int track, long nanos, String name, long flow, Map<String, Object> facts) throws IOException {
        tracks.get(track).open().push(name);
        start("B", track, nanos, name);
        facts(facts);
        json.writeEndObject();
        if (flow != NO_FLOW) {
            flow("f", track, nanos, flow);
        }
    }

    @Override
    public void end(int track, long nanos) throws IOException {
        start("E", track, nanos, tracks.get(track).open().pop());
        json.writeEndObject();
    }

    @Override
    public void instant(int track, long nanos, String name, long flow, Map<String, Object> facts) throws IOException {
        start("i", track, nanos, name);
        json.writeStringField("s", "t");
        facts(facts);
        json.writeEndObject();
        if (flow != NO_FLOW) {
            flow("s", track, nanos, flow);
        }
    }

    @Override
    public void value(int counter, long nanos, long value) throws IOException {
        start("C", counter, nanos, tracks.get(counter).name());
        facts(Map.of("value", value));
        json.writeEndObject();
    }

    private void flow(String phase, int track, long nanos, long flow) throws IOException {
        start(phase, track, nanos, "launch");
        json.writeStringField("cat", "launch");
        json.writeNumberField("id", flow);
        json.writeStringField("bp", "e");
        json.writeEndObject();
    }

    private void start(String phase, int track, long nanos, String name) throws IOException {
        Track on = tracks.get(track);
        json.writeStartObject();
        json.writeStringField("ph", phase);
        json.writeStringField("name", name);
        json.writeNumberField("pid", on.process());
        json.writeNumberField("tid", on.thread());
        json.writeNumberField("ts", nanos / 1e3);
    }

    private void facts(Map<String, Object> facts) throws IOException {
        if (facts.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("args");
        for (Map.Entry<String, Object> fact : facts.entrySet()) {
            if (fact.getValue() instanceof Number number) {
                json.writeNumberField(fact.getKey(), number.longValue());
            } else {
                json.writeStringField(fact.getKey(), String.valueOf(fact.getValue()));
            }
        }
        json.writeEndObject();
    }

    @Override
    public void close() throws IOException {
        json.writeEndArray();
        json.writeEndObject();
        json.close();
    }
}
