package io.cdpsim.workloads.irregular;

import io.cdpsim.warp.Lanes;
import java.util.function.IntUnaryOperator;

/** The number of items of each parent. Immutable. */
public final class ItemSizes {
    /** The largest total number of items. */
    public static final int MOST_ITEMS = 1 << 28;

    private final String name;
    private final int[] starts;

    private ItemSizes(String name, int[] starts) {
        this.name = name;
        this.starts = starts;
    }

    /**
     * Sums the items of parents.
     *
     * @param name display name of the sizes
     * @param parents number of parents, at least 1
     * @param size the number of items of parents 0, 1, ..., called once each in this order; at least 0
     * @throws TooManyItemsException if there are more than {@link #MOST_ITEMS} in all
     */
    static ItemSizes of(String name, int parents, IntUnaryOperator size) {
        int[] starts = new int[parents + 1];
        for (int i = 0; i < parents; i++) {
            long end = (long) starts[i] + size.applyAsInt(i);
            if (end > MOST_ITEMS) {
                throw new TooManyItemsException(i);
            }
            starts[i + 1] = (int) end;
        }
        return new ItemSizes(name, starts);
    }

    /** The sizes add up to more than {@link #MOST_ITEMS}; the caller, which knows their source, reports it to the user. */
    static final class TooManyItemsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int parent;

        TooManyItemsException(int parent) {
            super("more than " + MOST_ITEMS + " items at parent " + parent);
            this.parent = parent;
        }

        /** The first parent that exceeds the limit. */
        int parent() {
            return parent;
        }
    }

    /** Display name. */
    public String name() {
        return name;
    }

    /** Number of parents. */
    public int parents() {
        return starts.length - 1;
    }

    /** Number of items of a parent. */
    public int size(int parent) {
        return starts[parent + 1] - starts[parent];
    }

    /** The number of its first item, where all items are numbered parent by parent. */
    public int firstItem(int parent) {
        return starts[parent];
    }

    /** Number of items of all parents. */
    public int total() {
        return starts[parents()];
    }

    /** The first item of each parent, followed by the total number of items. */
    int[] firstItems() {
        return starts.clone();
    }

    /** Mean number of items of a parent. */
    public double mean() {
        return (double) total() / parents();
    }

    /** Number of items of the largest parent. */
    public int most() {
        int most = 0;
        for (int i = 0; i < parents(); i++) {
            most = Math.max(most, size(i));
        }
        return most;
    }

    /**
     * The share of a warp's lanes that have an item to process, where each lane processes the items of a parent and the warp takes as long as its
     * largest: 1 where all parents of a warp are equal, or no parent has an item.
     */
    public double laneBalance() {
        long steps = 0;
        for (int first = 0; first < parents(); first += Lanes.COUNT) {
            int most = 0;
            for (int i = first; i < Math.min(parents(), first + Lanes.COUNT); i++) {
                most = Math.max(most, size(i));
            }
            steps += most;
        }
        return steps == 0 ? 1 : (double) total() / (steps * Lanes.COUNT);
    }
}
