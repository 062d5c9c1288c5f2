package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.visibility.access.Access;
import java.util.Arrays;

/** The last strong writes to one word, in order. */
final class StrongWrites {
    private static final int CAPACITY = 1024;

    private long[] writers = new long[1];
    private long[] times = new long[1];
    private int[] marks = new int[MARKS];
    private int count;
    private int dropped;
    private int chainStart;

    /** Numbers of each write: access, clocks of the block's last barrier, of the thread's last fence, and of the last fence in the block. */
    private static final int MARKS = 4;

    void add(long writer, int access, long time, int barrier, int fence, int fenceOfBlock) {
        if (count == CAPACITY) {
            int half = CAPACITY / 2;
            System.arraycopy(writers, half, writers, 0, half);
            System.arraycopy(times, half, times, 0, half);
            System.arraycopy(marks, MARKS * half, marks, 0, MARKS * half);
            dropped += half;
            count = half;
        } else if (count == writers.length) {
            writers = Arrays.copyOf(writers, 2 * count);
            times = Arrays.copyOf(times, 2 * count);
            marks = Arrays.copyOf(marks, 2 * MARKS * count);
        }
        writers[count] = writer;
        times[count] = time;
        marks[MARKS * count] = access;
        marks[MARKS * count + 1] = barrier;
        marks[MARKS * count + 2] = fence;
        marks[MARKS * count + 3] = fenceOfBlock;
        if (!Access.isAtomic(access)) {
            chainStart = dropped + count;
        }
        count++;
    }

    void clear() {
        dropped += count;
        count = 0;
        chainStart = dropped;
    }

    int count() {
        return count;
    }

    /** The number of a write among all writes to the word. */
    int number(int index) {
        return dropped + index;
    }

    /** The number of the last write that is no atomic, and so does not continue what was before it. */
    int chainStart() {
        return chainStart;
    }

    /** The index of the last write with a time; -1 if there is none. */
    int last(long writer) {
        for (int i = count - 1; i >= 0; i--) {
            if (writers[i] == writer) {
                return i;
            }
        }
        return -1;
    }

    long writer(int index) {
        return writers[index];
    }

    long time(int index) {
        return times[index];
    }

    int access(int index) {
        return marks[MARKS * index];
    }

    int barrier(int index) {
        return marks[MARKS * index + 1];
    }

    int fence(int index) {
        return marks[MARKS * index + 2];
    }

    int fenceOfBlock(int index) {
        return marks[MARKS * index + 3];
    }
}
