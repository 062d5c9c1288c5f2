package io.cdpsim.runtime.host;

/** A host thread as captures see it: its capture mode, and the captures that it has started. */
public final class CaptureThread {
    private GraphCapture.Mode mode = GraphCapture.Mode.GLOBAL;

    /** A thread in the mode {@link GraphCapture.Mode#GLOBAL}. */
    public CaptureThread() {}

    /** The captures whose prohibition of unsafe calls the thread obeys. */
    public GraphCapture.Mode mode() {
        return mode;
    }

    /** Changes the mode ({@code cudaThreadExchangeStreamCaptureMode}). @return the mode before */
    public GraphCapture.Mode exchange(GraphCapture.Mode changed) {
        GraphCapture.Mode before = mode;
        mode = changed;
        return before;
    }
}
