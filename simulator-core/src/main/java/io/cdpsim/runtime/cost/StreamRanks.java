package io.cdpsim.runtime.cost;

import io.cdpsim.runtime.launch.ChunkedArray;

/** The how many-th stream of its launcher each stream is, in the order in which that launched into them first. */
final class StreamRanks {
    private final ChunkedArray.OfLong launcherOfStream = new ChunkedArray.OfLong();
    private final ChunkedArray.OfInt rankOfStream = new ChunkedArray.OfInt();
    private final ChunkedArray.OfLong launcherOfEntry = new ChunkedArray.OfLong();
    private final ChunkedArray.OfInt streamsOfEntry = new ChunkedArray.OfInt();

    /**
     * The rank of a stream, 1 for the first. Both the stream and the entry of its launcher may have belonged to others before.
     *
     * @param entry the launcher's entry in the grid table
     * @param number the launcher's number, which no other grid has
     */
    int rank(int stream, int entry, long number) {
        launcherOfStream.ensureIndex(stream);
        rankOfStream.ensureIndex(stream);
        if (launcherOfStream.get(stream) != number) {
            launcherOfStream.set(stream, number);
            rankOfStream.set(stream, streams(entry, number));
        }
        return rankOfStream.get(stream);
    }

    private int streams(int entry, long number) {
        launcherOfEntry.ensureIndex(entry);
        streamsOfEntry.ensureIndex(entry);
        if (launcherOfEntry.get(entry) != number) {
            launcherOfEntry.set(entry, number);
            streamsOfEntry.set(entry, 0);
        }
        int streams = streamsOfEntry.get(entry) + 1;
        streamsOfEntry.set(entry, streams);
        return streams;
    }
}
