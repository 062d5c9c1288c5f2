package io.cdpsim.observe;

/**
 * Told what happens to grids and blocks while a program runs. Grids are named by their number, unique in a run and counted from 1 in the
 * order of launching. Times are cycles of the device's clock. Implementations must not change the simulation.
 */
public interface ExecutionListener {
    /** A launch was accepted. {@code parent} is 0 for a launch by the host. */
    default void gridPosted(long grid, long parent, String kernel, int depth, long blocks, long timeCycles) {}

    /** A launch failed; the grid never runs. */
    default void launchFailed(long parent, String kernel, int errorCode, long timeCycles) {}

    /** The grid's first block got an SM. */
    default void gridStarted(long grid, long timeCycles) {}

    /** All threads of the grid have exited. */
    default void gridBodyEnded(long grid, long timeCycles) {}

    /** The grid and all it launched are complete. */
    default void gridCompleted(long grid, long timeCycles) {}

    /** A block got an SM. */
    default void blockPlaced(long grid, long block, int sm, long timeCycles) {}

    /** All threads of a block have exited. */
    default void blockEnded(long grid, long block, int sm, long timeCycles) {}

    /** CDP1: all threads of a block have exited, and all they launched is complete (rule NEST-2). */
    default void blockCompleted(long grid, long block, long timeCycles) {}

    /** A block that waits in a device synchronisation gave up its SM (rule SYNC-6). */
    default void blockSwappedOut(long grid, long block, int sm, long timeCycles) {}

    /** Something worth a warning: a rule and what happened, ready to print. */
    default void warning(String rule, String message, long timeCycles) {}
}
