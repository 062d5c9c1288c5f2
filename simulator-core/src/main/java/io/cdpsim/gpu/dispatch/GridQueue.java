package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.IntRing;

/**
 * Grids whose dependencies are met and that wait for their turn on the device, oldest first. Grids of ordinary device streams have a
 * limit of their own (rulebook 24, Q-20) and are passed by when it is reached.
 */
public final class GridQueue {
    private final IntRing streamGrids = new IntRing();
    private final IntRing streamOrder = new IntRing();
    private final IntRing otherGrids = new IntRing();
    private final IntRing otherOrder = new IntRing();
    private int arrivals;

    public void add(int node, boolean ofStream) {
        (ofStream ? streamGrids : otherGrids).add(node);
        (ofStream ? streamOrder : otherOrder).add(arrivals++);
    }

    public boolean isEmpty(boolean streamGridsMayRun) {
        return otherGrids.isEmpty() && (!streamGridsMayRun || streamGrids.isEmpty());
    }

    public int size() {
        return streamGrids.size() + otherGrids.size();
    }

    /** Whether the next grid to run is of an ordinary device stream. */
    public boolean nextIsOfStream(boolean streamGridsMayRun) {
        if (!streamGridsMayRun || streamGrids.isEmpty()) {
            return false;
        }
        // Differences, so that the counter may wrap.
        return otherGrids.isEmpty() || streamOrder.peek() - otherOrder.peek() < 0;
    }

    public int remove(boolean ofStream) {
        (ofStream ? streamOrder : otherOrder).remove();
        return (ofStream ? streamGrids : otherGrids).remove();
    }
}
