package io.cdpsim.engine;

/** A first-in first-out queue of ints in a growing ring buffer. */
public final class IntRing {
    private int[] items = new int[64];
    private int head;
    private int size;

    /** An empty queue. */
    public IntRing() {}

    /** Puts an item at the end. */
    public void add(int item) {
        if (size == items.length) {
            int[] larger = new int[2 * size];
            for (int i = 0; i < size; i++) {
                larger[i] = items[(head + i) & (items.length - 1)];
            }
            items = larger;
            head = 0;
        }
        items[(head + size++) & (items.length - 1)] = item;
    }

    /** The first item; there must be one. */
    public int peek() {
        return items[head];
    }

    /** The item at an index from the front; it must exist. */
    public int get(int before) {
        return items[(head + before) & (items.length - 1)];
    }

    /** Takes the first item; there must be one. */
    public int remove() {
        int item = items[head];
        head = (head + 1) & (items.length - 1);
        size--;
        return item;
    }

    /** Whether the queue is empty. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Number of items. */
    public int size() {
        return size;
    }
}
