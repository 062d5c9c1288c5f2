package io.cdpsim.gpu.region;

import io.cdpsim.gpu.grid.BlockPlace;
import io.cdpsim.gpu.grid.Grid;

/**
 * What the threads of a warp have as they start.
 *
 * @param grid their grid
 * @param block where their block is in it
 * @param firstThread the number of lane 0 in the block
 */
public record WarpInputs(Grid grid, BlockPlace block, int firstThread) {}
