package io.cdpsim.observe;

/**
 * Why the block scheduler of a device admits no further grid from now on, which holds for all that have come to it.
 *
 * @param state what holds them up
 * @param grid the grid whose blocks come first, if that is the reason; otherwise 0
 */
public record DispatchState(long timeCycles, int device, State state, long grid) implements RunEvent {
    /** What the block scheduler does. */
    public enum State {
        /** It admits whatever comes. */
        ADMITS,
        /** Blocks of a grid that has been admitted come first: new ones, or those that were swapped out and come back. */
        PLACES_BLOCKS,
        /** The device holds no further grid. */
        RESIDENT_GRIDS
    }

    @Override
    public EventKind kind() {
        return EventKind.WAIT;
    }
}
