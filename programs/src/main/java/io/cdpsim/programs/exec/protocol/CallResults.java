package io.cdpsim.programs.exec.protocol;

import java.io.ByteArrayOutputStream;

/** The results of a call, put one behind the other. */
public final class CallResults {
    private static final byte[] NONE = {};

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** None yet. */
    public CallResults() {}

    /** Puts four bytes. */
    public CallResults word(int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes.write(value >>> (8 * i));
        }
        return this;
    }

    /** Puts eight bytes. */
    public CallResults quad(long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            bytes.write((int) (value >>> (8 * i)));
        }
        return this;
    }

    /** Puts bytes as they are. */
    public CallResults raw(byte[] value) {
        bytes.writeBytes(value);
        return this;
    }

    /** All of them. */
    public byte[] bytes() {
        return bytes.size() == 0 ? NONE : bytes.toByteArray();
    }
}
