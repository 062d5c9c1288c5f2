package io.cdpsim.programs.exec.protocol;

import java.io.ByteArrayOutputStream;

/** The results of a call, encoded in order. */
public final class CallResults {
    private static final byte[] NONE = {};

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** No results. */
    public CallResults() {}

    /** Appends four bytes. */
    public CallResults word(int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes.write(value >>> (8 * i));
        }
        return this;
    }

    /** Appends eight bytes. */
    public CallResults quad(long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            bytes.write((int) (value >>> (8 * i)));
        }
        return this;
    }

    /** Appends bytes. */
    public CallResults raw(byte[] value) {
        bytes.writeBytes(value);
        return this;
    }

    /** The encoded results. */
    public byte[] bytes() {
        return bytes.size() == 0 ? NONE : bytes.toByteArray();
    }
}
