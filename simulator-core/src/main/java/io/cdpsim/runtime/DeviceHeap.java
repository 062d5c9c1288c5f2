package io.cdpsim.runtime;

import io.cdpsim.memory.PagedMemory;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The fixed heap behind device-side {@code malloc} (rules HEAP-1, HEAP-2): first fit, 16-byte aligned, one heap for all grids. */
final class DeviceHeap {
    private static final long ALIGNMENT = 16;

    private final PagedMemory global;
    private final long capacityBytes;
    private final TreeMap<Long, Long> freeAt = new TreeMap<>();
    private final Map<Long, Long> allocated = new HashMap<>();
    private boolean opened;

    DeviceHeap(PagedMemory global, long capacityBytes) {
        this.global = global;
        this.capacityBytes = capacityBytes;
    }

    /** Allocates. @return the address, or 0 where no room is left */
    long allocate(long bytes) {
        if (!opened) {
            opened = true;
            long base = global.allocate(capacityBytes);
            if (base != 0) {
                freeAt.put(base, capacityBytes);
            }
        }
        long size = Math.max(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
        for (Map.Entry<Long, Long> hole : freeAt.entrySet()) {
            if (bytes >= 0 && hole.getValue() >= size) {
                return take(hole.getKey(), hole.getValue(), size);
            }
        }
        return 0;
    }

    private long take(long address, long holeBytes, long size) {
        freeAt.remove(address);
        if (holeBytes > size) {
            freeAt.put(address + size, holeBytes - size);
        }
        allocated.put(address, size);
        return address;
    }

    /** Frees. @return false if nothing was allocated at the address */
    boolean free(long address) {
        Long size = allocated.remove(address);
        if (size == null) {
            return address == 0;
        }
        long begin = address;
        long bytes = size;
        Map.Entry<Long, Long> before = freeAt.lowerEntry(begin);
        if (before != null && before.getKey() + before.getValue() == begin) {
            begin = before.getKey();
            bytes += before.getValue();
        }
        Long behind = freeAt.remove(address + size);
        freeAt.put(begin, bytes + (behind == null ? 0 : behind));
        return true;
    }
}
