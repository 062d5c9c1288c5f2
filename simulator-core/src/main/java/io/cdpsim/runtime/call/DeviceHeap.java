package io.cdpsim.runtime.call;

import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.RuntimeLimitsSpec;
import io.cdpsim.runtime.limit.DeviceLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fixed-size heap of {@code malloc} and {@code cudaMalloc} of device code (rules HEAP-1, HEAP-2): first fit, 16-byte aligned,
 * one heap for all grids. It is allocated from device memory on first use.
 */
public final class DeviceHeap {
    private static final long ALIGNMENT = 16;
    private static final long HEADER_BYTES = 16;

    private final PagedMemory global;
    private final RuntimeLimitsSpec spec;
    private final DeviceLimits limits;
    private final TreeMap<Long, Long> freeAt = new TreeMap<>();
    private final Map<Long, Long> allocated = new HashMap<>();
    private boolean opened;
    private long base;

    public DeviceHeap(PagedMemory global, RuntimeLimitsSpec spec, DeviceLimits limits) {
        this.global = global;
        this.spec = spec;
        this.limits = limits;
    }

    /** Allocates memory from the heap, whose size is fixed (rule HEAP-1). @return the address, or 0 if the heap is full */
    long allocate(long bytes) {
        return allocate(bytes, ALIGNMENT);
    }

    /** Allocates memory at a multiple of an alignment, a power of two. @return the address, or 0 if there is no room */
    long allocate(long bytes, long alignment) {
        if (!opened) {
            open();
        }
        if (bytes < 0 || bytes > limits.heapBytes()) {
            return 0;
        }
        long size = sizeWithHeader(bytes);
        for (Map.Entry<Long, Long> hole : freeAt.entrySet()) {
            long skipped = alignment <= ALIGNMENT ? 0 : -hole.getKey() & alignment - 1;
            if (hole.getValue() - skipped >= size) {
                return take(hole.getKey(), hole.getValue(), skipped, size);
            }
        }
        return 0;
    }

    private void open() {
        opened = true;
        base = global.allocate(limits.heapBytes() + HEADER_BYTES);
        if (base != 0) {
            // The heap does not start at the start of the allocation, so that the host cannot free it by a device
            // pointer (rule HEAP-3).
            freeAt.put(base + HEADER_BYTES, limits.heapBytes() - reservedBytes());
        }
    }

    /** What the allocator keeps for itself: of a heap below the default size, the same share as of that. */
    private long reservedBytes() {
        return Math.min(spec.heapReservedBytes(), limits.heapBytes() * spec.heapReservedBytes() / spec.heapBytes());
    }

    /** Whether an address is in the heap, allocated or not. */
    public boolean contains(long address) {
        return base != 0 && address >= base && address - base < limits.heapBytes() + HEADER_BYTES;
    }

    /** Frees the heap with all its allocations. Its next use allocates it again, with the size of the limit at that time. */
    public void reset() {
        if (base != 0) {
            global.free(base);
        }
        base = 0;
        opened = false;
        freeAt.clear();
        allocated.clear();
    }

    private long sizeWithHeader(long bytes) {
        long granule = spec.heapGranuleBytes();
        if (granule > 0 && bytes >= granule) {
            return (bytes + HEADER_BYTES + granule - 1) / granule * granule;
        }
        return Math.max(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    }

    private long take(long hole, long holeBytes, long skipped, long size) {
        long address = hole + skipped;
        freeAt.remove(hole);
        if (skipped > 0) {
            freeAt.put(hole, skipped);
        }
        if (holeBytes - skipped > size) {
            freeAt.put(address + size, holeBytes - skipped - size);
        }
        allocated.put(address, size);
        return address;
    }

    /** The size of the allocation that starts at an address; 0 if there is none. */
    long allocatedBytes(long address) {
        return allocated.getOrDefault(address, 0L);
    }

    /**
     * Frees an allocation of any thread (rule HEAP-2). @return false if there is none at the address, for example in host memory
     * (rule MEM-7)
     */
    boolean free(long address) {
        Long size = allocated.remove(address);
        if (size == null) {
            return address == 0;
        }
        long start = address;
        long bytes = size;
        Map.Entry<Long, Long> before = freeAt.lowerEntry(start);
        if (before != null && before.getKey() + before.getValue() == start) {
            start = before.getKey();
            bytes += before.getValue();
        }
        Long after = freeAt.remove(address + size);
        freeAt.put(start, bytes + (after == null ? 0 : after));
        return true;
    }
}
