package io.cdpsim.observe;

/**
 * A barrier at which threads wait that nobody will open any more: nothing on the machine can go on.
 *
 * @param grid number of the grid
 * @param block index of the block
 * @param warps warps of the block that wait
 */
public record StuckBarrier(long timeCycles, int device, long grid, long block, int warps) implements RunEvent {
    @Override
    public EventKind kind() {
        return EventKind.BARRIER;
    }
}
