package io.cdpsim.observe;

/** How a grid was launched. */
public enum LaunchKind {
    /** By the host. */
    HOST,
    /** By device code, into an ordinary stream. */
    STREAM,
    /** Into the fire-and-forget stream (CDP2). */
    FIRE_AND_FORGET,
    /** Into the tail-launch stream (CDP2). */
    TAIL
}
