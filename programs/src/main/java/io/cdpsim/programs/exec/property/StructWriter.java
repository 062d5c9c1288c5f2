package io.cdpsim.programs.exec.property;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A C structure for x86-64 Linux, field by field, each at a multiple of its size. */
public final class StructWriter {
    private final ByteBuffer bytes = ByteBuffer.allocate(2048).order(ByteOrder.LITTLE_ENDIAN);

    public StructWriter text(String text, int size) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        int start = bytes.position();
        bytes.put(ascii, 0, Math.min(ascii.length, size - 1));
        bytes.position(start + size);
        return this;
    }

    /** Fields of four bytes. */
    public StructWriter ints(long... values) {
        align(Integer.BYTES);
        for (long each : values) {
            bytes.putInt((int) Math.min(Integer.MAX_VALUE, each));
        }
        return this;
    }

    /** Fields of eight bytes. */
    public StructWriter longs(long... values) {
        align(Long.BYTES);
        for (long each : values) {
            bytes.putLong(each);
        }
        return this;
    }

    /** Fields of four bytes with value 0. */
    public StructWriter zeros(int count) {
        return ints(new long[count]);
    }

    private void align(int to) {
        bytes.position((bytes.position() + to - 1) / to * to);
    }

    public byte[] bytes() {
        align(Long.BYTES);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
