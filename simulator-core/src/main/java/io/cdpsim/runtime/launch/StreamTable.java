package io.cdpsim.runtime.launch;

import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.causality.LaunchHistory;

/**
 * The streams made on the device, NULL and per-thread streams included. A stream is the last entry posted to it: the next one waits for
 * that. Entry 0 is not used.
 *
 * <p>A stream with a handle keeps its entry until the grid that made it is complete, also once it has been destroyed, so that an old handle
 * never means another stream of the same grid.
 */
public final class StreamTable {
    /** Nobody will post to it any more. */
    private static final int CLOSING = 1;

    private static final int FREE = 2;
    /** It has a handle. */
    private static final int NAMED = 4;

    private final ChunkedArray.OfInt last = new ChunkedArray.OfInt();
    private final ChunkedArray.OfLong ownerGrid = new ChunkedArray.OfLong();
    private final ChunkedArray.OfLong ownerBlock = new ChunkedArray.OfLong();
    private final ChunkedArray.OfByte flags = new ChunkedArray.OfByte();
    /** The next one of its grid with a handle, or the next one that is free for use. */
    private final ChunkedArray.OfInt next = new ChunkedArray.OfInt();

    private final ChunkedArray<LaunchHistory> histories = new ChunkedArray<>();
    /** For each entry of the grid table, the stream with a handle that it made last and has not completed since. */
    private final ChunkedArray.OfInt lastOfEntry = new ChunkedArray.OfInt();

    private boolean watched;
    private int freeHead;
    private int used = 1;

    /**
     * Makes a stream with a handle, which belongs to a grid and, in CDP1, to one of its blocks.
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

    /** The grid is complete, and with it all its streams: nobody can name them any more. */
    public void releaseNamed(int entry) {
        if (entry >= lastOfEntry.length()) {
            return;
        }
        for (int stream = lastOfEntry.get(entry); stream != 0; ) {
            int other = next.get(stream);
            recycle(stream);
            stream = other;
        }
        lastOfEntry.set(entry, 0);
    }

    /** Makes a stream that goes as soon as it is closed and its work is done. */
    public int add(long grid, long block) {
        int stream = freeHead;
        if (stream != 0) {
            freeHead = next.get(stream);
        } else {
            // Rule STR-14: there are as many as are made.
            stream = used++;
            last.ensureIndex(stream);
            ownerGrid.ensureIndex(stream);
            ownerBlock.ensureIndex(stream);
            flags.ensureIndex(stream);
            next.ensureIndex(stream);
        }
        last.set(stream, 0);
        ownerGrid.set(stream, grid);
        ownerBlock.set(stream, block);
        flags.set(stream, (byte) 0);
        if (watched) {
            histories.ensureIndex(stream);
            histories.set(stream, null);
        }
        return stream;
    }

    /** What has been launched into the stream, for a checker. */
    public LaunchHistory history(int stream, VisibilityChecker checker) {
        watched = true;
        histories.ensureIndex(stream);
        LaunchHistory history = histories.get(stream);
        if (history == null) {
            history = checker.stream();
            histories.set(stream, history);
        }
        return history;
    }

    /** Whether such a stream was ever made. */
    public boolean exists(long stream) {
        return stream > 0 && stream < used;
    }

    /** The last entry in the stream that is not complete, or 0: what the next one waits for (rule STR-7). */
    public int last(int stream) {
        return last.get(stream);
    }

    public void last(int stream, int entry) {
        last.set(stream, entry);
    }

    public long ownerGrid(int stream) {
        return ownerGrid.get(stream);
    }

    public long ownerBlock(int stream) {
        return ownerBlock.get(stream);
    }

    /** Nobody will post to the stream any more: it goes when its work is done (rule STR-10). */
    public void close(int stream) {
        if (!is(stream, CLOSING)) {
            becomes(stream, CLOSING);
            releaseIfDone(stream);
        }
    }

    /** Whether the stream was destroyed and its work is done. */
    public boolean isGone(int stream) {
        return is(stream, FREE);
    }

    /** An entry of the stream is complete. */
    void completed(int stream, int entry) {
        if (last.get(stream) == entry) {
            last.set(stream, 0);
            releaseIfDone(stream);
        }
    }

    private void releaseIfDone(int stream) {
        if (is(stream, CLOSING) && last.get(stream) == 0) {
            becomes(stream, FREE);
            if (!is(stream, NAMED)) {
                recycle(stream);
            }
        }
    }

    private void recycle(int stream) {
        becomes(stream, FREE);
        next.set(stream, freeHead);
        freeHead = stream;
    }

    private boolean is(int stream, int flag) {
        return (flags.get(stream) & flag) != 0;
    }

    private void becomes(int stream, int flag) {
        flags.set(stream, (byte) (flags.get(stream) | flag));
    }

    /** What kind of stream device code launches into. */
    public enum StreamKind {
        /** The NULL stream of the launching block. */
        NULL,
        /** A stream that device code has made, the per-thread default stream included. */
        NAMED,
        /** {@code cudaStreamFireAndForget} (CDP2). */
        FIRE_AND_FORGET,
        /** {@code cudaStreamTailLaunch} (CDP2). */
        TAIL
    }
}
