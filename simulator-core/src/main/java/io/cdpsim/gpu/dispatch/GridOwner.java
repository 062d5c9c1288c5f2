package io.cdpsim.gpu.dispatch;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.grid.Grid;

/** The block scheduler's interface to the runtime that submits grids: it creates each grid when the grid is admitted, and receives its progress. */
public interface GridOwner {
    /** Creates a queued grid that is admitted. */
    Grid admit(int node);

    /** Stack of a thread in a kernel with recursive calls, bytes. */
    int stackBytes();

    /** All threads of a block have exited and its resources are free. */
    void blockEnded(Block block, long nowCycles);

    /** All threads of all blocks of a grid have exited. */
    void gridBodyEnded(Grid grid, long nowCycles);
}
