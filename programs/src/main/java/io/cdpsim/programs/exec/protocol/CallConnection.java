package io.cdpsim.programs.exec.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The simulator's end of a connection, a socket and a slot for short calls: one request at a time, each followed by its answer. Numbers are
 * little-endian. A request is the number of bytes of its arguments (8 bytes), that of its name (4), the name, the arguments; an answer is an error (4),
 * the number of bytes that device code has printed (4) and of the results (8), then both.
 */
public final class CallConnection {
    private static final int HEAD_BYTES = 12;
    private static final int ANSWER_BYTES = 16;

    /** Most requests are shorter, so that one system call reads each. */
    private static final int START_BYTES = 4096;

    private static final int LONGEST_NAME = 128;

    /** Java copies bytes through a direct buffer as large as the request. */
    private static final int MOST_AT_ONCE = 1 << 20;

    private static final long RETRY_NANOS = 20_000;

    private final SocketChannel channel;
    private final ByteBuffer start = ByteBuffer.allocateDirect(START_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private @Nullable ByteBuffer name;
    private @Nullable ByteBuffer body;
    private @Nullable CallSlot slot;

    /** Whether the latest request came through the slot. */
    private boolean cameInSlot;

    /**
     * Creates one end of a connection.
     *
     * @param channel a non-blocking channel
     */
    public CallConnection(SocketChannel channel) {
        this.channel = channel;
    }

    /** The channel. */
    public SocketChannel channel() {
        return channel;
    }

    /** Sets the memory for short calls. */
    public void share(CallSlot shared) {
        slot = shared;
        shared.reset();
    }

    /** The memory for short calls; null if there is none. */
    public @Nullable CallSlot slot() {
        return slot;
    }

    /** Starts to watch the slot, until {@link #unwatch}. @return false if there is no slot, or a call in it that has no answer yet */
    public boolean watch() {
        return slot != null && slot.watch();
    }

    /** Ends watching the slot. @return false if there is a request, to be read by {@link #readSlot} */
    public boolean unwatch() {
        return slot == null || slot.unwatch();
    }

    /** Whether there is a request in the slot, which is watched. */
    public boolean hasSlotRequest() {
        return slot != null && slot.hasRequest();
    }

    /**
     * Reads the request in the slot, which is watched.
     *
     * @return the request; null if there is none
     * @throws ProtocolException if the bytes are not a request
     */
    public @Nullable CallRequest readSlot() {
        if (slot == null || !slot.hasRequest()) {
            return null;
        }
        ByteBuffer data = slot.data();
        long size = data.getLong();
        int length = data.getInt();
        checkSizes(size, length);
        if (length + size > data.remaining()) {
            throw new ProtocolException("a request of " + size + " bytes is longer than its slot");
        }
        byte[] text = new byte[length];
        byte[] arguments = new byte[(int) size];
        data.get(text).get(arguments);
        cameInSlot = true;
        return new CallRequest(new String(text, StandardCharsets.US_ASCII), new CallArguments(arguments));
    }

    private static void checkSizes(long size, int length) {
        if (size < 0 || size > Integer.MAX_VALUE - 64 || length < 1 || length > LONGEST_NAME) {
            throw new ProtocolException("a request of " + size + " bytes with a name of " + length);
        }
    }

    /**
     * Reads the available bytes of the socket.
     *
     * @return a complete request; null if there is none yet
     * @throws IOException if the other side has closed the connection
     * @throws ProtocolException if the bytes are not a request
     */
    public @Nullable CallRequest read() throws IOException {
        if (name == null || body == null) {
            while (start.position() < HEAD_BYTES) {
                if (!readInto(start)) {
                    return null;
                }
            }
            long size = start.getLong(0);
            int length = start.getInt(Long.BYTES);
            checkSizes(size, length);
            name = ByteBuffer.allocate(length);
            body = ByteBuffer.allocate((int) size);
            start.flip().position(HEAD_BYTES);
            move(start, name);
            move(start, body);
            if (start.hasRemaining()) {
                throw new ProtocolException("bytes behind a request that has no answer yet");
            }
            start.clear();
        }
        if (!fill(name) || !fill(body)) {
            return null;
        }
        CallRequest request =
                new CallRequest(new String(name.array(), StandardCharsets.US_ASCII), new CallArguments(body.array()));
        name = null;
        body = null;
        cameInSlot = false;
        return request;
    }

    private boolean fill(ByteBuffer buffer) throws IOException {
        int end = buffer.limit();
        try {
            while (buffer.position() < end) {
                buffer.limit(Math.min(end, buffer.position() + MOST_AT_ONCE));
                if (!readInto(buffer)) {
                    return false;
                }
            }
            return true;
        } finally {
            buffer.limit(end);
        }
    }

    /** Reads what is there. @return false if that is nothing */
    private boolean readInto(ByteBuffer buffer) throws IOException {
        int count = channel.read(buffer);
        if (count < 0) {
            throw new IOException("closed");
        }
        return count > 0;
    }

    private static void move(ByteBuffer from, ByteBuffer to) {
        int count = Math.min(from.remaining(), to.remaining());
        to.put(to.position(), from, from.position(), count);
        to.position(to.position() + count);
        from.position(from.position() + count);
    }

    /**
     * Answers the latest request.
     *
     * @param error CUDA's code
     * @param printed the output of device code since the last answer to any thread
     * @param results of the call
     * @param watches whether the simulator watches the slot from now on, if the request came through it
     * @return whether it does
     * @throws IOException if the other side has closed the connection
     */
    public boolean answer(int error, byte[] printed, byte[] results, boolean watches) throws IOException {
        if (slot == null || !cameInSlot) {
            send(error, printed, results);
            return false;
        }
        ByteBuffer data = slot.data();
        putHead(data, error, printed, results);
        boolean fits = printed.length + (long) results.length <= data.remaining();
        if (fits) {
            data.put(printed).put(results);
        }
        if (!slot.answered(watches)) {
            send(error, printed, results);
        } else if (!fits) {
            write(ByteBuffer.wrap(printed));
            write(ByteBuffer.wrap(results));
        }
        return watches;
    }

    private static ByteBuffer putHead(ByteBuffer into, int error, byte[] printed, byte[] results) {
        return into.putInt(error).putInt(printed.length).putLong(results.length);
    }

    private void send(int error, byte[] printed, byte[] results) throws IOException {
        ByteBuffer answer = ByteBuffer.allocate(ANSWER_BYTES + printed.length).order(ByteOrder.LITTLE_ENDIAN);
        putHead(answer, error, printed, results).put(printed).flip();
        if (results.length <= MOST_AT_ONCE) {
            ByteBuffer whole = ByteBuffer.allocate(answer.remaining() + results.length);
            write(whole.put(answer).put(results).flip());
        } else {
            write(answer);
            write(ByteBuffer.wrap(results));
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        int end = bytes.limit();
        while (bytes.position() < end) {
            bytes.limit(Math.min(end, bytes.position() + MOST_AT_ONCE));
            if (channel.write(bytes) == 0) {
                // The program reads its answer at once, so this is short.
                LockSupport.parkNanos(RETRY_NANOS);
            }
            bytes.limit(end);
        }
    }

    /**
     * A call by a thread of the program.
     *
     * @param name the CUDA call; {@code @} starts the names of the library's own calls
     * @param arguments its arguments
     */
    public record CallRequest(String name, CallArguments arguments) {}
}
