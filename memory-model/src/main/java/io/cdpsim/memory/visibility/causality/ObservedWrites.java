package io.cdpsim.memory.visibility.causality;

import java.util.Arrays;

/** The last few words whose values threads of a block have observed by strong reads: for each the last observer, and the range of writes that it saw. */
public final class ObservedWrites {
    private static final int CAPACITY = 8;

    private final long[] words = new long[CAPACITY];
    private final long[] observers = new long[CAPACITY];
    private final int[] from = new int[CAPACITY];
    private final int[] upTo = new int[CAPACITY];
    private int count;
    private int oldest;

    ObservedWrites() {
        Arrays.fill(words, -1);
    }

    /**
     * A thread observes a value.
     *
     * @param observer the time of the read
     * @param first the number of the first write to the word that the read observes
     * @param last the number of the write whose value it returns
     */
    public void observe(long word, long observer, int first, int last) {
        int at = 0;
        while (at < count && words[at] != word) {
            at++;
        }
        if (at == count) {
            if (count < CAPACITY) {
                count++;
            } else {
                at = oldest;
                oldest = (oldest + 1) % CAPACITY;
            }
        }
        words[at] = word;
        observers[at] = observer;
        from[at] = first;
        upTo[at] = last;
    }

    /** Number of words. */
    public int count() {
        return count;
    }

    /** A word. */
    public long word(int index) {
        return words[index];
    }

    /** The time of the last read. */
    public long observer(int index) {
        return observers[index];
    }

    /** The number of the first write that the read observed. */
    public int from(int index) {
        return from[index];
    }

    /** The number of the last write that the read observed. */
    public int upTo(int index) {
        return upTo[index];
    }
}
