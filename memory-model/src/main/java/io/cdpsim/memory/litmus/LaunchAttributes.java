package io.cdpsim.memory.litmus;

/**
 * The attributes of a launch.
 *
 * @param clusterBlocks number of blocks of a thread block cluster, from 1
 * @param cooperative whether the threads of the grid may wait for each other at a barrier of the grid
 * @param programmatic whether the grid may start before the launch ahead of it in its stream is complete (programmatic stream serialization)
 */
public record LaunchAttributes(int clusterBlocks, boolean cooperative, boolean programmatic) {
    /** The attributes of a launch that names none. */
    public static final LaunchAttributes NONE = new LaunchAttributes(1, false, false);
}
