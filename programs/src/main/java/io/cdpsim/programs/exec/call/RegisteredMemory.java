package io.cdpsim.programs.exec.call;

import java.util.Map;
import java.util.TreeMap;

/** Memory of the program that it has registered, and its device addresses. */
final class RegisteredMemory {
    private final TreeMap<Long, Range> ranges = new TreeMap<>();

    private record Range(long bytes, long onDevice) {}

    void add(long begin, long bytes, long onDevice) {
        ranges.put(begin, new Range(bytes, onDevice));
    }

    /** Removes a range. @return its size */
    long remove(long begin) {
        Range removed = ranges.remove(begin);
        return removed == null ? 0 : removed.bytes;
    }

    boolean begins(long begin) {
        return ranges.containsKey(begin);
    }

    /** Whether part of a range is registered. */
    boolean overlaps(long begin, long bytes) {
        Map.Entry<Long, Range> before = ranges.lowerEntry(begin + bytes);
        return before != null && before.getKey() + before.getValue().bytes > begin;
    }

    /** The device address of a program address; the same address where it is not registered. */
    long onDevice(long address) {
        Map.Entry<Long, Range> before = ranges.floorEntry(address);
        return before == null || address - before.getKey() >= before.getValue().bytes
                ? address
                : before.getValue().onDevice + (address - before.getKey());
    }
}
