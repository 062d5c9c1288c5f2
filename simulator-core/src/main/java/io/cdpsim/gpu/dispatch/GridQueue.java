package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.IntQueue;

/**
 * Grids whose dependencies are met and that wait for their turn on the device, oldest first. Grids of ordinary device streams have a
 * limit of their own (rulebook 24, Q-20) and are passed by when it is reached.
 */
final class GridQueue {
    private final IntQueue streamGrids = new IntQueue();
    private final IntQueue streamOrder = new IntQueue();
    private final IntQueue otherGrids = new IntQueue();
    private final IntQueue otherOrder = new IntQueue();
    private int arrivals;

    /**
     * A grid waits from now on.
     *
     * @param ofStream whether it is of an ordinary device stream
     */
    void add(int node, boolean ofStream) {
        (ofStream ? streamGrids : otherGrids).add(node);
        (ofStream ? streamOrder : otherOrder).add(arrivals++);
    }

    /** Whether no grid may run. */
    boolean isEmpty(boolean streamGridsMayRun) {
        return otherGrids.isEmpty() && (!streamGridsMayRun || streamGrids.isEmpty());
    }

    /** Grids that wait. */
    int size() {
        return streamGrids.size() + otherGrids.size();
    }

    /** Whether the next grid to run is of an ordinary device stream. */
    boolean nextIsOfStream(boolean streamGridsMayRun) {
        if (!streamGridsMayRun || streamGrids.isEmpty()) {
            return false;
        }
        // Differences, so that the counter may wrap.
        return otherGrids.isEmpty() || streamOrder.peek() - otherOrder.peek() < 0;
    }

    /** Takes the oldest grid, of ordinary device streams or of others. */
    int remove(boolean ofStream) {
        (ofStream ? streamOrder : otherOrder).remove();
        return (ofStream ? streamGrids : otherGrids).remove();
    }
}
