package io.cdpsim.gpu.memory;

import java.util.Map;
import java.util.TreeMap;

/**
 * The parts of a program's own memory that it has registered ({@code cudaHostRegister}). Threads of a device reach them by the program's
 * addresses, which stand for addresses of pinned memory.
 */
public final class RegisteredHostMemory {
    private final TreeMap<Long, Range> ranges = new TreeMap<>();

    private record Range(long bytes, long pinned) {}

    /**
     * Adds a range.
     *
     * @param start its first address in the program
     * @param pinned the address of the pinned memory that holds it
     */
    public void add(long start, long bytes, long pinned) {
        ranges.put(start, new Range(bytes, pinned));
    }

    /** Removes the range that starts at an address. */
    public void remove(long start) {
        ranges.remove(start);
    }

    /** Whether nothing is registered. */
    public boolean isEmpty() {
        return ranges.isEmpty();
    }

    /** The address in pinned memory that an address of the program stands for; the same address where none is registered. */
    public long pinned(long address) {
        Map.Entry<Long, Range> before = ranges.floorEntry(address);
        return before == null || address - before.getKey() >= before.getValue().bytes
                ? address
                : before.getValue().pinned + (address - before.getKey());
    }
}
