package io.cdpsim.gpu.memory;

import java.util.Arrays;

/**
 * The tags of a set-associative cache of lines made of sectors, with least-recently-used replacement.
 *
 * <p>Holds no data, only which sectors are there, from what time on, and which are dirty. A sector that is on its way counts as present
 * from the time it arrives.
 */
public final class SectorCache {
    private final int sets;
    private final int ways;
    private final long[] tags;
    private final long[] arrival;
    private final long[] lastUse;
    private final byte[] present;
    private final byte[] dirty;
    private long uses;
    private int evictedDirty;

    public SectorCache(long bytes, int lineBytes, int ways) {
        this.ways = Math.max(1, ways);
        this.sets = (int) Math.max(1, bytes / lineBytes / this.ways);
        int lines = sets * this.ways;
        tags = new long[lines];
        arrival = new long[lines];
        lastUse = new long[lines];
        present = new byte[lines];
        dirty = new byte[lines];
        Arrays.fill(tags, -1);
    }

    /** Where the line is, or -1. */
    public int find(long line) {
        int first = setOf(line) * ways;
        for (int i = first; i < first + ways; i++) {
            if (tags[i] == line) {
                lastUse[i] = ++uses;
                return i;
            }
        }
        return -1;
    }

    /** The sectors of an entry that are present or on their way. */
    public int sectors(int entry) {
        return present[entry];
    }

    /** When the last sector on its way to this entry is there. */
    public long arrival(int entry) {
        return arrival[entry];
    }

    /** Makes room for the line, which is not in the cache. @return its entry, without sectors */
    public int allocate(long line) {
        int first = setOf(line) * ways;
        int victim = first;
        for (int i = first; i < first + ways; i++) {
            if (tags[i] == -1) {
                victim = i;
                break;
            }
            if (lastUse[i] < lastUse[victim]) {
                victim = i;
            }
        }
        evictedDirty = tags[victim] == -1 ? 0 : dirty[victim];
        tags[victim] = line;
        arrival[victim] = 0;
        present[victim] = 0;
        dirty[victim] = 0;
        lastUse[victim] = ++uses;
        return victim;
    }

    /** The dirty sectors that the last {@link #allocate} drove out. */
    int evictedDirtySectors() {
        return evictedDirty;
    }

    /** Sectors of a line are void, if they are there. */
    void drop(long line, int sectorMask) {
        int first = setOf(line) * ways;
        for (int i = first; i < first + ways; i++) {
            if (tags[i] == line) {
                present[i] &= (byte) ~sectorMask;
                dirty[i] &= (byte) ~sectorMask;
                return;
            }
        }
    }

    /** Sectors come in at a time. */
    public void fill(int entry, int sectorMask, long time) {
        present[entry] |= (byte) sectorMask;
        arrival[entry] = Math.max(arrival[entry], time);
    }

    /** Sectors are written. */
    void write(int entry, int sectorMask) {
        present[entry] |= (byte) sectorMask;
        dirty[entry] |= (byte) sectorMask;
    }

    /** Drops everything. */
    void invalidate() {
        Arrays.fill(tags, -1);
    }

    private int setOf(long line) {
        long hash = line * 0x9E3779B97F4A7C15L;
        return (int) (((hash >>> 32) * sets) >>> 32);
    }
}
