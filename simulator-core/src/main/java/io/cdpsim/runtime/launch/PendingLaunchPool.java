package io.cdpsim.runtime.launch;

import com.google.common.math.LongMath;
import java.util.function.LongSupplier;

/**
 * The pool of pending launches: a launch holds a place from posting until it is complete (rule POOL-1; on the H200, Q-2).
 *
 * <p>What happens when the fixed part is full depends on the version: the launch is refused (CUDA 5, rule POOL-3; CDP2, rule POOL-6), or
 * goes to the virtualised part as long as that has room (CUDA 6 to 11, rules POOL-4 and POOL-5).
 */
public final class PendingLaunchPool {
    private final LongSupplier virtualCapacity;
    private final long cachedSlots;
    private long fixedSlots;
    private long fixedUsed;
    private long virtualUsed;
    private long highWater;
    private long virtualized;
    private int lowest = 1;
    private final OccupancyListener listener;

    /** Is notified of each place that is taken or given back, with the places of both parts that are taken then. */
    @FunctionalInterface
    public interface OccupancyListener {
        /** A place was taken or given back. */
        void changed(long fixedUsed, long virtualUsed);
    }

    /**
     * A pool in which no place is taken.
     *
     * @param fixedSlots places of the fixed part
     * @param virtualCapacity places of the virtualised part; 0 where the version has none
     * @param cachedSlots how many slots the L2 holds
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

    /** Share of the fixed part that does not fit into the L2, 0 to 1. */
    public double missing() {
        return fixedSlots > cachedSlots ? 1 - (double) cachedSlots / fixedSlots : 0;
    }

    /** Places that are free now, those of the virtualised part too. */
    public long room() {
        // The virtualised part may have no end.
        return LongMath.saturatedAdd(
                Math.max(0, fixedSlots - fixedUsed), Math.max(0, virtualCapacity.getAsLong() - virtualUsed));
    }

    /** Takes a place, which a launch holds until it is complete (rule POOL-1). */
    public PoolPlace take() {
        PoolPlace place;
        if (fixedUsed < fixedSlots) {
            fixedUsed++;
            place = PoolPlace.FIXED;
        } else if (virtualUsed < virtualCapacity.getAsLong()) {
            // Rule POOL-4.
            virtualUsed++;
            virtualized++;
            place = PoolPlace.VIRTUALIZED;
        } else {
            // Rules POOL-3, POOL-5, POOL-6 and FAF-8.
            return PoolPlace.REFUSED;
        }
        highWater = Math.max(highWater, fixedUsed + virtualUsed);
        listener.changed(fixedUsed, virtualUsed);
        return place;
    }

    public void giveBack(PoolPlace place) {
        switch (place) {
            case FIXED -> fixedUsed--;
            case VIRTUALIZED -> virtualUsed--;
            case NONE, REFUSED -> {
                return;
            }
        }
        listener.changed(fixedUsed, virtualUsed);
    }

    /**
     * Launches were found complete by one pool scan, in the order of their slots. Their slots are taken first by those to come,
     * the lowest before the others.
     */
    public void found(int launches) {
        lowest = Math.max(lowest, launches);
    }

    /** Slots that lie anywhere in the pool, of which the launches sought have the lowest. */
    public int among(int sought) {
        return Math.max(sought, lowest);
    }

    /** Places of the fixed part that are taken now. */
    public long fixedUsed() {
        return fixedUsed;
    }

    /** Places of the virtualised part that are taken now. */
    public long virtualUsed() {
        return virtualUsed;
    }

    /** Places taken now. */
    public long used() {
        return fixedUsed + virtualUsed;
    }

    /** Most places taken at once. */
    public long highWater() {
        return highWater;
    }

    /** Launches that went to the virtualised part. */
    public long virtualized() {
        return virtualized;
    }

    /** Where a pending launch is counted. */
    public enum PoolPlace {
        /** Nowhere: work of the host, and waits for events. */
        NONE,
        /** A slot of the fixed-size pool. */
        FIXED,
        /** The virtualised pool (rule POOL-4). */
        VIRTUALIZED,
        /** No place was found; the launch does not happen. */
        REFUSED;

        private static final PoolPlace[] PLACES = values();

        public static PoolPlace of(int ordinal) {
            return PLACES[ordinal];
        }
    }
}
