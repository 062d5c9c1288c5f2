package io.cdpsim.experiments.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.Deflater;

/**
 * Perfetto's native format (perfetto.dev, TrackEvent in its protobuf schema): packets on one sequence, with interned names, compressed in chunks.
 */
public final class PerfettoTrace implements TraceSink {
    // Trace
    private static final int PACKET = 1;
    // TracePacket
    private static final int TIMESTAMP = 8;
    private static final int SEQUENCE_ID = 10;
    private static final int TRACK_EVENT = 11;
    private static final int INTERNED_DATA = 12;
    private static final int SEQUENCE_FLAGS = 13;
    private static final int COMPRESSED_PACKETS = 50;
    private static final int TRACK_DESCRIPTOR = 60;
    private static final int STATE_CLEARED = 1;
    private static final int NEEDS_STATE = 2;
    // TrackDescriptor
    private static final int UUID = 1;
    private static final int TRACK_NAME = 2;
    private static final int PROCESS = 3;
    private static final int PARENT_UUID = 5;
    private static final int COUNTER = 8;
    private static final int CHILD_ORDERING = 11;
    private static final int ORDER_RANK = 12;
    private static final int EXPLICIT_ORDER = 3;
    // ProcessDescriptor
    private static final int PID = 1;
    private static final int PROCESS_NAME = 6;
    // CounterDescriptor
    private static final int UNIT = 3;
    private static final int UNIT_COUNT = 2;
    // TrackEvent
    private static final int ANNOTATION = 4;
    private static final int TYPE = 9;
    private static final int NAME_ID = 10;
    private static final int TRACK_UUID = 11;
    private static final int COUNTER_VALUE = 30;
    private static final int FLOW = 47;
    private static final int TERMINATING_FLOW = 48;
    private static final int SLICE_BEGIN = 1;
    private static final int SLICE_END = 2;
    private static final int INSTANT = 3;
    private static final int COUNTER_EVENT = 4;
    // DebugAnnotation
    private static final int ANNOTATION_NAME_ID = 1;
    private static final int ANNOTATION_NUMBER = 4;
    private static final int ANNOTATION_TEXT = 6;
    // InternedData, and each of its entries
    private static final int EVENT_NAMES = 2;
    private static final int ANNOTATION_NAMES = 3;
    private static final int ENTRY_ID = 1;
    private static final int ENTRY_NAME = 2;

    private static final int SEQUENCE = 1;
    /** Perfetto limits each compressed packet to 512 KiB. */
    private static final int PIECE_BYTES = 256 << 10;

