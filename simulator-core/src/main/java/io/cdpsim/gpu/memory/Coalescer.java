package io.cdpsim.gpu.memory;

import io.cdpsim.warp.Lanes;

/** Joins the accesses of a warp's lanes into lines and sectors. Reused for every access; holds the last result. */
final class Coalescer {
    private final int lineShift;
    private final int sectorShift;
    private final long[] lines = new long[2 * Lanes.COUNT];
    private final int[] sectors = new int[2 * Lanes.COUNT];
    private int count;

    Coalescer(int lineBytes, int sectorBytes) {
        lineShift = Integer.numberOfTrailingZeros(lineBytes);
        sectorShift = Integer.numberOfTrailingZeros(sectorBytes);
    }

    /** Joins accesses of {@code bytes} bytes (at most 16, aligned) by these lanes. */
    void join(long[] addresses, int lanes, int bytes) {
        count = 0;
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

    int count() {
        return count;
    }

    long line(int index) {
        return lines[index];
    }

    int sectors(int index) {
        return sectors[index];
    }
}
