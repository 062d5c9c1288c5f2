package io.cdpsim.runtime.graph;

/** A host thread as captures see it: its capture mode, and the captures that it has started. */
public final class CaptureThread {
    private CaptureMode mode = CaptureMode.GLOBAL;

    /** A thread in the mode {@link CaptureMode#GLOBAL}. */
    public CaptureThread() {}

    /** The captures whose prohibition of unsafe calls the thread obeys. */
    public CaptureMode mode() {
        return mode;
    }

    /** Changes the mode ({@code cudaThreadExchangeStreamCaptureMode}). @return the mode before */
    public CaptureMode exchange(CaptureMode changed) {
        CaptureMode before = mode;
        mode = changed;
        return before;
    }
}
