package io.cdpsim.runtime.launch;

/** What kind of stream device code launches into. */
public enum StreamKind {
    /** The NULL stream of the launching block. */
    NULL,
    /** A stream that device code has made, the per-thread default stream included. */
    NAMED,
    /** {@code cudaStreamFireAndForget} (CDP2). */
    FIRE_AND_FORGET,
    /** {@code cudaStreamTailLaunch} (CDP2). */
    TAIL
}
