package io.cdpsim.experiments.trace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Lanes as tracks, each created on first use. */
final class LaneTracks {
    /** Creates tracks. */
    interface Maker {
        /** Creates the track of a lane. @return its number */
        int track(int lane) throws IOException;
    }

    private final LaneAllocator lanes;
    private final Maker maker;
    private final List<Integer> tracks = new ArrayList<>();

    /**
     * No tracks.
     *
     * @param most the largest number of lanes
     */
    LaneTracks(int most, Maker maker) {
        this.lanes = new LaneAllocator(most);
        this.maker = maker;
    }

    /** The track of the lowest lane that is free from a time on; -1 if all are busy. Spans arrive in the order of their start. */
    int take(long start, long end) throws IOException {
        int lane = lanes.take(start, end);
        // Lanes are allocated in ascending order.
        if (lane == tracks.size()) {
            tracks.add(maker.track(lane));
        }
        return lane < 0 ? -1 : tracks.get(lane);
    }
}
