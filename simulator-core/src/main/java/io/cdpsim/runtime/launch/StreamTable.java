package io.cdpsim.runtime.launch;

import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import java.util.HashMap;
import java.util.Map;

/**
 * The streams of the device, including NULL and per-thread streams. A stream stores the last entry posted to it, for which the
 * next one waits. Stream 0 is not used.
 *
 * <p>A stream with a handle keeps its number until the grid that created it is complete, even after it is destroyed, so that an
 * old handle never refers to another stream of the same grid.
 */
public final class StreamTable {
    /** No more work is posted to the stream. */
    private static final int CLOSING = 1;

    private static final int FREE = 2;
    /** The stream has a handle. */
    private static final int NAMED = 4;

    private final ChunkedArray.OfInt last = new ChunkedArray.OfInt();
    private final ChunkedArray.OfLong ownerGrid = new ChunkedArray.OfLong();
    private final ChunkedArray.OfLong ownerBlock = new ChunkedArray.OfLong();
    private final ChunkedArray.OfByte flags = new ChunkedArray.OfByte();
    /** The next stream of its grid with a handle, or the next free stream. */
    private final ChunkedArray.OfInt next = new ChunkedArray.OfInt();

    private final ChunkedArray<LaunchHistory> histories = new ChunkedArray<>();
    /** By entry of the grid table, the last stream with a handle that it has created. */
    private final ChunkedArray.OfInt lastOfEntry = new ChunkedArray.OfInt();

    private final ChunkedArray.OfLong number = new ChunkedArray.OfLong();

    /** The queue of a NULL stream, 0 for a stream that has its own. */
    private final ChunkedArray.OfInt queue = new ChunkedArray.OfInt();
    /** The open NULL streams that a queue serves. */
    private final ChunkedArray.OfInt served = new ChunkedArray.OfInt();

    private final Map<NullQueue, Integer> nullQueues = new HashMap<>();
    private final int nullQueuesOfGrid;

    /**
     * The blocks of a grid whose NULL streams share a queue.
     *
     * @param block the first of them
     */
    private record NullQueue(long grid, long block) {}

    private boolean checked;
    private int freeHead;
    private int used = 1;
    private long created;

    /**
     * A table without streams.
     *
     * @param nullQueuesOfGrid queues of a grid for the NULL streams of its blocks; 0 if each stream has its own
     */
    public StreamTable(int nullQueuesOfGrid) {
        this.nullQueuesOfGrid = nullQueuesOfGrid;
    }

    /**
     * Creates a stream with a handle, which belongs to a grid and, in CDP1, to one of its blocks.
     *
     * @param entry the grid's entry in the grid table
     * @param grid its number
     */
    public int addNamed(int entry, long grid, long block) {
        int stream = add(grid, block);
        flags.set(stream, (byte) NAMED);
        lastOfEntry.ensureIndex(entry);
        next.set(stream, lastOfEntry.get(entry));
        lastOfEntry.set(entry, stream);
        return stream;
    }

    /** Releases all streams with handles of a complete grid. */
    public void releaseNamed(int entry) {
        if (entry >= lastOfEntry.length()) {
            return;
        }
        for (int stream = lastOfEntry.get(entry); stream != 0; ) {
            int following = next.get(stream);
            recycle(stream);
            stream = following;
        }
        lastOfEntry.set(entry, 0);
    }

    /**
     * Creates the NULL stream of a block. It shares a queue with those of blocks of its grid that are a multiple of {@code nullQueuesOfGrid} away (rulebook 24, Q-20; {@code
     * measurements/nullslots.cu}, {@code cascade.cu}).
     */
    public int addNull(long grid, long block) {
        int stream = add(grid, block);
        if (nullQueuesOfGrid == 0) {
            return stream;
        }
        NullQueue key = new NullQueue(grid, block % nullQueuesOfGrid);
        int shared = nullQueues.computeIfAbsent(key, first -> stream);
        queue.set(stream, shared);
        served.set(shared, served.get(shared) + 1);
        return stream;
    }

