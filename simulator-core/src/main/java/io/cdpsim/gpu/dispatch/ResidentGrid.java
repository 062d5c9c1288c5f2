package io.cdpsim.gpu.dispatch;

import io.cdpsim.gpu.grid.Grid;

/**
 * A grid that the device has admitted, as the block scheduler sees it.
 *
 * @param need what each of its blocks takes of an SM
 * @param ofStream whether it counts against the limit of grids from ordinary streams of device code
 */
record ResidentGrid(Grid grid, FreeSmResources.Need need, boolean ofStream) {}
