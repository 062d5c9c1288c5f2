package io.cdpsim.gpu.grid;

import io.cdpsim.kernel.code.Kernel;
import org.jspecify.annotations.Nullable;

/** A grid that has been admitted to the device: its shape, its parameters and how far its blocks are. */
public final class Grid {
    private final int node;
    private final long number;
    private final Kernel kernel;
    private final LaunchShape shape;
    private final byte[] parameters;
    private final CachePreference cachePreference;
    private final long totalBlocks;
    private long placedBlocks;
    private long endedBlocks;
    private long swappedBlocks;
    private long workspace;
    private @Nullable TextureCache textures;

    /**
     * @param node the runtime's handle of the grid
     * @param number the grid's number in the run
     */
    public Grid(
            int node,
            long number,
            Kernel kernel,
            LaunchShape shape,
            byte[] parameters,
            CachePreference cachePreference) {
        this.node = node;
        this.number = number;
        this.kernel = kernel;
        this.shape = shape;
        this.parameters = parameters;
        this.cachePreference = cachePreference;
        this.totalBlocks = shape.blocks();
    }

    /** The runtime's handle of the grid. */
    public int node() {
        return node;
    }

    /** The grid's number in the run, from 1. */
    public long number() {
        return number;
    }

    /** What it runs. */
    public Kernel kernel() {
        return kernel;
    }

    /** Its dimensions. */
    public LaunchShape shape() {
        return shape;
    }

    /** Its parameter buffer, which nobody may change. */
    public byte[] parameters() {
        return parameters;
    }

    /** How it would rather have L1 cache and shared memory divided. */
    public CachePreference cachePreference() {
        return cachePreference;
    }

    /** Blocks in all. */
    public long totalBlocks() {
        return totalBlocks;
    }

    /** Blocks that have got an SM so far. */
    public long placedBlocks() {
        return placedBlocks;
    }

    /** What its threads have fetched through textures. */
    public TextureCache textures() {
        TextureCache cache = textures;
        if (cache == null) {
            cache = new TextureCache();
            textures = cache;
        }
        return cache;
    }

    /** The address of its workspace; 0 as long as no thread has asked for it. */
    public long workspace() {
        return workspace;
    }

    /** Gives it a workspace. */
    public void workspace(long address) {
        workspace = address;
    }

    /** Texture fetches see memory as it is from now on (rule MEM-10). */
    public void invalidateTextures() {
        textures = null;
    }

    /** Counts a block that gets an SM. @return its index */
    public long placeNext() {
        return placedBlocks++;
    }

    /** Counts blocks that were swapped out or came back. */
    public void swap(int change) {
        swappedBlocks += change;
    }

    /** Whether every block that has not ended is swapped out. */
    public boolean isSuspended() {
        return placedBlocks == totalBlocks && swappedBlocks == placedBlocks - endedBlocks;
    }

    /** Counts a block that has ended. @return whether it was the last one */
    public boolean endOne() {
        return ++endedBlocks == totalBlocks;
    }
}
