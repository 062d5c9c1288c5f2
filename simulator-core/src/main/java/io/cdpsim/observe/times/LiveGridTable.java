package io.cdpsim.observe.times;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The grids that have been posted and have not ended, by their number. Numbers are given in the order of posting, so that grids posted one after
 * the other share a piece, which goes when all of them have ended: a launch bomb posts millions, and takes 12 bytes for each that waits.
 */
final class LiveGridTable {
    private static final int PIECE_BITS = 10;
    private static final int PIECE = 1 << PIECE_BITS;
    private static final long NOT_THERE = -1;

    private static final class Piece {
        private final long[] posted = new long[PIECE];
        private final int[] kind = new int[PIECE];
        /** When the first block got an SM, or {@link #NOT_THERE}. Made for the first that starts. */
        private long @Nullable [] started;

        private int live;

        Piece() {
            Arrays.fill(posted, NOT_THERE);
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

    /** Adds a grid of a kind, which has not started. */
    void add(long grid, int kind, long postedCycle) {
        int index = Math.toIntExact(grid >>> PIECE_BITS);
        while (index >= pieces.size()) {
            pieces.add(null);
        }
        Piece piece = pieces.get(index);
        if (piece == null) {
            piece = new Piece();
            pieces.set(index, piece);
        }
        piece.live++;
        piece.posted[place(grid)] = postedCycle;
        piece.kind[place(grid)] = kind;
        size++;
    }

    /** Whether a grid is there. */
    boolean has(long grid) {
        Piece piece = pieceOf(grid);
        return piece != null && piece.posted[place(grid)] != NOT_THERE;
    }

    int kind(long grid) {
        return present(grid).kind[place(grid)];
    }

    long posted(long grid) {
        return present(grid).posted[place(grid)];
    }

    /** When its first block got an SM; -1 if it has not. */
    long started(long grid) {
        long[] started = present(grid).started;
        return started == null ? NOT_THERE : started[place(grid)];
    }

    void started(long grid, long cycle) {
        present(grid).startedOrMade()[place(grid)] = cycle;
    }

    /** Removes a grid that is there. */
    void remove(long grid) {
        Piece piece = present(grid);
        piece.posted[place(grid)] = NOT_THERE;
        if (piece.started != null) {
            piece.started[place(grid)] = NOT_THERE;
        }
        size--;
        if (--piece.live == 0) {
            pieces.set((int) (grid >>> PIECE_BITS), null);
        }
    }

    /** How many grids are there. */
    int size() {
        return size;
    }
}
