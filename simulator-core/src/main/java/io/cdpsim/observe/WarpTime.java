package io.cdpsim.observe;

/**
 * What a warp did up to now since it was last told of, or since its block was placed, told when it comes to something that others can notice. What
 * is not said here was computing.
 *
 * @param grid number of its grid
 * @param block index of its block in the grid
 * @param warp index in the block
 * @param moment what it has come to
 * @param memoryCycles for how long it waited for memory
 * @param callCycles for how long it was inside calls of the device runtime
 * @param roomCycles for how long it could have gone on, but its block was swapped out
 */
public record WarpTime(
        long timeCycles,
        int device,
        long grid,
        long block,
        int warp,
        Moment moment,
        long memoryCycles,
        long callCycles,
        long roomCycles)
        implements RunEvent {
    /** What a warp comes to. */
    public enum Moment {
        /** It calls the device runtime; the launches of its grid that are told before the next moment of its device are those of this call. */
        CALLS,
        /** It goes on behind a device synchronisation that had to wait (rule SYNC-1). */
        RETURNS,
        /** It comes to a barrier. */
        ARRIVES,
        /** It goes on behind a barrier. */
        PASSES,
        /** Threads of it exit. */
        ENDS
    }

    @Override
    public EventKind kind() {
        return EventKind.WARP;
    }
}
