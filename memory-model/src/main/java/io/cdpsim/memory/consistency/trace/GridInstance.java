package io.cdpsim.memory.consistency.trace;

import java.util.ArrayList;
import java.util.List;

/** A grid of a running test, or the host. */
public final class GridInstance {
    /** The {@link #gpu()} of the host. */
    static final int HOST_GPU = -1;

    private final int id;
    private final String name;
    private final int gpu;
    private final int depth;
    private final int parent;
    private final List<ThreadInstance> threads = new ArrayList<>();

    /**
     * Makes a grid without threads.
     *
     * @param name its path of launches
     * @param depth 0 for a grid that the host launched
     * @param parent id of the launching grid, or -1
     */
    GridInstance(int id, String name, int gpu, int depth, int parent) {
        this.id = id;
        this.name = name;
        this.gpu = gpu;
        this.depth = depth;
        this.parent = parent;
    }

    /** Its index in {@link GridInstances#grids()}. */
    public int id() {
        return id;
    }

    /** Its path of launches. */
    public String name() {
        return name;
    }

    /** The GPU that it runs on, or {@link #HOST_GPU}. */
    public int gpu() {
        return gpu;
    }

    int depth() {
        return depth;
    }

    /** The id of the launching grid, or -1. */
    public int parent() {
        return parent;
    }

    /** Whether it represents the host. */
    public boolean isHost() {
        return gpu == HOST_GPU;
    }

    /** Its threads in order of blocks. */
    public List<ThreadInstance> threads() {
        return threads;
    }
}
