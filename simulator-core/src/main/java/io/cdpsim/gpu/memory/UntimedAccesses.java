package io.cdpsim.gpu.memory;

import io.cdpsim.profile.L2Spec;
import java.util.Arrays;

/**
 * The accesses to global memory of blocks of one SM that run without time: they leave the tags of the L2 as timed accesses would, and occupy nothing. Accesses to one
 * line that follow each other soon count once.
 */
public final class UntimedAccesses {
    private static final int SLOT_BITS = 8;
    private static final int SECTORS = 0xFF;
    private static final int STORED_SHIFT = 8;

    private final L2Tags tags;
    private final MemoryTraffic traffic;
    private final AccessFollowing following;
    private final L2Slices map;
    private final DramChannels dram;
    private final int partition;
    private final int lineShift;
    private final int sectorShift;
    private final int sectorOfLine;
    private final long[] lines = new long[1 << SLOT_BITS];
    /** The sectors of each line: loaded ones in the low bits, stored ones above. */
    private final int[] sectors = new int[1 << SLOT_BITS];

    UntimedAccesses(
            MemoryTraffic traffic,
            L2Tags tags,
            AccessFollowing following,
            L2Slices map,
            DramChannels dram,
            int sm,
            L2Spec l2) {
        this.tags = tags;
        this.traffic = traffic;
        this.following = following;
        this.map = map;
        this.dram = dram;
        partition = map.partitionOfSm(sm);
        lineShift = Integer.numberOfTrailingZeros(l2.lineBytes());
        sectorShift = Integer.numberOfTrailingZeros(l2.sectorBytes());
        sectorOfLine = (1 << (lineShift - sectorShift)) - 1;
        Arrays.fill(lines, -1);
    }

    /** Whether they reach the tags at present. */
    public boolean areFollowed() {
        return following.isOn();
    }

    /** A lane loads or stores up to a sector of global memory. */
    public void access(long address, boolean isStore) {
        long line = address >>> lineShift;
        if (!following.isOn()) {
            return;
        }
        int sector = 1 << ((int) (address >>> sectorShift) & sectorOfLine);
        int slot = (int) ((line * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - SLOT_BITS));
        if (lines[slot] != line) {
            replace(slot, line);
        }
        sectors[slot] |= isStore ? sector << STORED_SHIFT : sector;
    }

    private void replace(int slot, long line) {
        long before = lines[slot];
        int mask = sectors[slot];
        lines[slot] = line;
        sectors[slot] = 0;
        // Its tags are needed when another line replaces it.
        traffic.readAhead += tags.readAhead(line);
        if (before < 0) {
            return;
        }
        SectorCache near = tags.partition(partition);
        int stored = mask >>> STORED_SHIFT;
        if (stored != 0) {
            SectorCache home = tags.partition(map.homePartition(before));
            home.write(entry(home, before), stored);
            tags.dropElsewhere(home, near, before, stored);
            if (home != near) {
                near.fill(entry(near, before), stored, 0);
            }
        }
        int loaded = mask & SECTORS & ~stored;
        if (loaded != 0) {
            int entry = entry(near, before);
            int missing = loaded & ~near.sectors(entry);
            if (missing != 0) {
                if (tags.inOtherPartition(near, before, missing) >= 0) {
                    traffic.untimedSectors += Integer.bitCount(missing);
                } else {
                    dram.readUntimed(missing, traffic);
                }
                near.fill(entry, missing, 0);
            }
        }
    }

    private int entry(SectorCache cache, long line) {
        int entry = cache.find(line);
        if (entry < 0) {
            long replaced = cache.replace(line);
            entry = (int) replaced;
            DramChannels.writtenUntimed((int) (replaced >>> Integer.SIZE), traffic);
        }
        return entry;
    }
}
