package io.cdpsim.gpu.memory;

import io.cdpsim.warp.Lanes;

/** Coalesces the accesses of a warp's lanes into lines and sectors. Reused for every access; holds the last result. */
final class Coalescer {
    private final int lineShift;
    private final int sectorShift;
    private final long[] lines = new long[2 * Lanes.COUNT];
    private final int[] sectors = new int[2 * Lanes.COUNT];
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
            long address = addresses[Integer.numberOfTrailingZeros(m)];
            long line = address >>> lineShift;
            int sector = 1 << (int) ((address >>> sectorShift) & ((1 << (lineShift - sectorShift)) - 1));
            if (count > 0 && lines[last] == line) {
                sectors[last] |= sector;
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
        }
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
            all += Integer.bitCount(sectors[i]);
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
