package io.cdpsim.observe;

/** A step in the life of a block. */
public sealed interface BlockEvent extends RunEvent {
    @Override
    default EventKind kind() {
        return EventKind.BLOCK;
    }

    /** Number of its grid. */
    long grid();

    /** Index in its grid. */
    long block();

    /** A block got an SM. */
    record Placed(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}

    /** All threads of a block have exited. */
    record Ended(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}

    /** CDP1: all threads of a block have exited, and all that they launched is complete (rule NEST-2). */
    record Completed(long timeCycles, int device, long grid, long block) implements BlockEvent {}

    /** A block that waits in a device synchronisation begins to give up its SM (rule SYNC-6). */
    record SwappedOut(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}

    /** Such a block has got an SM again and begins to come back. */
    record SwappedIn(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}
}
