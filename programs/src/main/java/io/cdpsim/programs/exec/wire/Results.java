package io.cdpsim.programs.exec.wire;

import java.io.ByteArrayOutputStream;

/** The results of a call, put one behind the other. */
public final class Results {
    private static final byte[] NONE = {};

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** None yet. */
    public Results() {}

    /** Puts four bytes. */
    public Results word(int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes.write(value >>> (8 * i));
        }
        return this;
    }

    /** Puts eight bytes. */
    public Results quad(long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            bytes.write((int) (value >>> (8 * i)));
        }
        return this;
    }

    /** Puts bytes as they are. */
    public Results raw(byte[] value) {
        bytes.writeBytes(value);
        return this;
    }

    /** All of them. */
    public byte[] bytes() {
        return bytes.size() == 0 ? NONE : bytes.toByteArray();
    }
}
