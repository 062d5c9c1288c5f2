package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.profile.ConstantSpec;
import java.util.Arrays;

/**
 * The caches from which the instructions of an SM read the parameters of grids, and the sizes of grids and blocks. A warp reads what it needs of them where it needs it, one after the
 * other: so a scheduler asks for a line once the line before has come. Source: {@code measurements/constants.cu}.
 */
final class ConstantCaches {
    /** Grids whose lines stay: a scheduler's cache has room for about 32 lines, and most kernels read three or four. */
    private static final int GRIDS = 8;

    /** The line has not been read yet. */
    private static final long UNREAD = 0;

    private final ConstantSpec spec;
    private final int schedulers;
    private final Lines[] grids = new Lines[GRIDS];
    private int oldest;

    /** The caches of an SM with so many schedulers. */
    ConstantCaches(ConstantSpec spec, int schedulers) {
        this.spec = spec;
        this.schedulers = schedulers;
        Arrays.setAll(grids, i -> new Lines(schedulers));
    }

    /** A warp reads a parameter. @return when its value can be used, cycles */
    long readParameter(Warp warp, int offsetBytes, long now) {
        return read(warp, spec.parametersAtBytes() + offsetBytes, now);
    }

    /**
     * A warp reads a size of its grid or of its blocks, or where its stack starts, as each warp does when it starts.
     *
     * @return when its value can be used, cycles
     */
    long readSize(Warp warp, long now) {
        return read(warp, 0, now);
    }

    private long read(Warp warp, int atBytes, long now) {
        if (spec.lineBytes() == 0) {
            return now;
        }
        Grid grid = warp.block().grid();
        Lines lines = of(grid.number());
        int scheduler = warp.scheduler().index();
        int line = atBytes / spec.lineBytes() * schedulers + scheduler;
        long there = lines.ofSchedulers(line);
        if (there == UNREAD) {
            long asked = Math.max(now, lines.last[scheduler]);
            long filled = grid.isFromHost() ? asked : asked + spec.sharedMissCycles();
            long shared = lines.ofSm(atBytes / spec.sharedLineBytes(), filled);
            int asking = Math.min(schedulers, warp.block().warpCount());
            there = Math.max(asked, shared) + Math.max(spec.missCycles(), asking * spec.serviceCycles());
            lines.schedulers[line] = there;
            lines.last[scheduler] = there;
        }
        return Math.max(now, there);
    }

    private Lines of(long grid) {
        for (Lines lines : grids) {
            if (lines.grid == grid) {
                return lines;
            }
        }
        Lines lines = grids[oldest];
        oldest = (oldest + 1) % GRIDS;
        lines.clear(grid);
        return lines;
    }

    /** When the lines that a grid has read are there, cycles. */
    private static final class Lines {
        private long grid = -1;
        private long[] schedulers = {};
        private long[] sm = {};
        /** When the line comes for which each scheduler has asked last. */
        private final long[] last;

        Lines(int schedulers) {
            last = new long[schedulers];
        }

        void clear(long newGrid) {
            grid = newGrid;
            Arrays.fill(schedulers, UNREAD);
            Arrays.fill(sm, UNREAD);
            Arrays.fill(last, 0);
        }

        long ofSchedulers(int line) {
            if (line >= schedulers.length) {
                schedulers = Arrays.copyOf(schedulers, line + Long.SIZE);
            }
            return schedulers[line];
        }

        long ofSm(int line, long ifUnread) {
            if (line >= sm.length) {
                sm = Arrays.copyOf(sm, line + Byte.SIZE);
            }
            if (sm[line] == UNREAD) {
                sm[line] = ifUnread;
            }
            return sm[line];
        }
    }
}
