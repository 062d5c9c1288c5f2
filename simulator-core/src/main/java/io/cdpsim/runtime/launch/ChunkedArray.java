package io.cdpsim.runtime.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array that grows to millions of elements, an object or null at each index. It consists of chunks: growing copies no element
 * and leaves at most one chunk unused. Nested classes hold primitive values.
 *
 * @param <T> the elements
 */
public final class ChunkedArray<T> {
    private static final int CHUNK_BITS = 10;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private final List<@Nullable Object[]> chunks = new ArrayList<>();

    /** Grows the array until it has an index. */
    public void ensureIndex(int index) {
        while (index >>> CHUNK_BITS >= chunks.size()) {
            chunks.add(new Object[CHUNK]);
        }
    }

    /** The element at an index. */
    @SuppressWarnings("unchecked") // set takes nothing else
    public @Nullable T get(int index) {
        return (T) chunks.get(index >>> CHUNK_BITS)[index & CHUNK - 1];
    }

    /** Sets the element at an index. */
    public void set(int index, @Nullable T value) {
        chunks.get(index >>> CHUNK_BITS)[index & CHUNK - 1] = value;
    }

    /** An array of primitive values, empty at first. A chunk that has held nothing but zeros takes no memory. */
    public abstract static class OfPrimitive {
        private int length;

        private OfPrimitive() {}

        /** Grows the array until it has an index. */
        public final void ensureIndex(int index) {
            while (index >= length) {
                addChunk(length >>> CHUNK_BITS);
                length += CHUNK;
            }
        }

        /** The number of indices. */
        public final int length() {
            return length;
        }

        abstract void addChunk(int chunk);
    }

    /** An int at each index, 0 at first. */
    public static final class OfInt extends OfPrimitive {
        private final int[] zeros = new int[CHUNK];
        private int[][] chunks = new int[4][];

        /** The value at an index. */
        public int get(int index) {
            return chunks[index >>> CHUNK_BITS][index & CHUNK - 1];
        }

        /** Sets the value at an index. */
        public void set(int index, int value) {
            int[] chunk = chunks[index >>> CHUNK_BITS];
            if (chunk == zeros) {
                if (value == 0) {
                    return;
                }
                chunk = new int[CHUNK];
                chunks[index >>> CHUNK_BITS] = chunk;
            }
            chunk[index & CHUNK - 1] = value;
        }

        @Override
        void addChunk(int chunk) {
            if (chunk == chunks.length) {
                chunks = Arrays.copyOf(chunks, 2 * chunk);
            }
            chunks[chunk] = zeros;
        }
    }

    /** A long at each index, 0 at first. */
    public static final class OfLong extends OfPrimitive {
        private final long[] zeros = new long[CHUNK];
        private long[][] chunks = new long[4][];

        /** The value at an index. */
        public long get(int index) {
            return chunks[index >>> CHUNK_BITS][index & CHUNK - 1];
        }

        /** Sets the value at an index. */
        public void set(int index, long value) {
            long[] chunk = chunks[index >>> CHUNK_BITS];
            if (chunk == zeros) {
                if (value == 0) {
                    return;
                }
                chunk = new long[CHUNK];
                chunks[index >>> CHUNK_BITS] = chunk;
            }
            chunk[index & CHUNK - 1] = value;
        }

        @Override
        void addChunk(int chunk) {
            if (chunk == chunks.length) {
                chunks = Arrays.copyOf(chunks, 2 * chunk);
            }
            chunks[chunk] = zeros;
        }
    }

    /** A byte at each index, 0 at first. */
    public static final class OfByte extends OfPrimitive {
        private final byte[] zeros = new byte[CHUNK];
        private byte[][] chunks = new byte[4][];

        /** The value at an index. */
        public byte get(int index) {
            return chunks[index >>> CHUNK_BITS][index & CHUNK - 1];
        }

        /** Sets the value at an index. */
        public void set(int index, byte value) {
            byte[] chunk = chunks[index >>> CHUNK_BITS];
            if (chunk == zeros) {
                if (value == 0) {
                    return;
                }
                chunk = new byte[CHUNK];
                chunks[index >>> CHUNK_BITS] = chunk;
            }
            chunk[index & CHUNK - 1] = value;
        }

        @Override
        void addChunk(int chunk) {
            if (chunk == chunks.length) {
                chunks = Arrays.copyOf(chunks, 2 * chunk);
            }
            chunks[chunk] = zeros;
        }
    }

    /** An int at each index, 0 at first. A chunk whose values are from 0 to 255 takes a byte for each. */
    public static final class OfSmallInt {
        private final OfByte lowest = new OfByte();
        private final OfInt upper = new OfInt();

        /** Grows the array until it has an index. */
        public void ensureIndex(int index) {
            lowest.ensureIndex(index);
            upper.ensureIndex(index);
        }

        /** The value at an index. */
        public int get(int index) {
            return upper.get(index) << Byte.SIZE | Byte.toUnsignedInt(lowest.get(index));
        }

        /** Sets the value at an index. */
        public void set(int index, int value) {
            lowest.set(index, (byte) value);
            upper.set(index, value >> Byte.SIZE);
        }
    }
}
