package io.cdpsim.gpu.dispatch;

import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.sm.Block;

/** Who submits grids to a device: makes each when its turn comes, and is told how far it is. */
public interface GridOwner {
    /** A waiting grid has its turn: makes it. */
    Grid admit(int node);

    /** The stack that a thread has whose code calls itself, bytes. */
    int stackBytes();

    /** All threads of a block have exited and its resources are free. */
    void blockEnded(Block block, long nowCycles);

    /** All threads of all blocks of a grid have exited. */
    void gridBodyEnded(Grid grid, long nowCycles);
}
