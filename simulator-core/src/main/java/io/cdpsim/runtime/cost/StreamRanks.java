package io.cdpsim.runtime.cost;

import io.cdpsim.runtime.launch.ChunkedArray;

/** The rank of each stream among the streams of its launcher, by the order of their first launches. */
final class StreamRanks {
    private final ChunkedArray.OfLong numberByStream = new ChunkedArray.OfLong();
    private final ChunkedArray.OfInt rankByStream = new ChunkedArray.OfInt();
    private final ChunkedArray.OfLong launcherByEntry = new ChunkedArray.OfLong();
    private final ChunkedArray.OfInt streamsByEntry = new ChunkedArray.OfInt();

    /**
     * The rank of a stream, 1 for the first. Streams and entries are reused: their numbers tell whether a stored value is current.
     *
     * @param streamNumber the stream's number, which no other has
     * @param entry the launcher's entry in the grid table
     * @param number the launcher's number, which no other grid has
     */
    int rank(int stream, long streamNumber, int entry, long number) {
        numberByStream.ensureIndex(stream);
        rankByStream.ensureIndex(stream);
        if (numberByStream.get(stream) != streamNumber) {
            numberByStream.set(stream, streamNumber);
            rankByStream.set(stream, addStream(entry, number));
        }
        return rankByStream.get(stream);
    }

    private int addStream(int entry, long number) {
        launcherByEntry.ensureIndex(entry);
        streamsByEntry.ensureIndex(entry);
        if (launcherByEntry.get(entry) != number) {
            launcherByEntry.set(entry, number);
            streamsByEntry.set(entry, 0);
        }
        int streams = streamsByEntry.get(entry) + 1;
        streamsByEntry.set(entry, streams);
        return streams;
    }
}
