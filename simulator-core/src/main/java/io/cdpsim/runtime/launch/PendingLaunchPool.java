package io.cdpsim.runtime.launch;

import com.google.common.math.LongMath;
import java.util.function.LongSupplier;

/**
 * The pool of pending launches. A launch holds a slot from posting until it is complete (rule POOL-1; on the H200, Q-2).
 *
 * <p>If the fixed part is full, the version decides: the launch is refused (CUDA 5, rule POOL-3; CDP2, rule POOL-6), or takes a
 * slot of the virtualised part while that has free slots (CUDA 6 to 11, rules POOL-4 and POOL-5).
 */
public final class PendingLaunchPool {
    private final LongSupplier virtualCapacity;
    private final long cachedSlots;
    private long fixedSlots;
    private long fixedUsed;
    private long virtualUsed;
    /** Slots of calls in flight. */
    private long reserved;

    private long highWater;
    private long virtualized;
    private int maxFoundTogether = 1;
    private final OccupancyListener listener;

    /** Is notified when the occupancy of the pool changes. */
    @FunctionalInterface
    public interface OccupancyListener {
        /** A slot was allocated or released. The arguments are the allocated slots of both parts. */
        void changed(long fixedUsed, long virtualUsed);
    }

    /**
     * An empty pool.
     *
     * @param fixedSlots slots of the fixed part
     * @param virtualCapacity slots of the virtualised part; 0 if the version has none
     * @param cachedSlots slots that fit into the L2
     */
    public PendingLaunchPool(
            long fixedSlots, LongSupplier virtualCapacity, long cachedSlots, OccupancyListener listener) {
        this.listener = listener;
        this.cachedSlots = cachedSlots;
        this.fixedSlots = fixedSlots;
        this.virtualCapacity = virtualCapacity;
    }

    public void resize(long slots) {
        fixedSlots = slots;
    }

    public long fixedSlots() {
        return fixedSlots;
    }

    /** Fraction of the fixed part that does not fit into the L2, 0 to 1. */
    public double uncachedFraction() {
        return fixedSlots > cachedSlots ? 1 - (double) cachedSlots / fixedSlots : 0;
    }

    /** Free slots of both parts. */
    public long freeSlots() {
        // The virtualised part may be unlimited.
        long free = LongMath.saturatedAdd(
                Math.max(0, fixedSlots - fixedUsed), Math.max(0, virtualCapacity.getAsLong() - virtualUsed));
        return Math.max(0, free - reserved);
    }

    /** Keeps slots for the launches of a call in flight; a negative number of slots is kept no longer. */
    public void reserve(int slots) {
        reserved += slots;
    }

    /** Allocates a slot, which a launch holds until it is complete (rule POOL-1). */
    public PoolSlot allocate() {
        PoolSlot slot;
        if (fixedUsed + reserved < fixedSlots) {
            fixedUsed++;
            slot = PoolSlot.FIXED;
        } else if (virtualUsed < virtualCapacity.getAsLong()) {
            // Rule POOL-4.
            virtualUsed++;
            virtualized++;
            slot = PoolSlot.VIRTUALIZED;
        } else {
            // Rules POOL-3, POOL-5, POOL-6 and FAF-8.
            return PoolSlot.REFUSED;
        }
        highWater = Math.max(highWater, fixedUsed + virtualUsed);
        listener.changed(fixedUsed, virtualUsed);
        return slot;
    }

    /** Releases the slot of a launch. */
    public void release(PoolSlot slot) {
        switch (slot) {
            case FIXED -> fixedUsed--;
            case VIRTUALIZED -> virtualUsed--;
            case NONE, REFUSED -> {
                return;
            }
        }
        listener.changed(fixedUsed, virtualUsed);
    }

    /**
     * Records that one pool scan found launches complete, in the order of their slots. New launches reuse these slots first, the
     * lowest before the others.
     */
    public void foundTogether(int launches) {
        maxFoundTogether = Math.max(maxFoundTogether, launches);
    }

    /**
     * The number of slots at random positions of the pool of which a number of launches have the lowest.
     *
     * @param launches launches that a scan has to find
     */
    public int scanCandidates(int launches) {
        return Math.max(launches, maxFoundTogether);
    }

    /** Allocated slots of the fixed part. */
    public long fixedUsed() {
        return fixedUsed;
    }

    /** Allocated slots of the virtualised part. */
    public long virtualUsed() {
        return virtualUsed;
    }

    /** Allocated slots of both parts. */
    public long used() {
        return fixedUsed + virtualUsed;
    }

    /** The maximum of {@link #used}. */
    public long highWater() {
        return highWater;
    }

    /** Launches that took a slot of the virtualised part. */
    public long virtualized() {
        return virtualized;
    }

    /** The part of the pool in which a pending launch has its slot. */
    public enum PoolSlot {
        /** No slot: work of the host, and waits for events. */
        NONE,
        /** A slot of the fixed-size pool. */
        FIXED,
        /** The virtualised pool (rule POOL-4). */
        VIRTUALIZED,
        /** The pool is full and the launch fails. */
        REFUSED;

        private static final PoolSlot[] SLOTS = values();

        /** The constant with an ordinal. */
        public static PoolSlot of(int ordinal) {
            return SLOTS[ordinal];
        }
    }
}
