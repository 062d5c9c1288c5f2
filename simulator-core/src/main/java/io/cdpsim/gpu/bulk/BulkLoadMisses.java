package io.cdpsim.gpu.bulk;

import io.cdpsim.gpu.memory.SectorCache;
import java.util.HashMap;
import java.util.Map;

/**
 * Cache misses of the loads of bulk instructions. The first warp that reads an address range fetches the missing sectors; warps that read
 * the range at the same time wait for these sectors, and later warps hit them.
 */
public final class BulkLoadMisses {
    private record AddressRange(long from, long to) {}

    private record Passage(long until, long bytesMissing) {}

    private final SectorCache[] caches;
    private final int lineBytes;
    private final int sectorBytes;
    private final Map<AddressRange, Passage> passages = new HashMap<>();

    /** @param caches the banks of a cache; a sector in one of them is a hit */
    public BulkLoadMisses(SectorCache[] caches, int lineBytes, int sectorBytes) {
        this.caches = caches;
        this.lineBytes = lineBytes;
        this.sectorBytes = sectorBytes;
    }

    /**
     * A warp reads an address range.
     *
     * @param from address of its first byte
     * @param to address after its last byte
     * @param now when the warp starts
     * @param until when the warp ends if every load misses
     * @return bytes that miss: their sectors were absent when the first of the concurrent warps started
     */
    long bytesMissing(long from, long to, long now, long until) {
        AddressRange range = new AddressRange(from, to);
        Passage passage = passages.get(range);
        if (passage == null || now > passage.until()) {
            passage = new Passage(until, fetch(from, to, now));
            passages.put(range, passage);
        }
        return passage.bytesMissing();
    }

    /** Fetches the sectors that start in a range. @return bytes of the missing ones */
    private long fetch(long from, long to, long now) {
        long missing = 0;
        long end = sectorFrom(to);
        int perLine = lineBytes / sectorBytes;
        for (long sector = sectorFrom(from); sector < end; ) {
            long line = sector / perLine;
            long endInLine = Math.min(end, (line + 1) * perLine);
            int mask = ((1 << (endInLine - sector)) - 1) << (sector - line * perLine);
            int absent = mask;
            for (SectorCache cache : caches) {
                int entry = cache.find(line);
                absent &= entry < 0 ? -1 : ~cache.sectors(entry);
            }
            if (absent != 0) {
                SectorCache first = caches[0];
                int entry = first.find(line);
                first.fill(entry < 0 ? first.allocate(line) : entry, absent, now);
                missing += (long) Integer.bitCount(absent) * sectorBytes;
            }
            sector = endInLine;
        }
        return missing;
    }

    /** The first sector that starts at or after an address. */
    private long sectorFrom(long address) {
        return (address + sectorBytes - 1) / sectorBytes;
    }
}
