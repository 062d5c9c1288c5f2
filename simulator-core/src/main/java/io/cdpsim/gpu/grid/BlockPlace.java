package io.cdpsim.gpu.grid;

/**
 * Where a block is in its grid.
 *
 * @param x from 0
 * @param y from 0
 * @param z from 0
 */
public record BlockPlace(long x, long y, long z) {
    /** The place of the block with an index, which counts x first. */
    public static BlockPlace of(LaunchShape shape, long index) {
        long rows = index / shape.gridX();
        return new BlockPlace(index % shape.gridX(), rows % shape.gridY(), rows / shape.gridY());
    }
}
