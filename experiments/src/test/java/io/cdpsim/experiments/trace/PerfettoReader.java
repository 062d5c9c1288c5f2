package io.cdpsim.experiments.trace;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads traces by Perfetto's schema (protos/perfetto/trace of the Perfetto project), with Google's library for the wire format. It refuses fields that
 * the schema does not have, wire types that a field does not have, and names that were never given.
 */
final class PerfettoReader {
    /** What a trace says of an event. */
    record Event(
            long nanos, String type, String track, String name, Map<String, Object> facts, long flow, long value) {}

    private enum Kind {
        NUMBER,
        FIXED64,
        TEXT,
        MESSAGE
    }

    private record Field(String name, Kind kind) {}

    private static final Map<String, Map<Integer, Field>> SCHEMA = new HashMap<>();

    static {
        field("Trace", 1, "TracePacket", Kind.MESSAGE);
        field("TracePacket", 8, "timestamp", Kind.NUMBER);
        field("TracePacket", 10, "trusted_packet_sequence_id", Kind.NUMBER);
        field("TracePacket", 11, "TrackEvent", Kind.MESSAGE);
        field("TracePacket", 12, "InternedData", Kind.MESSAGE);
        field("TracePacket", 13, "sequence_flags", Kind.NUMBER);
        field("TracePacket", 50, "compressed_packets", Kind.TEXT);
        field("TracePacket", 60, "TrackDescriptor", Kind.MESSAGE);
        field("TrackDescriptor", 1, "uuid", Kind.NUMBER);
        field("TrackDescriptor", 2, "name", Kind.TEXT);
        field("TrackDescriptor", 3, "ProcessDescriptor", Kind.MESSAGE);
        field("TrackDescriptor", 5, "parent_uuid", Kind.NUMBER);
        field("TrackDescriptor", 8, "CounterDescriptor", Kind.MESSAGE);
        field("TrackDescriptor", 11, "child_ordering", Kind.NUMBER);
        field("TrackDescriptor", 12, "sibling_order_rank", Kind.NUMBER);
        field("ProcessDescriptor", 1, "pid", Kind.NUMBER);
        field("ProcessDescriptor", 6, "process_name", Kind.TEXT);
        field("CounterDescriptor", 3, "unit", Kind.NUMBER);
        field("TrackEvent", 4, "DebugAnnotation", Kind.MESSAGE);
        field("TrackEvent", 9, "type", Kind.NUMBER);
        field("TrackEvent", 10, "name_iid", Kind.NUMBER);
        field("TrackEvent", 11, "track_uuid", Kind.NUMBER);
        field("TrackEvent", 30, "counter_value", Kind.NUMBER);
        field("TrackEvent", 47, "flow_ids", Kind.FIXED64);
        field("TrackEvent", 48, "terminating_flow_ids", Kind.FIXED64);
        field("DebugAnnotation", 1, "name_iid", Kind.NUMBER);
        field("DebugAnnotation", 4, "int_value", Kind.NUMBER);
        field("DebugAnnotation", 6, "string_value", Kind.TEXT);
        field("InternedData", 2, "EventName", Kind.MESSAGE);
        field("InternedData", 3, "DebugAnnotationName", Kind.MESSAGE);
        field("EventName", 1, "iid", Kind.NUMBER);
        field("EventName", 2, "name", Kind.TEXT);
        field("DebugAnnotationName", 1, "iid", Kind.NUMBER);
        field("DebugAnnotationName", 2, "name", Kind.TEXT);
    }

    private static void field(String message, int number, String name, Kind kind) {
        SCHEMA.computeIfAbsent(message, each -> new HashMap<>()).put(number, new Field(name, kind));
    }

    private static final List<String> TYPES = List.of("", "BEGIN", "END", "INSTANT", "COUNTER");

    private final List<Event> events = new ArrayList<>();
    private final Map<Long, String> tracks = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, String> annotations = new HashMap<>();

    /** The events of a trace, in the order of the file; tracks are called by the names of their groups and their own. */
    static List<Event> read(byte[] trace) {
        PerfettoReader reader = new PerfettoReader();
        reader.trace(ByteString.copyFrom(trace));
        return reader.events;
    }

