package io.cdpsim.gpu.bulk;

import io.cdpsim.gpu.memory.SectorCache;
import java.util.HashMap;
import java.util.Map;

/**
 * What the loads of bulk instructions find in a cache. The first warp that comes to a stretch of memory fetches what is not there; those
 * that go through the stretch beside it wait for the same sectors, and later ones find them.
 */
public final class BulkLoadMisses {
    private record Stretch(long from, long to) {}

    private record Passage(long until, long bytesMissing) {}

    private final SectorCache[] caches;
    private final int lineBytes;
    private final int sectorBytes;
    private final Map<Stretch, Passage> passages = new HashMap<>();

    /** @param caches the parts of a cache; what is in one of them need not be fetched */
    public BulkLoadMisses(SectorCache[] caches, int lineBytes, int sectorBytes) {
        this.caches = caches;
        this.lineBytes = lineBytes;
        this.sectorBytes = sectorBytes;
    }

    /**
     * A warp goes through a stretch of memory.
     *
     * @param from address of its first byte
     * @param to address behind its last byte
     * @param now when the warp starts
     * @param until when it is through if it must wait for all
     * @return the bytes for which it waits: their sectors were not there when the first of those who go beside it came
     */
    long bytesMissing(long from, long to, long now, long until) {
        Stretch stretch = new Stretch(from, to);
        Passage passage = passages.get(stretch);
        if (passage == null || now > passage.until()) {
            passage = new Passage(until, fetch(from, to, now));
            passages.put(stretch, passage);
        }
        return passage.bytesMissing();
    }

    /** Fetches the sectors that start in a stretch. @return the bytes of those that were not there */
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

    /** The first sector that starts at an address or behind it. */
    private long sectorFrom(long address) {
        return (address + sectorBytes - 1) / sectorBytes;
    }
}
