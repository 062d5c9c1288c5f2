package io.cdpsim.gpu.grid;

import java.util.Arrays;

/**
 * The bytes that a grid has fetched through textures. Cleared where the rules make textures coherent with memory (rule MEM-10), and
 * evicted when full, since cache contents may be evicted at any time.
 */
public final class TextureCache {
    private static final int SECTOR_BYTES = 32;

    /** As many sectors as the L1 cache of a current SM. */
    private static final int MOST_SECTORS = 8192;

    private static final int FEWEST_SLOTS = 16;

    /** Multiplier of Fibonacci hashing: 2^64 over the golden ratio. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** The sector that a slot holds, plus one; 0 for an empty slot. */
    private long[] sectors = new long[FEWEST_SLOTS];

    /** The fetched bytes of a slot's sector, one bit each. */
    private int[] fetched = new int[FEWEST_SLOTS];

    private byte[] bytes = new byte[FEWEST_SLOTS * SECTOR_BYTES];
    private int used;

    /** The fetched values: {@link #place} returns an index that is valid until its next call. */
    public byte[] bytes() {
        return bytes;
    }

    /** The index of an address's bytes, allocated if absent. */
    public int place(long address) {
        long sector = address / SECTOR_BYTES + 1;
        int slot = slot(sector);
        if (sectors[slot] == 0) {
            if (2 * (used + 1) > sectors.length) {
                evict();
                slot = slot(sector);
            }
            sectors[slot] = sector;
            used++;
        }
        return slot * SECTOR_BYTES + (int) (address % SECTOR_BYTES);
    }

    /** Whether all bytes of an aligned value have been fetched. */
    public boolean holds(int place, int count) {
        int wanted = mask(place, count);
        return (fetched[place / SECTOR_BYTES] & wanted) == wanted;
    }

    /** Caches the bytes of an aligned value that have not been fetched before, until the grid's cache is cleared (rule MEM-10). */
    public void keep(int place, int count, long value) {
        int slot = place / SECTOR_BYTES;
        int before = fetched[slot];
        for (int i = 0; i < count; i++) {
            if ((before & mask(place + i, 1)) == 0) {
                bytes[place + i] = (byte) (value >>> (Byte.SIZE * i));
            }
        }
        fetched[slot] = before | mask(place, count);
    }

    private static int mask(int place, int count) {
        return ((1 << count) - 1) << (place % SECTOR_BYTES);
    }

    private int slot(long sector) {
        int last = sectors.length - 1;
        int slot = (int) ((sector * SPREAD) >>> Integer.SIZE) & last;
        while (sectors[slot] != 0 && sectors[slot] != sector) {
            slot = (slot + 1) & last;
        }
        return slot;
    }

    private void evict() {
        if (used >= MOST_SECTORS) {
            Arrays.fill(sectors, 0);
            Arrays.fill(fetched, 0);
            used = 0;
            return;
        }
        long[] oldSectors = sectors;
        int[] oldFetched = fetched;
        byte[] oldBytes = bytes;
        sectors = new long[2 * oldSectors.length];
        fetched = new int[sectors.length];
        bytes = new byte[sectors.length * SECTOR_BYTES];
        for (int i = 0; i < oldSectors.length; i++) {
            if (oldSectors[i] != 0) {
                int slot = slot(oldSectors[i]);
                sectors[slot] = oldSectors[i];
                fetched[slot] = oldFetched[i];
                System.arraycopy(oldBytes, i * SECTOR_BYTES, bytes, slot * SECTOR_BYTES, SECTOR_BYTES);
            }
        }
    }
}