    private static Map<String, List<Object>> message(String type, ByteString bytes) {
        Map<Integer, Field> fields = SCHEMA.getOrDefault(type, Map.of());
        Map<String, List<Object>> found = new HashMap<>();
        try {
            UnknownFieldSet.parseFrom(bytes).asMap().forEach((number, values) -> {
                Field field = fields.get(number);
                if (field == null) {
                    throw new IllegalArgumentException(type + " has no field " + number);
                }
                List<?> those = switch (field.kind()) {
                    case NUMBER -> values.getVarintList();
                    case FIXED64 -> values.getFixed64List();
                    case TEXT, MESSAGE -> values.getLengthDelimitedList();
                };
                if (those.isEmpty()) {
                    throw new IllegalArgumentException(type + "." + field.name() + " is no " + field.kind());
                }
                found.put(field.name(), List.copyOf(those));
            });
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(type + " is no message", e);
        }
        return found;
    }

    private static long number(Map<String, List<Object>> message, String field) {
        return message.containsKey(field) ? (Long) message.get(field).get(0) : 0;
    }

    private static String text(Map<String, List<Object>> message, String field) {
        return message.containsKey(field) ? ((ByteString) message.get(field).get(0)).toStringUtf8() : "";
    }

    private static List<Object> all(Map<String, List<Object>> message, String field) {
        return message.getOrDefault(field, List.of());
    }

    private void trace(ByteString bytes) {
        for (Object packet : all(message("Trace", bytes), "TracePacket")) {
            packet(message("TracePacket", (ByteString) packet));
        }
    }

    private void packet(Map<String, List<Object>> packet) {
        for (Object compressed : all(packet, "compressed_packets")) {
            trace(inflated((ByteString) compressed));
        }
        for (Object interned : all(packet, "InternedData")) {
            Map<String, List<Object>> data = message("InternedData", (ByteString) interned);
            intern(data, "EventName", names);
            intern(data, "DebugAnnotationName", annotations);
        }
        for (Object track : all(packet, "TrackDescriptor")) {
            track(message("TrackDescriptor", (ByteString) track));
        }
        for (Object event : all(packet, "TrackEvent")) {
            event(number(packet, "timestamp"), message("TrackEvent", (ByteString) event));
        }
    }

    private static ByteString inflated(ByteString compressed) {
        if (compressed.size() >= 512 << 10) {
            throw new IllegalArgumentException("a compressed packet has 512 KiB or more");
        }
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(compressed.toByteArray());
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 << 16];
            while (!inflater.finished()) {
                int count = inflater.inflate(buffer);
                if (count == 0) {
                    throw new IllegalArgumentException("a compressed packet breaks off");
                }
                all.write(buffer, 0, count);
            }
            return ByteString.copyFrom(all.toByteArray());
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("a compressed packet is not deflated", e);
        } finally {
            inflater.end();
        }
    }

    private static void intern(Map<String, List<Object>> data, String type, Map<Long, String> known) {
        for (Object entry : all(data, type)) {
            Map<String, List<Object>> name = message(type, (ByteString) entry);
            if (known.put(number(name, "iid"), text(name, "name")) != null) {
                throw new IllegalArgumentException(type + " " + number(name, "iid") + " is given twice");
            }
        }
    }

    private void track(Map<String, List<Object>> track) {
        long parent = number(track, "parent_uuid");
        for (Object process : all(track, "ProcessDescriptor")) {
            tracks.put(number(track, "uuid"), text(message("ProcessDescriptor", (ByteString) process), "process_name"));
        }
        if (parent != 0) {
            tracks.put(number(track, "uuid"), named(tracks, parent, "track") + "/" + text(track, "name"));
        }
    }

    private void event(long nanos, Map<String, List<Object>> event) {
        Map<String, Object> facts = new HashMap<>();
        for (Object annotation : all(event, "DebugAnnotation")) {
            Map<String, List<Object>> fact = message("DebugAnnotation", (ByteString) annotation);
            facts.put(
                    named(annotations, number(fact, "name_iid"), "annotation"),
                    fact.containsKey("string_value") ? text(fact, "string_value") : number(fact, "int_value"));
        }
        String name = event.containsKey("name_iid") ? named(names, number(event, "name_iid"), "name") : "";
        events.add(new Event(
                nanos,
                TYPES.get((int) number(event, "type")),
                named(tracks, number(event, "track_uuid"), "track"),
                name,
                facts,
                number(event, "flow_ids") - number(event, "terminating_flow_ids"),
                number(event, "counter_value")));
    }

    private static String named(Map<Long, String> known, long id, String what) {
        String name = known.get(id);
        if (name == null) {
            throw new IllegalArgumentException(what + " " + id + " was never given");
        }
        return name;
    }
}
