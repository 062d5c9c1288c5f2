package io.cdpsim.programs.exec.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Memory of the program that it has registered, and its device addresses.
 *
 * <p>What the program registers are bytes; what devices reach are whole pages. Two registered ranges may share a page, which stays until both
 * are unregistered.
 */
public final class RegisteredMemory {
    private static final long PAGE_BYTES = 4096;

    /** The sizes of registered ranges, by the pointers that the program named. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();

    private final TreeMap<Long, Extent> extents = new TreeMap<>();

    private record Extent(long bytes, long onDevice) {}

    /**
     * Whole pages of the program.
     *
     * @param start address of the first
     * @param bytes their size, 0 if there is none
     */
    public record Pages(long start, long bytes) {}

    /** The pages of a range that no range registered before shares. */
    public Pages newPages(long pointer, long bytes) {
        long start = pointer & -PAGE_BYTES;
        long end = (pointer + bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
        while (start < end && isOnDevice(start)) {
            start += PAGE_BYTES;
        }
        while (start < end && isOnDevice(end - PAGE_BYTES)) {
            end -= PAGE_BYTES;
        }
        return new Pages(start, end - start);
    }

    /** Registers a range of bytes. */
    public void add(long pointer, long bytes) {
        ranges.put(pointer, bytes);
    }

    /** Adds pages that devices reach. */
    public void add(Pages pages, long onDevice) {
        extents.put(pages.start, new Extent(pages.bytes, onDevice));
    }

    /** The pages that only this range contains. */
    public List<Pages> unused(long pointer) {
        Long own = ranges.remove(pointer);
        List<Pages> unused = new ArrayList<>();
        extents.forEach((start, extent) -> {
            if (!overlaps(start, extent.bytes)) {
                unused.add(new Pages(start, extent.bytes));
            }
        });
        if (own != null) {
            ranges.put(pointer, own);
        }
        return unused;
    }

    /** Unregisters a range of bytes, and the pages that only it contains. */
    public void remove(long pointer) {
        unused(pointer).forEach(each -> extents.remove(each.start));
        ranges.remove(pointer);
    }

    /** Whether the program registered a range with exactly this pointer. */
    public boolean isStart(long pointer) {
        return ranges.containsKey(pointer);
    }

    /** Whether part of a range is registered. */
    public boolean overlaps(long start, long bytes) {
        Map.Entry<Long, Long> before = ranges.lowerEntry(start + bytes);
        return before != null && before.getKey() + before.getValue() > start;
    }

    private boolean isOnDevice(long address) {
        return onDevice(address) != address;
    }

    /** The device address of a program address; the same address where it is not registered. */
    public long onDevice(long address) {
        Map.Entry<Long, Extent> before = extents.floorEntry(address);
        return before == null || address - before.getKey() >= before.getValue().bytes
                ? address
                : before.getValue().onDevice + (address - before.getKey());
    }
}
