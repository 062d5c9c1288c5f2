package io.cdpsim.gpu.memory;

import io.cdpsim.profile.L2Spec;
import java.util.Arrays;
import java.util.BitSet;

/** The tags of each L2 partition: which sectors it holds, and since which cycle. An evicted dirty sector is written to DRAM. */
final class L2Tags {
    private final L2Spec l2;
    private final L2Slices map;
    private final DramChannels dram;
    private final SectorCache[] partitions;

    /** @param channels the memory's channels; each has its part of the tags */
    L2Tags(L2Spec l2, L2Slices map, DramChannels dram, int channels) {
        this.l2 = l2;
        this.map = map;
        this.dram = dram;
        partitions = new SectorCache[map.partitions()];
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = new SectorCache(l2.bytes() / partitions.length, l2.lineBytes(), l2.ways(), channels);
        }
    }

    SectorCache[] partitions() {
        return partitions.clone();
    }

    SectorCache partition(int index) {
        return partitions[index];
    }

    /** Reads what the next access to a line will read, so that the simulating machine's caches hold it. @return what is read, of no meaning */
    long readAhead(long line) {
        long read = 0;
        for (SectorCache cache : partitions) {
            read ^= cache.readAhead(line);
        }
        return read;
    }

    /** The entry of a line, allocated if the partition does not hold the line. */
    int entry(SectorCache cache, long line, long now, MemoryTraffic traffic) {
        int entry = cache.find(line);
        return entry < 0 ? allocate(cache, line, now, traffic) : entry;
    }

    /** Allocates a line that the partition does not hold. @return its entry */
    int allocate(SectorCache cache, long line, long now, MemoryTraffic traffic) {
        long replaced = cache.replace(line);
        int dirty = (int) (replaced >>> Integer.SIZE);
        if (dirty != 0) {
            dram.writeBack(line, dirty, now, traffic);
        }
        return (int) replaced;
    }

    /** The cycle from which a partition other than {@code own} holds sectors of a line; -1 where none holds them. */
    long inOtherPartition(SectorCache own, long line, int sectorMask) {
        for (SectorCache cache : partitions) {
            int entry = cache == own ? -1 : cache.find(line);
            if (entry >= 0 && (sectorMask & ~cache.sectors(entry)) == 0) {
                return cache.arrival(entry);
            }
        }
        return -1;
    }

    /** A copy or a fill writes memory: the home partition holds it, every other partition loses it. */
    void written(long address, long bytes) {
        sectorsOf(address, bytes, (line, sectorMask) -> {
            SectorCache home = partitions[map.homePartition(line)];
            dropElsewhere(home, home, line, sectorMask);
            home.write(untimedEntry(home, line), sectorMask);
        });
    }

    /**
     * A range of memory is written in pieces, each of which fits into the L2, one after the other: the same as {@link #written} of each. Lines that later
     * ones evict are passed over.
     */
    void writtenInPieces(long address, long bytes) {
        long first = address / l2.lineBytes();
        long last = (address + bytes - 1) / l2.lineBytes();
        for (int i = 0; i < partitions.length; i++) {
            int own = i;
            partitions[i].dropAll(
                    first, last, line -> map.homePartition(line) == own ? 0 : sectorsWithin(line, address, bytes));
        }
        BitSet stay = linesThatStay(first, last);
        for (int i = stay.nextSetBit(0); i >= 0; i = stay.nextSetBit(i + 1)) {
            long line = first + i;
            SectorCache home = partitions[map.homePartition(line)];
            home.write(untimedEntry(home, line), sectorsWithin(line, address, bytes));
        }
    }

    /** The sectors of a line that a memory range has a part of. */
    private int sectorsWithin(long line, long address, long bytes) {
        int inLine = l2.lineBytes() / l2.sectorBytes();
        long from = Math.max(0, address / l2.sectorBytes() - line * inLine);
        long behind = Math.min(inLine, endSector(address, bytes) - line * inLine);
        return (1 << behind) - (1 << from);
    }

    private BitSet linesThatStay(long first, long last) {
        byte[][] linesOfSets =
                Arrays.stream(partitions).map(each -> new byte[each.sets()]).toArray(byte[][]::new);
        long free = Arrays.stream(partitions).mapToLong(SectorCache::entries).sum();
        BitSet stay = new BitSet();
        for (long line = last; line >= first && free > 0; line--) {
            int home = map.homePartition(line);
            if (partitions[home].holdsBefore(linesOfSets[home], line)) {
                stay.set((int) (line - first));
                free--;
            }
        }
        return stay;
    }

    /** Sectors of a line leave all partitions but its home and the one near the SM that writes them. */
    void dropElsewhere(SectorCache home, SectorCache near, long line, int sectorMask) {
        for (SectorCache cache : partitions) {
            if (cache != home && cache != near) {
                cache.drop(line, sectorMask);
            }
        }
    }

    /** A bulk copy of an SM writes memory: besides the home partition the SM's own holds it, as behind its stores. */
    void writtenBy(SectorCache own, long address, long bytes) {
        written(address, bytes);
        sectorsOf(address, bytes, (line, sectorMask) -> {
            if (partitions[map.homePartition(line)] != own) {
                own.fill(untimedEntry(own, line), sectorMask, 0);
            }
        });
    }

    /** Fills each partition with all of a memory range if it fits, and otherwise with the part whose home the partition is. */
    void loadedEverywhere(long address, long bytes) {
        boolean fits = bytes <= l2.bytes() / partitions.length;
        sectorsOf(address, bytes, (line, sectorMask) -> {
            SectorCache home = partitions[map.homePartition(line)];
            for (SectorCache cache : partitions) {
                if (fits || cache == home) {
                    cache.fill(untimedEntry(cache, line), sectorMask, 0);
                }
            }
        });
    }

    private static int untimedEntry(SectorCache cache, long line) {
        int entry = cache.find(line);
        return entry < 0 ? cache.allocate(line) : entry;
    }

    private interface SectorsOfLine {
        void take(long line, int sectorMask);
    }

    /** Visits the last sectors of a memory range that fit into the L2: earlier ones would be evicted at once. */
    private void sectorsOf(long address, long bytes, SectorsOfLine sectors) {
        long end = endSector(address, bytes);
        sectorsFrom(Math.max(address / l2.sectorBytes(), end - l2.bytes() / l2.sectorBytes()), end, sectors);
    }

    /** The sector behind a memory range. */
    private long endSector(long address, long bytes) {
        return (address + bytes + l2.sectorBytes() - 1) / l2.sectorBytes();
    }

    private void sectorsFrom(long start, long end, SectorsOfLine sectors) {
        int inLine = l2.lineBytes() / l2.sectorBytes();
        for (long sector = start; sector < end; ) {
            int first = (int) (sector % inLine);
            int behind = (int) Math.min(inLine, first + end - sector);
            sectors.take(sector / inLine, (1 << behind) - (1 << first));
            sector += behind - first;
        }
    }
}
