package io.cdpsim.runtime.launch;

import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.knowledge.LaunchHistory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The streams made on the device, NULL and per-thread streams included. A stream is the last entry posted to it: the next one waits for
 * that. Entry 0 is not used.
 *
 * <p>A stream with a handle keeps its entry until the grid that made it is complete, also once it has been destroyed, so that an old handle
 * never means another stream of the same grid.
 */
public final class StreamTable {
    private int[] last = new int[64];
    private long[] ownerGrid = new long[64];
    private long[] ownerBlock = new long[64];
    private boolean[] closing = new boolean[64];
    private boolean[] free = new boolean[64];
    private boolean[] named = new boolean[64];
    private int[] nextFree = new int[64];
    private int[] nextOfGrid = new int[64];
    private @Nullable LaunchHistory[] histories = new LaunchHistory[64];
    private final Map<Long, Integer> firstOfGrid = new HashMap<>();
    private int freeHead;
    private int used = 1;

    /** Makes a stream with a handle, which belongs to a grid and, in CDP1, to one of its blocks. */
    public int addNamed(long grid, long block) {
        int stream = add(grid, block);
        named[stream] = true;
        Integer first = firstOfGrid.put(grid, stream);
        nextOfGrid[stream] = first == null ? 0 : first;
        return stream;
    }

    /** The grid is complete, and with it all its streams: nobody can name them any more. */
    public void releaseNamed(long grid) {
        Integer first = firstOfGrid.isEmpty() ? null : firstOfGrid.remove(grid);
        for (int stream = first == null ? 0 : first; stream != 0; stream = nextOfGrid[stream]) {
            recycle(stream);
        }
    }

    /** Makes a stream that goes as soon as it is closed and its work is done. */
    public int add(long grid, long block) {
        int stream;
        if (freeHead != 0) {
            stream = freeHead;
            freeHead = nextFree[stream];
        } else {
            // Rule STR-14: there are as many as are made.
            if (used == last.length) {
                last = Arrays.copyOf(last, 2 * used);
                ownerGrid = Arrays.copyOf(ownerGrid, 2 * used);
                ownerBlock = Arrays.copyOf(ownerBlock, 2 * used);
                closing = Arrays.copyOf(closing, 2 * used);
                free = Arrays.copyOf(free, 2 * used);
                named = Arrays.copyOf(named, 2 * used);
                nextOfGrid = Arrays.copyOf(nextOfGrid, 2 * used);
                nextFree = Arrays.copyOf(nextFree, 2 * used);
                histories = Arrays.copyOf(histories, 2 * used);
            }
            stream = used++;
        }
        last[stream] = 0;
        histories[stream] = null;
        ownerGrid[stream] = grid;
        ownerBlock[stream] = block;
        closing[stream] = false;
        free[stream] = false;
        named[stream] = false;
        return stream;
    }

    /** What has been launched into the stream, for a checker. */
    public LaunchHistory history(int stream, VisibilityChecker checker) {
        LaunchHistory history = histories[stream];
        if (history == null) {
            history = checker.stream();
            histories[stream] = history;
        }
        return history;
    }

    /** Whether such a stream was ever made. */
    public boolean exists(long stream) {
        return stream > 0 && stream < used;
    }

    /** The last entry in the stream that is not complete, or 0: what the next one waits for (rule STR-7). */
    public int last(int stream) {
        return last[stream];
    }

    public void last(int stream, int entry) {
        last[stream] = entry;
    }

    public long ownerGrid(int stream) {
        return ownerGrid[stream];
    }

    public long ownerBlock(int stream) {
        return ownerBlock[stream];
    }

    /** Nobody will post to the stream any more: it goes when its work is done (rule STR-10). */
    public void close(int stream) {
        if (!closing[stream]) {
            closing[stream] = true;
            releaseIfDone(stream);
        }
    }

    /** Whether the stream was destroyed and its work is done. */
    public boolean isGone(int stream) {
        return free[stream];
    }

    /** An entry of the stream is complete. */
    void completed(int stream, int entry) {
        if (last[stream] == entry) {
            last[stream] = 0;
            releaseIfDone(stream);
        }
    }

    private void releaseIfDone(int stream) {
        if (closing[stream] && last[stream] == 0) {
            free[stream] = true;
            if (!named[stream]) {
                recycle(stream);
            }
        }
    }

    private void recycle(int stream) {
        free[stream] = true;
        nextFree[stream] = freeHead;
        freeHead = stream;
    }
}
