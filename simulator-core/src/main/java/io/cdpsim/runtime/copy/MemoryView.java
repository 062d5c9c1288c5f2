package io.cdpsim.runtime.copy;

import io.cdpsim.memory.PagedMemory;
import java.util.function.LongFunction;

/**
 * Reads and writes memory from outside the simulation in no time, to set up inputs and to check results. Bytes written to a
 * device are in its L2 afterwards, as after a copy.
 */
public final class MemoryView {
    /** Is notified of accesses to a range of memory. */
    public interface RangeListener {
        /** A range is accessed. */
        void accessed(long address, long bytes);
    }

    private final LongFunction<PagedMemory> memoryOf;
    private final RangeListener writes;
    private final RangeListener pieces;
    private final RangeListener loads;

    /**
     * All memory.
     *
     * @param writes is notified before writes
     * @param pieces is notified before writes in pieces
     * @param loads is notified of ranges that SMs are assumed to have loaded
     */
    public MemoryView(
            LongFunction<PagedMemory> memoryOf, RangeListener writes, RangeListener pieces, RangeListener loads) {
        this.memoryOf = memoryOf;
        this.writes = writes;
        this.pieces = pieces;
        this.loads = loads;
    }

    /** Puts a range into the L2 as if SMs in all partitions had loaded it, as far as it fits. */
    public void loadIntoL2(long address, long bytes) {
        checked(address, bytes);
        loads.accessed(address, bytes);
    }

    /** Writes ints. */
    public void write(long address, int... values) {
        PagedMemory memory = checked(address, 4L * values.length);
        writes.accessed(address, 4L * values.length);
        memory.storeInts(address, values);
    }

    /** Writes floats. */
    public void write(long address, float... values) {
        PagedMemory memory = checked(address, 4L * values.length);
        writes.accessed(address, 4L * values.length);
        for (int i = 0; i < values.length; i++) {
            memory.storeInt(address + 4L * i, Float.floatToRawIntBits(values[i]));
        }
    }

    /** Fills with one byte value. */
    public void fill(long address, int value, long bytes) {
        PagedMemory memory = checked(address, bytes);
        writes.accessed(address, bytes);
        memory.fill(address, (byte) value, bytes);
    }

    /** Writes bytes. */
    public void write(long address, byte[] from, int at, int bytes) {
        PagedMemory memory = checked(address, bytes);
        writes.accessed(address, bytes);
        memory.write(address, from, at, bytes);
    }

    /** Puts the bytes of a piece of a range into an array. */
    public interface Piece {
        /** Puts the bytes of a range, from one of them on, at the start of the array. */
        void put(long first, int bytes);
    }

    /** Writes a range in pieces of the size of an array, which holds each in turn. */
    public void writeInPieces(long address, long bytes, byte[] array, Piece piece) {
        PagedMemory memory = checked(address, bytes);
        pieces.accessed(address, bytes);
        for (long first = 0; first < bytes; first += array.length) {
            int size = (int) Math.min(array.length, bytes - first);
            piece.put(first, size);
            memory.write(address + first, array, 0, size);
        }
    }

    /** Reads bytes. */
    public void read(long address, byte[] into, int at, int bytes) {
        checked(address, bytes).read(address, into, at, bytes);
    }

    /** Reads ints. */
    public int[] readInts(long address, int count) {
        PagedMemory memory = checked(address, 4L * count);
        int[] values = new int[count];
        memory.loadInts(address, values);
        return values;
    }

    /** Reads floats. */
    public float[] readFloats(long address, int count) {
        int[] bits = readInts(address, count);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = Float.intBitsToFloat(bits[i]);
        }
        return values;
    }

    /** Reads a long. */
    public long readLong(long address) {
        return checked(address, 8).loadLong(address);
    }

    private PagedMemory checked(long address, long bytes) {
        PagedMemory memory = memoryOf.apply(address);
        if (!memory.containsRange(address, bytes)) {
            throw new IllegalArgumentException(
                    bytes + " bytes at 0x" + Long.toHexString(address) + " are outside every allocation");
        }
        return memory;
    }
}