    /** The stream in whose order the work of a stream runs: itself, or the first of the NULL streams with which it shares a queue. */
    public int queue(int stream) {
        int shared = queue.get(stream);
        return shared == 0 ? stream : shared;
    }

    /** Creates a stream without a handle. It is freed once it is closed and its work is complete. */
    public int add(long grid, long block) {
        int stream = freeHead;
        if (stream != 0) {
            freeHead = next.get(stream);
        } else {
            // Rule STR-14: the number of streams has no limit.
            stream = used++;
            last.ensureIndex(stream);
            number.ensureIndex(stream);
            queue.ensureIndex(stream);
            served.ensureIndex(stream);
            ownerGrid.ensureIndex(stream);
            ownerBlock.ensureIndex(stream);
            flags.ensureIndex(stream);
            next.ensureIndex(stream);
        }
        number.set(stream, ++created);
        last.set(stream, 0);
        queue.set(stream, 0);
        ownerGrid.set(stream, grid);
        ownerBlock.set(stream, block);
        flags.set(stream, (byte) 0);
        if (checked) {
            histories.ensureIndex(stream);
            histories.set(stream, null);
        }
        return stream;
    }

    /** The launch history of a stream, for a checker. */
    public LaunchHistory history(int stream, VisibilityChecker checker) {
        checked = true;
        histories.ensureIndex(stream);
        LaunchHistory history = histories.get(stream);
        if (history == null) {
            history = checker.stream();
            histories.set(stream, history);
        }
        return history;
    }

    /** Whether a stream with this number was ever created. */
    public boolean exists(long stream) {
        return stream > 0 && stream < used;
    }

    /** The last incomplete entry of the stream's queue, for which the next one waits (rule STR-7), or 0. */
    public int last(int stream) {
        return last.get(queue(stream));
    }

    public void last(int stream, int entry) {
        last.set(queue(stream), entry);
    }

    /** The number of a stream, which no other has: streams themselves are reused. */
    public long number(int stream) {
        return number.get(stream);
    }

    public long ownerGrid(int stream) {
        return ownerGrid.get(stream);
    }

    public long ownerBlock(int stream) {
        return ownerBlock.get(stream);
    }

    /** Closes the stream to further work. It is freed when its work is complete (rule STR-10). */
    public void close(int stream) {
        if (!has(stream, CLOSING)) {
            set(stream, CLOSING);
            int shared = queue.get(stream);
            if (shared == 0) {
                freeIfComplete(stream);
                return;
            }
            served.set(shared, served.get(shared) - 1);
            if (shared != stream) {
                // Its work is in the queue.
                recycle(stream);
            }
            freeIfComplete(shared);
        }
    }

    /** Whether the stream was destroyed and its work is complete. */
    public boolean isFree(int stream) {
        return has(stream, FREE);
    }

    /** Completes an entry of the stream. */
    void completed(int stream, int entry) {
        if (last.get(stream) == entry) {
            last.set(stream, 0);
            freeIfComplete(stream);
        }
    }

    private void freeIfComplete(int stream) {
        if (has(stream, CLOSING) && last.get(stream) == 0 && served.get(stream) == 0) {
            if (queue.get(stream) == stream) {
                nullQueues.remove(new NullQueue(ownerGrid.get(stream), ownerBlock.get(stream) % nullQueuesOfGrid));
            }
            set(stream, FREE);
            if (!has(stream, NAMED)) {
                recycle(stream);
            }
        }
    }

    private void recycle(int stream) {
        set(stream, FREE);
        next.set(stream, freeHead);
        freeHead = stream;
    }

    private boolean has(int stream, int flag) {
        return (flags.get(stream) & flag) != 0;
    }

    private void set(int stream, int flag) {
        flags.set(stream, (byte) (flags.get(stream) | flag));
    }

    /** What kind of stream device code launches into. */
    public enum StreamKind {
        /** The NULL stream of the launching block. */
        NULL,
        /** A stream that device code has created, or the per-thread default stream. */
        NAMED,
        /** {@code cudaStreamFireAndForget} (CDP2). */
        FIRE_AND_FORGET,
        /** {@code cudaStreamTailLaunch} (CDP2). */
        TAIL
    }
}
