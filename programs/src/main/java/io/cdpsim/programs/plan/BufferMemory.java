package io.cdpsim.programs.plan;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.expression.Formula.FormulaScope;
import io.cdpsim.programs.plan.script.BufferContents;
import io.cdpsim.programs.ptx.MemoryElements;
import io.cdpsim.runtime.copy.MemoryView;

/** A buffer in the memory of a machine. */
final class BufferMemory implements FormulaScope.Values {
    /** Elements are written and read in pieces of this many bytes. */
    private static final int WINDOW_BYTES = 1 << 16;

    /** Reads bytes of a memory. */
    interface Reader {
        void read(long address, byte[] into, int at, int bytes);
    }

    private final ValueType type;
    private final long count;
    private final long address;
    private final Reader memory;
    private final byte[] window;
    private long windowStart = -1;

    /**
     * Elements in memory.
     *
     * @param type of the elements
     * @param count how many
     * @param address address of the first
     * @param memory reads them
     */
    BufferMemory(ValueType type, long count, long address, Reader memory) {
        this.type = type;
        this.count = count;
        this.address = address;
        this.memory = memory;
        window = new byte[(int) Math.min(WINDOW_BYTES, count * type.bytes())];
    }

    /** Writes the initial contents, in no simulated time. */
    void fill(BufferContents contents, MemoryView view) {
        if (contents instanceof BufferContents.Zero) {
            return;
        }
        view.writeInPieces(address, bytes(), window, (first, bytes) -> {
            if (first == 0 || !contents.isUniform()) {
                contents.put(window, type, first / type.bytes(), bytes / type.bytes());
            }
        });
        forget();
    }

    /** Makes later reads see current memory. */
    void forget() {
        windowStart = -1;
    }

    ValueType type() {
        return type;
    }

    long bytes() {
        return count * type.bytes();
    }

    /** The address of an element, or of the end. */
    long address(long element) {
        return address + element * type.bytes();
    }

    /** The bits of an element. */
    long bits(long index) {
        int elements = window.length / type.bytes();
        long start = index - index % elements;
        if (start != windowStart) {
            int read = (int) Math.min(elements, count - start);
            memory.read(address(start), window, 0, read * type.bytes());
            windowStart = start;
        }
        return MemoryElements.get(window, (int) (index - start) * type.bytes(), type);
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public boolean isWhole() {
        return !type.isFloat();
    }

    @Override
    public long whole(long index) {
        return MemoryElements.whole(type, bits(index));
    }

    @Override
    public double number(long index) {
        return MemoryElements.number(type, bits(index));
    }
}
