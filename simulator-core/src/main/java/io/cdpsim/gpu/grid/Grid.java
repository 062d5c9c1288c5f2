package io.cdpsim.gpu.grid;

import io.cdpsim.kernel.code.Kernel;
import org.jspecify.annotations.Nullable;

/** A resident grid: its shape, its parameters and the progress of its blocks. */
public final class Grid {
    /** Size of the workspace of a grid whose blocks wait for each other, bytes. */
    public static final int WORKSPACE_BYTES = 64;

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
    private final boolean isFromHost;

    /**
     * @param node the runtime's handle of the grid
     * @param number the grid's number in the run
     * @param isFromHost whether the host, or a graph, has launched it, and not device code
     */
    public Grid(
            int node,
            long number,
            Kernel kernel,
            LaunchShape shape,
            byte[] parameters,
            CachePreference cachePreference,
            boolean isFromHost) {
        this.node = node;
        this.number = number;
        this.kernel = kernel;
        this.shape = shape;
        this.parameters = parameters;
        this.cachePreference = cachePreference;
        this.isFromHost = isFromHost;
        this.totalBlocks = shape.blocks();
    }

    /** Whether the host, or a graph, has launched it, and not device code. */
    public boolean isFromHost() {
        return isFromHost;
    }

    /** The runtime's handle of the grid. */
    public int node() {
        return node;
    }

    /** The grid's number in the run, from 1. */
    public long number() {
        return number;
    }

    /** The kernel that it runs. */
    public Kernel kernel() {
        return kernel;
    }

    /** Its dimensions. */
    public LaunchShape shape() {
        return shape;
    }

    /** Its parameter buffer, which is read-only. */
    public byte[] parameters() {
        return parameters;
    }

    /** Its preferred division of L1 cache and shared memory. */
    public CachePreference cachePreference() {
        return cachePreference;
    }

    /** Number of blocks. */
    public long totalBlocks() {
        return totalBlocks;
    }

    /** Number of blocks placed so far. */
    public long placedBlocks() {
        return placedBlocks;
    }

    /** Blocks that have ended so far. */
    public long endedBlocks() {
        return endedBlocks;
    }

    /** Texture data that its threads have fetched. */
    public TextureCache textures() {
        TextureCache cache = textures;
        if (cache == null) {
            cache = new TextureCache();
            textures = cache;
        }
        return cache;
    }

    /** The address of its workspace; 0 until a thread first requests it. */
    public long workspace() {
        return workspace;
    }

    /** Whether an address is in the workspace. */
    public boolean isInWorkspace(long address) {
        return workspace != 0 && address >= workspace && address - workspace < WORKSPACE_BYTES;
    }

    /** Assigns the workspace. */
    public void workspace(long address) {
        workspace = address;
    }

    /** Discards the texture cache: later fetches read memory anew (rule MEM-10). */
    public void invalidateTextures() {
        textures = null;
    }

    /** Counts a block that is placed. @return its index */
    public long placeNext() {
        return placedBlocks++;
    }

    /** Counts blocks that are swapped out or in. */
    public void swap(int change) {
        swappedBlocks += change;
    }

    /** Whether every live block is swapped out. */
    public boolean isSuspended() {
        return placedBlocks == totalBlocks && swappedBlocks == placedBlocks - endedBlocks;
    }

    /** Counts a block that has ended. @return whether it was the last one */
    public boolean endOne() {
        return ++endedBlocks == totalBlocks;
    }
}
