package io.cdpsim.gpu;

/** A first-in first-out queue of ints, without objects. */
final class IntRing {
    private int[] items = new int[64];
    private int head;
    private int size;

    void add(int item) {
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

    int peek() {
        return items[head];
    }

    int remove() {
        int item = items[head];
        head = (head + 1) & (items.length - 1);
        size--;
        return item;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }
}
