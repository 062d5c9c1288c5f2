package io.cdpsim.workloads.irregular;

import io.cdpsim.warp.Lanes;
import java.util.function.IntUnaryOperator;

/** How many items each of some parents has. Immutable. */
public final class ItemSizes {
    /** The most items that all parents may have together. */
    public static final int MOST_ITEMS = 1 << 28;

    private final String name;
    private final int[] begins;

    private ItemSizes(String name, int[] begins) {
        this.name = name;
        this.begins = begins;
    }

    /**
     * Counts the items of parents.
     *
     * @param name what people call the sizes
     * @param parents number of parents, at least 1
     * @param size gives the items of the parents 0, 1, ..., asked once each in this order; at least 0
     * @throws TooManyItemsException if they are more than {@link #MOST_ITEMS}
     */
    static ItemSizes of(String name, int parents, IntUnaryOperator size) {
        int[] begins = new int[parents + 1];
        for (int i = 0; i < parents; i++) {
            long end = (long) begins[i] + size.applyAsInt(i);
            if (end > MOST_ITEMS) {
                throw new TooManyItemsException(i);
            }
            begins[i + 1] = (int) end;
        }
        return new ItemSizes(name, begins);
    }

    /** The sizes add up to more than {@link #MOST_ITEMS}; whoever knows where they come from says so to the user. */
    static final class TooManyItemsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int parent;

        TooManyItemsException(int parent) {
            super("more than " + MOST_ITEMS + " items at parent " + parent);
            this.parent = parent;
        }

        /** The first parent that is too much. */
        int parent() {
            return parent;
        }
    }

    /** What people call them. */
    public String name() {
        return name;
    }

    /** Number of parents. */
    public int parents() {
        return begins.length - 1;
    }

    /** Items of a parent. */
    public int size(int parent) {
        return begins[parent + 1] - begins[parent];
    }

    /** The number of its first item, where all items are numbered through parent by parent. */
    public int begin(int parent) {
        return begins[parent];
    }

    /** Items of all parents. */
    public int total() {
        return begins[parents()];
    }

    /** The first item of each parent and, as the last, the number of all. */
    int[] begins() {
        return begins.clone();
    }

    /** Items a parent, on average. */
    public double mean() {
        return (double) total() / parents();
    }

    /** Items of the largest parent. */
    public int most() {
        int most = 0;
        for (int i = 0; i < parents(); i++) {
            most = Math.max(most, size(i));
        }
        return most;
    }

    /**
     * The share of a warp's lanes that have an item to do, where each lane goes through the items of a parent and the warp through those of its
     * largest: 1 where all parents of a warp are alike; 1 where nobody has an item.
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
