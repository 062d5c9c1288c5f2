package io.cdpsim.gpu.grid;

import java.util.HashMap;
import java.util.Map;

/** What a grid has fetched through textures. Emptied where the rules make textures coherent with memory (rule MEM-10). */
public final class TextureCache {
    private final Map<Long, Long> values = new HashMap<>();

    /** Whether the value at an address has been fetched. */
    public boolean holds(long address) {
        return values.containsKey(address);
    }

    /** The value at an address as it was fetched; 0 if it was not. */
    public long value(long address) {
        return values.getOrDefault(address, 0L);
    }

    /** Keeps the value that was fetched from an address, until the grid gets a clean view (rule MEM-10). */
    public void keep(long address, long value) {
        values.put(address, value);
    }
}
