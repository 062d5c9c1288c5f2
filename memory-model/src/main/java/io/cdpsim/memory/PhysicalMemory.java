package io.cdpsim.memory;

import java.util.ArrayList;
import java.util.List;

/** Memory without an address of its own, which {@link PagedMemory#map} puts behind one or more ranges of addresses. Pages that nothing has written take no host memory. */
public final class PhysicalMemory {
    final byte[][] pages;

    /** The first pages of the ranges that it is mapped to. */
    final List<Integer> mappedAt = new ArrayList<>();

    private final long bytes;

    PhysicalMemory(long bytes, int pages) {
        this.bytes = bytes;
        this.pages = new byte[pages][];
    }

    /** Its size. */
    public long bytes() {
        return bytes;
    }

    /** Whether some range of addresses leads to it. */
    public boolean isMapped() {
        return !mappedAt.isEmpty();
    }
}
