package io.cdpsim.gpu.dispatch;

import io.cdpsim.gpu.sm.Block;

/** A block as the block scheduler sees it. Used for another block when it has ended. */
final class ResidentBlock {
    private final Block block;
    private ResidentGrid grid;

    /** Whether its state is on the way to device memory: its SM is not free yet. */
    boolean leaving;

    /** Whether the synchronisation ended while it was leaving. */
    boolean wantedBack;

    ResidentBlock(int id, ResidentGrid grid) {
        this.block = new Block(id, grid.grid());
        this.grid = grid;
    }

    /** It is the block of a grid with an index from now on, and gets an SM. */
    void start(ResidentGrid newGrid, long index, int sm) {
        grid = newGrid;
        leaving = false;
        wantedBack = false;
        block.start(newGrid.grid(), index, sm);
    }

    Block block() {
        return block;
    }

    ResidentGrid grid() {
        return grid;
    }

    /** What it takes of an SM. */
    FreeSmResources.Need need() {
        return grid.need();
    }
}
