package io.cdpsim.gpu.memory;

import java.util.HashMap;
import java.util.Map;

/** What a grid has fetched through textures. Emptied where the rules make textures coherent with memory (rule MEM-10). */
public final class TextureCache {
    private final Map<Long, Long> values = new HashMap<>();

    public boolean holds(long address) {
        return values.containsKey(address);
    }

    public long value(long address) {
        return values.getOrDefault(address, 0L);
    }

    public void keep(long address, long value) {
        values.put(address, value);
    }
}
