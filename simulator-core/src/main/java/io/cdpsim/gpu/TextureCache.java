package io.cdpsim.gpu;

import java.util.HashMap;
import java.util.Map;

/** What a grid has fetched through textures. Emptied where the rules make textures coherent with memory (rule MEM-10). */
final class TextureCache {
    private final Map<Long, Long> values = new HashMap<>();

    boolean holds(long address) {
        return values.containsKey(address);
    }

    long value(long address) {
        return values.getOrDefault(address, 0L);
    }

    void keep(long address, long value) {
        values.put(address, value);
    }
}
