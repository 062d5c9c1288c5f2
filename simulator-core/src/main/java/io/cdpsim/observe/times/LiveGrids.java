package io.cdpsim.observe.times;

/**
 * The grids that have been posted and have not ended, by their number: a hash table in columns, since a launch bomb posts millions. It takes about
 * 50 bytes for each grid that it held at once.
 */
final class LiveGrids {
    private static final int FIRST_CAPACITY = 64;

    /** The golden ratio's fraction, of 64 bits: it parts neighbours evenly. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** Numbers, from 1; 0 where a row is free. */
    private long[] number = new long[FIRST_CAPACITY];

    private int[] kernel = new int[FIRST_CAPACITY];
    private int[] depth = new int[FIRST_CAPACITY];
    private long[] posted = new long[FIRST_CAPACITY];
    private long[] started = new long[FIRST_CAPACITY];
    private int size;

    /** Adds a grid, which has not started. */
    void add(long grid, int kernelIndex, int nestingDepth, long postedCycle) {
        if (3 * size >= 2 * number.length) {
            grow();
        }
        put(grid, kernelIndex, nestingDepth, postedCycle, -1);
    }

    private void put(long grid, int kernelIndex, int nestingDepth, long postedCycle, long startedCycle) {
        int row = home(grid);
        while (number[row] != 0) {
            row = next(row);
        }
        number[row] = grid;
        kernel[row] = kernelIndex;
        depth[row] = nestingDepth;
        posted[row] = postedCycle;
        started[row] = startedCycle;
        size++;
    }

    private void grow() {
        long[] numbers = number;
        int[] kernels = kernel;
        int[] depths = depth;
        long[] postings = posted;
        long[] starts = started;
        int length = 2 * numbers.length;
        number = new long[length];
        kernel = new int[length];
        depth = new int[length];
        posted = new long[length];
        started = new long[length];
        size = 0;
        for (int row = 0; row < numbers.length; row++) {
            if (numbers[row] != 0) {
                put(numbers[row], kernels[row], depths[row], postings[row], starts[row]);
            }
        }
    }

    /** The row of a grid, which holds until a grid is added or removed; -1 if it is not there. */
    int row(long grid) {
        for (int row = home(grid); number[row] != 0; row = next(row)) {
            if (number[row] == grid) {
                return row;
            }
        }
        return -1;
    }

    int kernel(int row) {
        return kernel[row];
    }

    int depth(int row) {
        return depth[row];
    }

    long posted(int row) {
        return posted[row];
    }

    /** When its first block got an SM; -1 if it has not. */
    long started(int row) {
        return started[row];
    }

    void started(int row, long cycle) {
        started[row] = cycle;
    }

    /** Removes the grid of a row, and moves those up that stand behind it because it stood in their place. */
    void remove(int removed) {
        int free = removed;
        for (int row = next(free); number[row] != 0; row = next(row)) {
            if (distance(home(number[row]), row) >= distance(free, row)) {
                number[free] = number[row];
                kernel[free] = kernel[row];
                depth[free] = depth[row];
                posted[free] = posted[row];
                started[free] = started[row];
                free = row;
            }
        }
        number[free] = 0;
        size--;
    }

    /** How many grids are there. */
    int size() {
        return size;
    }

    /** Spread out: the rows of neighbours would make one long run, through all of which a removal goes. */
    private int home(long grid) {
        return (int) ((grid * SPREAD) >>> (Long.SIZE - Integer.SIZE)) & (number.length - 1);
    }

    /** Rows from one to another that is searched after it. */
    private int distance(int from, int to) {
        return (to - from) & (number.length - 1);
    }

    private int next(int row) {
        return (row + 1) & (number.length - 1);
    }
}
