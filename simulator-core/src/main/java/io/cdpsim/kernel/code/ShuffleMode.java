package io.cdpsim.kernel.code;

/** Which lane a shuffle reads from. */
public enum ShuffleMode {
    /** The lane with the given index. */
    INDEX,
    /** The lane a given distance below. */
    UP,
    /** The lane a given distance above. */
    DOWN,
    /** The lane whose index differs in the given bits. */
    BUTTERFLY
}
