package io.cdpsim.observe.times;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sums the waiting and running times of grids, by kernel and by depth. It keeps no record of a grid whose threads have ended. */
public final class GridTimeRecorder implements RunListener {
    /** The key by which grids are grouped. */
    private record Kind(String kernel, int depth) {}

    /** The totals that a group adds to. */
    private record Counted(RunningSums byKernel, RunningSums byDepth) {}

    private final Map<Kind, Integer> indices = new HashMap<>();
    private final List<Counted> kinds = new ArrayList<>();
    private final Map<String, RunningSums> byKernel = new LinkedHashMap<>();
    private final Map<Integer, RunningSums> byDepth = new TreeMap<>();
    private String lastKernel = "";
    private int lastDepth = -1;
    private int lastKind;
    private final LiveGridTable live = new LiveGridTable();

    /** Starts without any grid. */
    public GridTimeRecorder() {}

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID);
    }

    @Override
    public void happened(RunEvent event) {
        long time = event.timeCycles();
        if (event instanceof GridEvent.Posted posted) {
            live.add(posted.grid(), kind(posted.kernel(), posted.depth()), time);
        } else if (event instanceof GridEvent.Started started) {
            starts(started.grid(), time);
        } else if (event instanceof GridEvent.BodyEnded ended) {
            ends(ended.grid(), time);
        }
    }

    private int kind(String kernel, int depth) {
        // Most grids are of the same kind as the one before.
        if (depth != lastDepth || !kernel.equals(lastKernel)) {
            lastKind = find(kernel, depth);
            lastKernel = kernel;
            lastDepth = depth;
        }
        return lastKind;
    }

    private int find(String kernel, int depth) {
        Integer known = indices.putIfAbsent(new Kind(kernel, depth), kinds.size());
        if (known != null) {
            return known;
        }
        kinds.add(new Counted(
                byKernel.computeIfAbsent(kernel, key -> new RunningSums()),
                byDepth.computeIfAbsent(depth, key -> new RunningSums())));
        return kinds.size() - 1;
    }

    private void starts(long grid, long time) {
        if (live.has(grid) && live.started(grid) < 0) {
            live.started(grid, time);
            Counted counted = kinds.get(live.kind(grid));
            counted.byKernel().starts(time);
            counted.byDepth().starts(time);
        }
    }

    private void ends(long grid, long time) {
        if (live.has(grid) && live.started(grid) >= 0) {
            long posted = live.posted(grid);
            long started = live.started(grid);
            Counted counted = kinds.get(live.kind(grid));
            counted.byKernel().ends(posted, started, time);
            counted.byDepth().ends(posted, started, time);
            live.remove(grid);
        }
    }

    /** The kernels of all posted grids, in order of first posting. */
    public List<String> kernels() {
        return List.copyOf(byKernel.keySet());
    }

    /** The kernels of all ended grids, in order of first posting. */
    public Map<String, GridTimeTotals> byKernel() {
        Map<String, GridTimeTotals> sums = new LinkedHashMap<>();
        byKernel.forEach((kernel, running) -> {
            if (!running.isEmpty()) {
                sums.put(kernel, running.sums());
            }
        });
        return sums;
    }

    /** The depths of all ended grids, from 0, the depth of the host's grids, upwards. */
    public Map<Integer, GridTimeTotals> byDepth() {
        Map<Integer, GridTimeTotals> sums = new LinkedHashMap<>();
        byDepth.forEach((depth, running) -> {
            if (!running.isEmpty()) {
                sums.put(depth, running.sums());
            }
        });
        return sums;
    }

    /** Running {@link GridTimeTotals}. */
    static final class RunningSums {
        private long grids;
        private long busyCycles;
        private long waitedCycles;
        private long ranCycles;
        private long longestCycles;
        private int onDevice;
        private long busySince;

        /** Time up to which busy cycles have been counted. */
        private long countedUpTo;

        /** A grid starts. */
        void starts(long time) {
            if (onDevice++ == 0) {
                // The end of the previous grid may have been published with a later time than this start.
                busySince = Math.max(time, countedUpTo);
            }
        }

        /** A grid ends that was posted and started at these cycles. */
        void ends(long posted, long started, long time) {
            grids++;
            waitedCycles += started - posted;
            ranCycles += time - started;
            longestCycles = Math.max(longestCycles, time - started);
            if (--onDevice == 0 && time > busySince) {
                busyCycles += time - busySince;
                countedUpTo = time;
            }
        }

        /** Whether any grid has ended. */
        boolean isEmpty() {
            return grids == 0;
        }

        GridTimeTotals sums() {
            return new GridTimeTotals(grids, busyCycles, waitedCycles, ranCycles, longestCycles);
        }
    }

    /**
     * The posted grids that have not ended, by number. Numbers are given in the order of posting, so that grids posted consecutively
     * share a chunk, which is freed when all of them have ended: a launch bomb posts millions, and each waiting grid takes 9 bytes.
     * One freed chunk is kept for reuse, because grids that run one after another free their chunk each time.
     */
    static final class LiveGridTable {
        private static final int PIECE_BITS = 10;
        private static final int PIECE = 1 << PIECE_BITS;
        private static final long NOT_THERE = -1;

        private static final class Piece {
            private final long[] posted = new long[PIECE];
            private final byte[] kind = new byte[PIECE];

            /** The upper bits of the groups. Allocated for the first group from 256 on. */
            private int @Nullable [] upperKind;

            /** When the first block was placed, or {@link #NOT_THERE}. Allocated for the first grid that starts. */
            private long @Nullable [] started;

            private int live;

            Piece() {
                Arrays.fill(posted, NOT_THERE);
            }

            int kind(int place) {
                int upper = upperKind == null ? 0 : upperKind[place];
                return upper << Byte.SIZE | Byte.toUnsignedInt(kind[place]);
            }

            void kind(int place, int newKind) {
                kind[place] = (byte) newKind;
                int upper = newKind >>> Byte.SIZE;
                if (upper != 0 && upperKind == null) {
                    upperKind = new int[PIECE];
                }
                if (upperKind != null) {
                    upperKind[place] = upper;
                }
            }

            private long[] startedOrMade() {
                long[] present = started;
                if (present == null) {
                    present = new long[PIECE];
                    Arrays.fill(present, NOT_THERE);
                    started = present;
                }
                return present;
            }
        }

        private final List<@Nullable Piece> pieces = new ArrayList<>();
        private @Nullable Piece spare;
        private int size;

        private @Nullable Piece pieceOf(long grid) {
            long piece = grid >>> PIECE_BITS;
            return piece < pieces.size() ? pieces.get((int) piece) : null;
        }

        private Piece present(long grid) {
            Piece piece = pieceOf(grid);
            if (piece == null) {
                throw new IllegalStateException("grid " + grid + " is not there");
            }
            return piece;
        }

        private static int place(long grid) {
            return (int) grid & PIECE - 1;
        }

        /** Adds a grid of a group, not started. */
        void add(long grid, int kind, long postedCycle) {
            int index = Math.toIntExact(grid >>> PIECE_BITS);
            while (index >= pieces.size()) {
                pieces.add(null);
            }
            Piece piece = pieces.get(index);
            if (piece == null) {
                piece = spare == null ? new Piece() : spare;
                spare = null;
                pieces.set(index, piece);
            }
            piece.live++;
            piece.posted[place(grid)] = postedCycle;
            piece.kind(place(grid), kind);
            size++;
        }

        /** Whether the table contains a grid. */
        boolean has(long grid) {
            Piece piece = pieceOf(grid);
            return piece != null && piece.posted[place(grid)] != NOT_THERE;
        }

        int kind(long grid) {
            return present(grid).kind(place(grid));
        }

        long posted(long grid) {
            return present(grid).posted[place(grid)];
        }

        /** When a grid's first block was placed; -1 if it was not. */
        long started(long grid) {
            long[] started = present(grid).started;
            return started == null ? NOT_THERE : started[place(grid)];
        }

        void started(long grid, long cycle) {
            present(grid).startedOrMade()[place(grid)] = cycle;
        }

        /** Removes a grid that the table contains. */
        void remove(long grid) {
            Piece piece = present(grid);
            piece.posted[place(grid)] = NOT_THERE;
            if (piece.started != null) {
                piece.started[place(grid)] = NOT_THERE;
            }
            size--;
            if (--piece.live == 0) {
                pieces.set((int) (grid >>> PIECE_BITS), null);
                spare = piece;
            }
        }

        /** Number of grids in the table. */
        int size() {
            return size;
        }
    }
}
