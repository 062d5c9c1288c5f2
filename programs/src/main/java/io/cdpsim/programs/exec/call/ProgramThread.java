package io.cdpsim.programs.exec.call;

import io.cdpsim.runtime.host.HostStream;
import java.util.HashMap;
import java.util.Map;

/** CUDA's state of one program thread. */
public final class ProgramThread {
    private final Map<Integer, HostStream> defaultStreams = new HashMap<>();
    private int device;
    private int lastError;
    private boolean reportedFault;

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
        if (done.error() != 0) {
            lastError = done.error();
        }
        return done;
    }

    int lastError() {
        return lastError;
    }

    void forgetError(boolean isFault) {
        lastError = 0;
        reportedFault |= isFault;
    }

    /** Whether {@code cudaGetLastError} has reported the fault of a device. */
    boolean hasReportedFault() {
        return reportedFault;
    }

    /** The device is as new. */
    void faultIsGone() {
        reportedFault = false;
    }
}
