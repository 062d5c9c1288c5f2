package io.cdpsim.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes integers in byte arrays, lowest byte first, at any offset. */
public final class LittleEndian {
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** Two bytes. */
    public static short getShort(byte[] bytes, int offset) {
        return (short) SHORTS.get(bytes, offset);
    }

    /** Four bytes. */
    public static int getInt(byte[] bytes, int offset) {
        return (int) INTS.get(bytes, offset);
    }

    /** Eight bytes. */
    public static long getLong(byte[] bytes, int offset) {
        return (long) LONGS.get(bytes, offset);
    }

    /** Sets two bytes. */
    public static void putShort(byte[] bytes, int offset, short value) {
        SHORTS.set(bytes, offset, value);
    }

    /** Sets four bytes. */
    public static void putInt(byte[] bytes, int offset, int value) {
        INTS.set(bytes, offset, value);
    }

    /** Sets eight bytes. */
    public static void putLong(byte[] bytes, int offset, long value) {
        LONGS.set(bytes, offset, value);
    }
}
