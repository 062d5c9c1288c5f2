package io.cdpsim.programs.exec.table;

import io.cdpsim.runtime.graph.CaptureThread;
import io.cdpsim.runtime.host.HostStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** CUDA's state of one program thread. */
public final class ProgramThread {
    /** Precedes the kernel's name in the name of a launch without a return value. */
    public static final String LAUNCH = "<<<>>> ";

    private final Map<Integer, HostStream> defaultStreams = new HashMap<>();
    private final CaptureThread captures = new CaptureThread();
    private int device;
    private int lastError;
    private int errorBefore;
    private final Map<String, String> unread = new LinkedHashMap<>();

    /** A thread without calls. */
    public ProgramThread() {}

    /** The current device. */
    public int device() {
        return device;
    }

    public void device(int ordinal) {
        device = ordinal;
    }

    /** The thread as captures see it. */
    public CaptureThread captures() {
        return captures;
    }

    /** Its per-thread default streams, by device. */
    public Map<Integer, HostStream> defaultStreams() {
        return defaultStreams;
    }

    public CallReply.Done noted(CallReply.Done done) {
        // Not ready is an answer: cudaGetLastError does not report it.
        if (done.error() != 0 && done.error() != ErrorCode.NOT_READY) {
            errorBefore = lastError;
            lastError = done.error();
        }
        return done;
    }

    /**
     * A call has failed.
     *
     * @param what the call, or {@link #LAUNCH} and the kernel for a launch without a return value
     * @param error the name of the error
     */
    public void failed(String what, String error) {
        unread.putIfAbsent(what, error);
    }

    /** The thread has asked for its last error. */
    public void readsError() {
        unread.clear();
    }

    /** The failed calls for whose errors the thread has not asked since: the first error of each. */
    public Map<String, String> unread() {
        return Collections.unmodifiableMap(unread);
    }

    public int lastError() {
        return lastError;
    }

    /** The last call that failed was one of the driver's interface: the runtime's last error stays as before. */
    public void restoreError() {
        lastError = errorBefore;
    }

    public void forgetError() {
        lastError = 0;
    }
}
