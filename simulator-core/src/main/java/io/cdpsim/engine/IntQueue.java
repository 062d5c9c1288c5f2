package io.cdpsim.engine;

import java.util.ArrayDeque;
import java.util.Deque;

/** A first-in first-out queue of ints that may grow to millions: a list of chunks, so that growing copies nothing. */
public final class IntQueue {
    private static final int PIECE = 1024;

    /** All chunks are full but the last. */
    private final Deque<int[]> pieces = new ArrayDeque<>();

    private int[] first = new int[PIECE];
    private int[] last = first;
    private int start;
    private int end;
    private int size;

    /** An empty queue. */
    public IntQueue() {}

    /** Puts an item at the end. */
    public void add(int item) {
        if (end == PIECE) {
            pieces.add(last);
            last = new int[PIECE];
            end = 0;
        }
        last[end++] = item;
        size++;
    }

    /** The first item; there must be one. */
    public int peek() {
        return first[start];
    }

    /** Takes the first item; there must be one. */
    public int remove() {
        int item = first[start++];
        size--;
        if (size == 0) {
            pieces.clear();
            first = last;
            start = 0;
            end = 0;
        } else if (start == PIECE) {
            pieces.remove();
            first = pieces.isEmpty() ? last : pieces.element();
            start = 0;
        }
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
