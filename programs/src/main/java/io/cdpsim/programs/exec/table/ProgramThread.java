package io.cdpsim.programs.exec.table;

import io.cdpsim.runtime.graph.CaptureThread;
import io.cdpsim.runtime.host.HostStream;
import java.util.HashMap;
import java.util.Map;

/** CUDA's state of one program thread. */
public final class ProgramThread {
    private final Map<Integer, HostStream> defaultStreams = new HashMap<>();
    private final CaptureThread captures = new CaptureThread();
    private int device;
    private int lastError;
    private int errorBefore;
    private String unreadLaunch = "";

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

    /** A launch without a return value has failed; {@code what} says which and why. */
    public void launchFailed(String what) {
        unreadLaunch = what;
    }

    /** The thread has asked for its last error. */
    public void readsError() {
        unreadLaunch = "";
    }

    /** The last failed launch whose error the thread did not ask for; empty if there is none. */
    public String unreadLaunch() {
        return unreadLaunch;
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
