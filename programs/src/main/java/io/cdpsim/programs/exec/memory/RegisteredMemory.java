package io.cdpsim.programs.exec.memory;

import java.util.Map;
import java.util.TreeMap;

/** Memory of the program that it has registered, and its device addresses. */
public final class RegisteredMemory {
    private final TreeMap<Long, Range> ranges = new TreeMap<>();

    /** @param pointer what the program named, in the first page */
    private record Range(long pointer, long bytes, long onDevice) {}

    public void add(long start, long pointer, long bytes, long onDevice) {
        ranges.put(start, new Range(pointer, bytes, onDevice));
    }

    /** Removes a range. @return its size */
    public long remove(long start) {
        Range removed = ranges.remove(start);
        return removed == null ? 0 : removed.bytes;
    }

    /** Whether the program registered a range with exactly this pointer. */
    public boolean isStart(long start, long pointer) {
        Range range = ranges.get(start);
        return range != null && range.pointer == pointer;
    }

    /** Whether part of a range is registered. */
    public boolean overlaps(long start, long bytes) {
        Map.Entry<Long, Range> before = ranges.lowerEntry(start + bytes);
        return before != null && before.getKey() + before.getValue().bytes > start;
    }

    /** The device address of a program address; the same address where it is not registered. */
    public long onDevice(long address) {
        Map.Entry<Long, Range> before = ranges.floorEntry(address);
        return before == null || address - before.getKey() >= before.getValue().bytes
                ? address
                : before.getValue().onDevice + (address - before.getKey());
    }
}