    private final OutputStream out;
    private final Deflater deflater = new Deflater();
    private final byte[] deflated = new byte[PIECE_BYTES * 2];
    /** Compression takes as long as all other work, so it has its own thread. */
    private final ExecutorService compressor = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "trace-compressor");
        thread.setDaemon(true);
        return thread;
    });

    private Future<Integer> pieceBefore = CompletableFuture.completedFuture(0);
    private final ProtobufMessage piece = new ProtobufMessage();
    private final ProtobufMessage packet = new ProtobufMessage();
    private final ProtobufMessage event = new ProtobufMessage();
    private final ProtobufMessage part = new ProtobufMessage();
    private final ProtobufMessage entry = new ProtobufMessage();
    private final ProtobufMessage interned = new ProtobufMessage();
    private final Map<String, Integer> names = new HashMap<>();
    private final Map<String, Integer> annotations = new HashMap<>();
    private int tracks;
    private int processes;
    private boolean hasStarted;

    /** Writes to a stream, which stays open. */
    public PerfettoTrace(OutputStream out) {
        this.out = out;
    }

    @Override
    public int process(String name) throws IOException {
        part.clear().number(PID, ++processes).text(PROCESS_NAME, name);
        event.clear().number(UUID, ++tracks).message(PROCESS, part).number(CHILD_ORDERING, EXPLICIT_ORDER);
        return descriptor();
    }

    @Override
    public int track(int parent, String name) throws IOException {
        child(parent, name);
        return descriptor();
    }

    @Override
    public int counter(int parent, String name) throws IOException {
        child(parent, name);
        event.message(COUNTER, part.clear().number(UNIT, UNIT_COUNT));
        return descriptor();
    }

    private void child(int parent, String name) {
        event.clear()
                .number(UUID, ++tracks)
                .text(TRACK_NAME, name)
                .number(PARENT_UUID, parent)
                .number(CHILD_ORDERING, EXPLICIT_ORDER)
                .number(ORDER_RANK, tracks);
    }

    private int descriptor() throws IOException {
        packet.clear().number(SEQUENCE_ID, SEQUENCE).message(TRACK_DESCRIPTOR, event);
        write();
        return tracks;
    }

    @Override
    public void start(int track, long nanos, String name, long flow, Map<String, Object> facts) throws IOException {
        named(SLICE_BEGIN, track, name, facts);
        write(nanos, TERMINATING_FLOW, flow);
    }

    @Override
    public void end(int track, long nanos) throws IOException {
        event.clear().number(TYPE, SLICE_END).number(TRACK_UUID, track);
        write(nanos);
    }

    @Override
    public void instant(int track, long nanos, String name, long flow, Map<String, Object> facts) throws IOException {
        named(INSTANT, track, name, facts);
        write(nanos, FLOW, flow);
    }

    @Override
    public void value(int counter, long nanos, long value) throws IOException {
        event.clear().number(TYPE, COUNTER_EVENT).number(TRACK_UUID, counter).number(COUNTER_VALUE, value);
        write(nanos);
    }

    private void named(int type, int track, String name, Map<String, Object> facts) {
        event.clear().number(TYPE, type).number(TRACK_UUID, track).number(NAME_ID, id(EVENT_NAMES, names, name));
        for (Map.Entry<String, Object> fact : facts.entrySet()) {
            part.clear().number(ANNOTATION_NAME_ID, id(ANNOTATION_NAMES, annotations, fact.getKey()));
            if (fact.getValue() instanceof Number number) {
                part.number(ANNOTATION_NUMBER, number.longValue());
            } else {
                part.text(ANNOTATION_TEXT, String.valueOf(fact.getValue()));
            }
            event.message(ANNOTATION, part);
        }
    }

    /** The number of a name; a new name is interned in the packet. */
    private int id(int field, Map<String, Integer> known, String name) {
        Integer id = known.get(name);
        if (id == null) {
            id = known.size() + 1;
            known.put(name, id);
            interned.message(field, entry.clear().number(ENTRY_ID, id).text(ENTRY_NAME, name));
        }
        return id;
    }

    private void write(long nanos, int flowField, long flow) throws IOException {
        if (flow != NO_FLOW) {
            event.fixed64(flowField, flow);
        }
        write(nanos);
    }

    private void write(long nanos) throws IOException {
        packet.clear()
                .number(TIMESTAMP, nanos)
                .number(SEQUENCE_ID, SEQUENCE)
                .number(SEQUENCE_FLAGS, hasStarted ? NEEDS_STATE : STATE_CLEARED | NEEDS_STATE);
        hasStarted = true;
        if (interned.length() > 0) {
            packet.message(INTERNED_DATA, interned);
            interned.clear();
        }
        packet.message(TRACK_EVENT, event);
        write();
    }

    private void write() throws IOException {
        piece.message(PACKET, packet);
        if (piece.length() >= PIECE_BYTES) {
            flush();
        }
    }

    /** Starts the compression and writing of the current chunk, in parallel with the next. */
    private void flush() throws IOException {
        if (piece.length() == 0) {
            return;
        }
        byte[] packets = piece.toBytes();
        piece.clear();
        awaitPiece();
        pieceBefore = compressor.submit(() -> {
            compress(packets);
            return packets.length;
        });
    }

    private void compress(byte[] packets) throws IOException {
        deflater.reset();
        deflater.setInput(packets);
        deflater.finish();
        ProtobufMessage compressed = new ProtobufMessage();
        while (!deflater.finished()) {
            int count = deflater.deflate(deflated);
            compressed.bytes(COMPRESSED_PACKETS, deflated, count);
        }
        out.write(new ProtobufMessage().message(PACKET, compressed).toBytes());
    }

    /** Waits until all flushed chunks are written. */
    private void awaitPiece() throws IOException {
        try {
            int unused = pieceBefore.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException problem) {
                throw problem;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            flush();
            awaitPiece();
            out.flush();
        } finally {
            compressor.execute(deflater::end);
            compressor.shutdown();
        }
    }
}
