package io.cdpsim.observe;

/** Something happened to the pool of pending launches. */
public sealed interface PoolEvent extends RunEvent {
    @Override
    default EventKind kind() {
        return EventKind.POOL;
    }

    /**
     * A place was taken or given back.
     *
     * @param fixedUsed places of the fixed part that are taken
     * @param virtualUsed places of the virtualised part that are taken
     */
    record Occupancy(long timeCycles, int device, long fixedUsed, long virtualUsed) implements PoolEvent {}

    /**
     * A launch found no place in the fixed part (rules POOL-3 to POOL-6).
     *
     * @param parent the grid that launched
     * @param kernel what it launched
     * @param refused whether the launch failed; otherwise it went to the virtualised part
     */
    record Overflow(long timeCycles, int device, long parent, String kernel, boolean refused) implements PoolEvent {}

    /**
     * From now on the pool is walked through before a grid can start, or be complete if its threads have ended.
     *
     * @param grid its number
     * @param cycles for how long
     */
    record Searched(long timeCycles, int device, long grid, long cycles) implements PoolEvent {}
}
