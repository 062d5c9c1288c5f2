package io.cdpsim.runtime.cost;

import io.cdpsim.runtime.column.IntColumn;
import io.cdpsim.runtime.column.LongColumn;

/** The how many-th stream of its launcher each stream is, in the order in which that launched into them first. */
final class StreamRanks {
    private final LongColumn launcherOfStream = new LongColumn();
    private final IntColumn rankOfStream = new IntColumn();
    private final LongColumn launcherOfEntry = new LongColumn();
    private final IntColumn streamsOfEntry = new IntColumn();

    /**
     * The rank of a stream, 1 for the first. Both the stream and the entry of its launcher may have belonged to others before.
     *
     * @param entry the launcher's entry in the grid table
     * @param number the launcher's number, which no other grid has
     */
    int rank(int stream, int entry, long number) {
        launcherOfStream.reach(stream);
        rankOfStream.reach(stream);
        if (launcherOfStream.get(stream) != number) {
            launcherOfStream.set(stream, number);
            rankOfStream.set(stream, streams(entry, number));
        }
        return rankOfStream.get(stream);
    }

    private int streams(int entry, long number) {
        launcherOfEntry.reach(entry);
        streamsOfEntry.reach(entry);
        if (launcherOfEntry.get(entry) != number) {
            launcherOfEntry.set(entry, number);
            streamsOfEntry.set(entry, 0);
        }
        int streams = streamsOfEntry.get(entry) + 1;
        streamsOfEntry.set(entry, streams);
        return streams;
    }
}
