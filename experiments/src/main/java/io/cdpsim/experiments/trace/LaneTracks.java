package io.cdpsim.experiments.trace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Lanes that are tracks, each made when it is first taken. */
final class LaneTracks {
    /** Makes tracks. */
    interface Maker {
        /** Makes the track of a lane. @return its number */
        int track(int lane) throws IOException;
    }

    private final LaneAllocator lanes;
    private final Maker maker;
    private final List<Integer> tracks = new ArrayList<>();

    /**
     * No track yet.
     *
     * @param most lanes at most
     */
    LaneTracks(int most, Maker maker) {
        this.lanes = new LaneAllocator(most);
        this.maker = maker;
    }

    /** The track of the lowest lane that is free from a time on; -1 if all are taken. Spans come by their begin. */
    int take(long begin, long end) throws IOException {
        int lane = lanes.take(begin, end);
        // Lanes come in the order of their numbers.
        if (lane == tracks.size()) {
            tracks.add(maker.track(lane));
        }
        return lane < 0 ? -1 : tracks.get(lane);
    }
}
