package io.cdpsim.experiments.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A message in the wire format of Protocol Buffers: numbered fields, each after a tag of its number and wire type. Only the types that a trace needs,
 * to avoid a library.
 */
final class ProtobufMessage {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;

    private byte[] bytes = new byte[64];
    private int length;

    /** Clears the message. */
    ProtobufMessage clear() {
        length = 0;
        return this;
    }

    int length() {
        return length;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** A nonnegative integer. */
    ProtobufMessage number(int field, long value) {
        varint(((long) field << 3) | VARINT);
        varint(value);
        return this;
    }

    ProtobufMessage fixed64(int field, long value) {
        varint(((long) field << 3) | FIXED64);
        reserve(Long.BYTES);
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[length++] = (byte) (value >>> (8 * i));
        }
        return this;
    }

    ProtobufMessage text(int field, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        return bytes(field, utf8, utf8.length);
    }

    ProtobufMessage message(int field, ProtobufMessage value) {
        return bytes(field, value.bytes, value.length);
    }

    ProtobufMessage bytes(int field, byte[] value, int count) {
        varint(((long) field << 3) | BYTES);
        varint(count);
        reserve(count);
        System.arraycopy(value, 0, bytes, length, count);
        length += count;
        return this;
    }

    private void varint(long value) {
        reserve(10);
        long left = value;
        while ((left & ~0x7FL) != 0) {
            bytes[length++] = (byte) ((left & 0x7F) | 0x80);
            left >>>= 7;
        }
        bytes[length++] = (byte) left;
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }
}
