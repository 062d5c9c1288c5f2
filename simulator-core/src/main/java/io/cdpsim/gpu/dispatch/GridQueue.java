package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.IntQueue;

/**
 * Ready grids that are not admitted yet, oldest first. Grids of ordinary device streams have a
 * limit of their own (rulebook 24, Q-20) and are skipped once it is reached.
 */
final class GridQueue {
    private final IntQueue streamGrids = new IntQueue();
    private final IntQueue streamOrder = new IntQueue();
    private final IntQueue otherGrids = new IntQueue();
    private final IntQueue otherOrder = new IntQueue();
    private int arrivals;

    /**
     * Queues a grid.
     *
     * @param ofStream whether it was launched into an ordinary device stream
     */
    void add(int node, boolean ofStream) {
        (ofStream ? streamGrids : otherGrids).add(node);
        (ofStream ? streamOrder : otherOrder).add(arrivals++);
    }

    /** Whether no grid can be admitted. */
    boolean isEmpty(boolean streamGridsMayRun) {
        return otherGrids.isEmpty() && (!streamGridsMayRun || streamGrids.isEmpty());
    }

    /** Queued grids. */
    int size() {
        return streamGrids.size() + otherGrids.size();
    }

    /** Whether the next grid to admit was launched into an ordinary device stream. */
    boolean nextIsOfStream(boolean streamGridsMayRun) {
        if (!streamGridsMayRun || streamGrids.isEmpty()) {
            return false;
        }
        // Compares by difference, so that the counter may wrap.
        return otherGrids.isEmpty() || streamOrder.peek() - otherOrder.peek() < 0;
    }

    /** Removes the oldest grid, of ordinary device streams or of others. */
    int remove(boolean ofStream) {
        (ofStream ? streamOrder : otherOrder).remove();
        return (ofStream ? streamGrids : otherGrids).remove();
    }
}
