package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.IntQueue;
import io.cdpsim.profile.GpuProfile.GridLimits;
import java.util.Arrays;

/**
 * Ready grids that are not admitted yet. Grids of ordinary device streams wait in queues, each of which lets a number of them run at once, mostly one: streams of which there are more
 * than queues share them (rulebook 24, Q-20; {@code measurements/nullslots.cu}). Of the grids that may run the oldest is next.
 */
final class GridQueue {
    /** The queue of grids of no ordinary device stream. */
    static final int OTHERS = 0;

    /** No grid may run. */
    static final int NONE = -1;

    private final IntQueue[] nodes;
    private final IntQueue[] order;
    private final int[] resident;
    private final int maxResident;
    private final int maxResidentPerQueue;
    private int residentOfStreams;
    private int size;
    private int arrivals;

    GridQueue(GridLimits limits) {
        nodes = new IntQueue[1 + limits.streamQueues()];
        order = new IntQueue[nodes.length];
        Arrays.setAll(nodes, queue -> new IntQueue());
        Arrays.setAll(order, queue -> new IntQueue());
        resident = new int[nodes.length];
        maxResident = limits.maxResidentStreamGrids();
        maxResidentPerQueue = Math.max(1, maxResident / limits.streamQueues());
    }

    /** The queue of a stream with such a {@linkplain BlockScheduler#submit place}. */
    int ofStream(long place) {
        return 1 + Math.floorMod(place, nodes.length - 1);
    }

    /** Adds a grid to a queue. */
    void add(int node, int queue) {
        nodes[queue].add(node);
        order[queue].add(arrivals++);
        size++;
    }

    /** Queued grids. */
    int size() {
        return size;
    }

    /** The queue of the oldest grid that may run, or {@link #NONE}. */
    int next() {
        int oldest = NONE;
        // Mostly no grid of a stream waits, and then there is one queue to look at.
        int queues = size == nodes[OTHERS].size() ? 1 : nodes.length;
        for (int queue = 0; queue < queues; queue++) {
            if (!nodes[queue].isEmpty()
                    && (queue == OTHERS || mayRun(queue))
                    // Compares by difference, so that the counter may wrap.
                    && (oldest == NONE || order[queue].peek() - order[oldest].peek() < 0)) {
                oldest = queue;
            }
        }
        return oldest;
    }

    private boolean mayRun(int queue) {
        return residentOfStreams < maxResident && resident[queue] < maxResidentPerQueue;
    }

    /** Removes the oldest grid of a queue. */
    int remove(int queue) {
        size--;
        order[queue].remove();
        return nodes[queue].remove();
    }

    /** A grid of a queue becomes resident, or no longer is. */
    void changeResident(int queue, int change) {
        resident[queue] += change;
        residentOfStreams += queue == OTHERS ? 0 : change;
    }
}
