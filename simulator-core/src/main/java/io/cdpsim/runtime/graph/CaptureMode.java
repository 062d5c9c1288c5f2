package io.cdpsim.runtime.graph;

/** {@code cudaStreamCaptureMode}: the threads whose unsafe calls a capture forbids. */
public enum CaptureMode {
    /** All threads. */
    GLOBAL,
    /** The capturing thread. */
    THREAD_LOCAL,
    /** No thread. */
    RELAXED
}
