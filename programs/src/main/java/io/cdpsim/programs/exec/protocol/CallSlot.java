package io.cdpsim.programs.exec.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory that a thread of the program shares with the simulator. A short call through it takes no system call: the thread writes its request while the
 * simulator watches the slot, and waits in a loop for the answer. A thread that cannot wait so long sleeps, and gets the answer over its socket.
 * Where the simulator does not watch, it sleeps or simulates, and the thread calls over its socket.
 *
 * <p>The state is the first word, and the bytes of a request or an answer, as over a socket, start at byte 64. Each change of the state is atomic:
 *
 * <pre>
 * UNWATCHED -> WATCHED -> UNWATCHED      the simulator
 * WATCHED -> REQUESTED -> ASLEEP         the thread
 * REQUESTED, ASLEEP -> WATCHED or UNWATCHED   the simulator, with its answer
 * </pre>
 */
public final class CallSlot {
    /** Size of the memory. */
    public static final int BYTES = 1 << 16;

    /** Bytes of a request, and of an answer. */
    static final int DATA_BYTES = BYTES - 64;

    private static final int DATA_AT = 64;
    private static final int UNWATCHED = 0;
    private static final int WATCHED = 1;
    private static final int REQUESTED = 2;
    private static final VarHandle STATE = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer memory;
    private final long offset;

    /**
     * Creates a slot without a call.
     *
     * @param memory of {@link #BYTES}
     * @param offset where the memory starts in the file that both map
     */
    public CallSlot(ByteBuffer memory, long offset) {
        this.memory = memory;
        this.offset = offset;
    }

    /** Where the memory starts in the file that both map, in bytes. */
    public long offset() {
        return offset;
    }

    /** Starts to watch for a request. @return false if there is one */
    boolean watch() {
        return STATE.compareAndSet(memory, 0, UNWATCHED, WATCHED) || (int) STATE.getAcquire(memory, 0) == WATCHED;
    }

    /** Ends watching, so that the thread calls over its socket. @return false if there is a request */
    boolean unwatch() {
        return STATE.compareAndSet(memory, 0, WATCHED, UNWATCHED) || (int) STATE.getAcquire(memory, 0) == UNWATCHED;
    }

    /** Forgets what the last user of the memory has left. */
    void reset() {
        STATE.setRelease(memory, 0, UNWATCHED);
    }

    /** Whether there is a request without an answer. The thread may sleep before the request is read. */
    boolean hasRequest() {
        return (int) STATE.getAcquire(memory, 0) >= REQUESTED;
    }

    /** The bytes of a request. */
    ByteBuffer data() {
        return memory.slice(DATA_AT, DATA_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Ends a call, with its answer or the start of it in the data.
     *
     * @param watches whether the slot is watched from now on
     * @return false if the thread sleeps, and needs the answer over its socket
     */
    boolean answered(boolean watches) {
        int next = watches ? WATCHED : UNWATCHED;
        if (STATE.compareAndSet(memory, 0, REQUESTED, next)) {
            return true;
        }
        STATE.setRelease(memory, 0, next);
        return false;
    }
}
