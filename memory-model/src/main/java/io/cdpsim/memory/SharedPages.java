package io.cdpsim.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a memory in buffers that other code uses at the same time. Loads acquire and stores release, the order that x86 processors keep.
 */
final class SharedPages {
    private static final VarHandle SHORTS =
            MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private @Nullable ByteBuffer[] pages = new ByteBuffer[64];
    private int count;

    /** Adds a page, in a direct buffer. */
    void put(int number, ByteBuffer page) {
        if (number >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(number + 1, 2 * pages.length));
        }
        if (pages[number] == null) {
            count++;
        }
        pages[number] = page;
    }

    /** A page, or null if it is not shared. */
    @Nullable
    ByteBuffer get(int number) {
        return number < pages.length ? pages[number] : null;
    }

    /** Removes pages. */
    void remove(int first, int many) {
        for (int i = first; i < Math.min(first + many, pages.length); i++) {
            if (pages[i] != null) {
                pages[i] = null;
                count--;
            }
        }
    }

    /** Whether there is none. */
    boolean isEmpty() {
        return count == 0;
    }

    static byte getByte(ByteBuffer page, int offset) {
        byte value = page.get(offset);
        VarHandle.acquireFence();
        return value;
    }

    static short getShort(ByteBuffer page, int offset) {
        return (short) SHORTS.getAcquire(page, offset);
    }

    static int getInt(ByteBuffer page, int offset) {
        return (int) INTS.getAcquire(page, offset);
    }

    static long getLong(ByteBuffer page, int offset) {
        return (long) LONGS.getAcquire(page, offset);
    }

    static void putByte(ByteBuffer page, int offset, byte value) {
        VarHandle.releaseFence();
        page.put(offset, value);
    }

    static void putShort(ByteBuffer page, int offset, short value) {
        SHORTS.setRelease(page, offset, value);
    }

    static void putInt(ByteBuffer page, int offset, int value) {
        INTS.setRelease(page, offset, value);
    }

    static void putLong(ByteBuffer page, int offset, long value) {
        LONGS.setRelease(page, offset, value);
    }

    static int exchangeInt(ByteBuffer page, int offset, int value) {
        return (int) INTS.getAndSet(page, offset, value);
    }

    static boolean compareAndSetInt(ByteBuffer page, int offset, int expected, int value) {
        return INTS.compareAndSet(page, offset, expected, value);
    }

    static boolean compareAndSetLong(ByteBuffer page, int offset, long expected, long value) {
        return LONGS.compareAndSet(page, offset, expected, value);
    }

    static void fill(ByteBuffer page, int offset, int count, byte value) {
        for (int i = offset; i < offset + count; i++) {
            page.put(i, value);
        }
    }
}
