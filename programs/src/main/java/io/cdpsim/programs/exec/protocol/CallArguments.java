package io.cdpsim.programs.exec.protocol;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The arguments of a call, decoded in order. */
public final class CallArguments {
    private final ByteBuffer bytes;

    /** Arguments as the simulator's library encodes them. */
    public CallArguments(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Four bytes. @throws ProtocolException if there are none left, as all below */
    public int word() {
        need(Integer.BYTES);
        return bytes.getInt();
    }

    /** Four bytes, unsigned. */
    public long unsignedWord() {
        return word() & 0xFFFFFFFFL;
    }

    /** Eight bytes. */
    public long quad() {
        need(Long.BYTES);
        return bytes.getLong();
    }

    /** Bytes, preceded by their number. */
    public byte[] bytes() {
        long count = quad();
        need(count);
        byte[] read = new byte[(int) count];
        bytes.get(read);
        return read;
    }

    /** A text, preceded by its length. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Eight-byte numbers, preceded by the number of their bytes. */
    public long[] quads() {
        long count = quad();
        need(count);
        long[] read = new long[(int) count / Long.BYTES];
        try {
            for (int i = 0; i < read.length; i++) {
                read[i] = bytes.getLong();
            }
        } catch (BufferUnderflowException e) {
            throw new ProtocolException("a request is cut off");
        }
        return read;
    }

    private void need(long count) {
        if (count < 0 || count > bytes.remaining()) {
            throw new ProtocolException("a request with " + bytes.remaining() + " bytes left asks for " + count);
        }
    }
}
