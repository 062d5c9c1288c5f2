package io.cdpsim.gpu.memory;

import io.cdpsim.warp.Lanes;
import java.util.Arrays;

/** Coalesces the accesses of a warp's lanes into lines and sectors. Reused for every access; holds the last result. */
final class Coalescer {
    /** Sectors of a line, without the mark of those that are written in part. */
    static final int SECTORS = (1 << SectorCache.MOST_SECTORS) - 1;

    /** How much higher than a sector its mark is. */
    static final int PART_SHIFT = SectorCache.MOST_SECTORS;

    private final int lineShift;
    private final int sectorShift;
    private final long[] lines = new long[2 * Lanes.COUNT];
    private final int[] sectors = new int[2 * Lanes.COUNT];
    /** For each lane, the index of its line. */
    private final int[] lineOf = new int[Lanes.COUNT];
    /** Bytes that lanes access in each sector of each line. Grows with the lines, since few accesses have many. */
    private int[] bytesIn = {};

    private int count;
    private boolean isRow;

    Coalescer(int lineBytes, int sectorBytes) {
        lineShift = Integer.numberOfTrailingZeros(lineBytes);
        sectorShift = Integer.numberOfTrailingZeros(sectorBytes);
    }

    /** Coalesces accesses of {@code bytes} bytes (at most 16, aligned) by these lanes. */
    void join(long[] addresses, int lanes, int bytes) {
        count = 0;
        isRow = lanes == -1 && bytes <= 1 << sectorShift && LaneAddresses.areRow(addresses, bytes);
        if (isRow) {
            joinRow(addresses[0], addresses[Lanes.COUNT - 1]);
            return;
        }
        int last = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long address = addresses[lane];
            long line = address >>> lineShift;
            int sector = 1 << sectorOf(address);
            if (count > 0 && lines[last] == line) {
                sectors[last] |= sector;
                lineOf[lane] = last;
                continue;
            }
            int at = 0;
            while (at < count && lines[at] != line) {
                at++;
            }
            if (at == count) {
                lines[count] = line;
                sectors[count++] = sector;
            } else {
                sectors[at] |= sector;
            }
            last = at;
            lineOf[lane] = at;
        }
    }

    private int sectorOf(long address) {
        return (int) (address >>> sectorShift) & ((1 << (lineShift - sectorShift)) - 1);
    }

    /**
     * Adds to the sectors of each line those of which the lanes that were joined last write a part only, {@link #PART_SHIFT} bits higher.
     *
     * @param bytes bytes that each lane writes
     */
    void markParts(long[] addresses, int lanes, int bytes) {
        int sectorBytes = 1 << sectorShift;
        if (isRow) {
            if ((addresses[0] & (sectorBytes - 1)) != 0) {
                sectors[0] |= Integer.lowestOneBit(sectors[0]) << PART_SHIFT;
                sectors[count - 1] |= Integer.highestOneBit(sectors[count - 1] & SECTORS) << PART_SHIFT;
            }
            return;
        }
        int length = count * SectorCache.MOST_SECTORS;
        if (length > bytesIn.length) {
            bytesIn = new int[2 * length];
        }
        Arrays.fill(bytesIn, 0, length, 0);
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            bytesIn[lineOf[lane] * SectorCache.MOST_SECTORS + sectorOf(addresses[lane])] += bytes;
        }
        for (int i = 0; i < count; i++) {
            for (int m = sectors[i]; m != 0; m &= m - 1) {
                int sector = Integer.numberOfTrailingZeros(m);
                if (bytesIn[i * SectorCache.MOST_SECTORS + sector] < sectorBytes) {
                    sectors[i] |= 1 << (sector + PART_SHIFT);
                }
            }
        }
    }

    /**
     * The words of one of the lines that lanes access whole, one bit each.
     *
     * @param bytes bytes that each lane accesses
     */
    int words(int index, long[] addresses, int lanes, int bytes) {
        int ofLane = bytes < Integer.BYTES ? 0 : (1 << (bytes / Integer.BYTES)) - 1;
        int inLine = (1 << lineShift) - 1;
        long line = lines[index];
        int all = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            long address = addresses[Integer.numberOfTrailingZeros(m)];
            if (address >>> lineShift == line) {
                all |= ofLane << (((int) address & inLine) / Integer.BYTES);
            }
        }
        return all;
    }

    /** The words of one of the lines that lanes access whole or in part, one bit each. */
    int touchedWords(int index, long[] addresses, int lanes, int bytes) {
        return words(index, addresses, lanes, Math.max(bytes, Integer.BYTES));
    }

    /** All sectors from the one of the first address to that of the last. */
    private void joinRow(long first, long last) {
        int inLine = (1 << (lineShift - sectorShift)) - 1;
        long end = last >>> sectorShift;
        for (long sector = first >>> sectorShift; sector <= end; ) {
            int start = (int) sector & inLine;
            int behind = (int) Math.min(inLine + 1L, start + end - sector + 1);
            lines[count] = sector >>> (lineShift - sectorShift);
            sectors[count++] = (1 << behind) - (1 << start);
            sector += behind - start;
        }
    }

    /** Whether a whole warp accesses consecutive places. */
    boolean isRow() {
        return isRow;
    }

    int count() {
        return count;
    }

    /** Number of sectors in all lines. */
    int sectorCount() {
        int all = 0;
        for (int i = 0; i < count; i++) {
            all += Integer.bitCount(sectors[i] & SECTORS);
        }
        return all;
    }

    long line(int index) {
        return lines[index];
    }

    int sectors(int index) {
        return sectors[index];
    }
}
