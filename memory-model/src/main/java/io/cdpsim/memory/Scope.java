package io.cdpsim.memory;

/** The set of threads among which a strong memory operation or a fence takes effect (PTX {@code .cta}, {@code .gpu}, {@code .sys}). */
public enum Scope {
    /** The threads of one block. */
    BLOCK,
    /** All threads of one device. */
    DEVICE,
    /** All threads of all devices and the host. */
    SYSTEM
}
