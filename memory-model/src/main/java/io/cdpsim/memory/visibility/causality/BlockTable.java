package io.cdpsim.memory.visibility.causality;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The grids of all blocks of the run, by the block's number. */
public final class BlockTable {
    private static final int FIRST_CAPACITY = 1024;

    private final GridCausality host;
    private @Nullable GridCausality[] grids = new GridCausality[FIRST_CAPACITY];
    private int[] indices = new int[FIRST_CAPACITY];
    private int last;

    /** An empty table; an unknown block counts as the host's. */
    public BlockTable(GridCausality host) {
        this.host = host;
    }

    /**
     * A block starts.
     *
     * @param index its index in the grid
     */
    public BlockCausality add(GridCausality grid, long index, int warps) {
        last = Math.min(last + 1, Epoch.LAST_BLOCK);
        if (last >= grids.length) {
            grids = Arrays.copyOf(grids, 2 * last);
            indices = Arrays.copyOf(indices, 2 * last);
        }
        grids[last] = grid;
        indices[last] = (int) index;
        return new BlockCausality(last, index, grid, warps);
    }

    /** The grid of the block of an epoch. */
    public GridCausality grid(long epoch) {
        GridCausality grid = grids[Epoch.block(epoch)];
        return grid == null ? host : grid;
    }

    /** The index in its grid of the block of an epoch. */
    public int index(long epoch) {
        return indices[Epoch.block(epoch)];
    }
}
