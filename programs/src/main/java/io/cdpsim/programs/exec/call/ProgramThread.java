package io.cdpsim.programs.exec.call;

import io.cdpsim.runtime.host.HostStream;
import java.util.HashMap;
import java.util.Map;

/** CUDA's state of one program thread. */
public final class ProgramThread {
    private final Map<Integer, HostStream> defaultStreams = new HashMap<>();
    private int device;
    private int lastError;

    /** A thread without calls. */
    public ProgramThread() {}

    /** The current device. */
    int device() {
        return device;
    }

    void device(int ordinal) {
        device = ordinal;
    }

    /** Its per-thread default streams, by device. */
    Map<Integer, HostStream> defaultStreams() {
        return defaultStreams;
    }

    CallReply.Done noted(CallReply.Done done) {
        // Not ready is an answer: cudaGetLastError does not report it.
        if (done.error() != 0 && done.error() != ErrorCode.NOT_READY) {
            lastError = done.error();
        }
        return done;
    }

    int lastError() {
        return lastError;
    }

    void forgetError() {
        lastError = 0;
    }
}
