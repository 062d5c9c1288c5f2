package io.cdpsim.gpu.region;

import io.cdpsim.gpu.grid.LaunchShape;

/**
 * What the threads of a warp have as they start.
 *
 * @param shape the shape of their grid
 * @param blockX the place of their block in the grid
 * @param blockY its y
 * @param blockZ its z
 * @param firstThread the number of lane 0 in the block
 * @param parameters the parameters of the kernel
 */
public record WarpInputs(LaunchShape shape, long blockX, long blockY, long blockZ, int firstThread, byte[] parameters) {}
