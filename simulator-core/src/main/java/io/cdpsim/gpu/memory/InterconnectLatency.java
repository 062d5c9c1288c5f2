package io.cdpsim.gpu.memory;

import io.cdpsim.profile.GpuProfile;

/**
 * Difference between the latency from an L2 slice to an SM and the mean latency, cycles.
 *
 * <p>SMs and the slices of a partition are placed on a ring: an SM that is close to one slice is far from others, and no slice and no SM is
 * better placed than another. The source is a measurement ({@code latency_by_sm} in {@code slices-h200.csv}): loads of a line take 244 to 311 cycles, evenly spread, 281 in the mean for each of
 * seven lines, and the SMs that are near to some lines are the far ones of another. Which place an SM or a slice has is not documented; here neighbours by
 * number are apart, so that a few KiB of memory take every SM about as long.
 */
final class InterconnectLatency {
    /** Step around the ring that visits each position soon and none too often. */
    private static final double SM_STEP = (Math.sqrt(5) - 1) / 2;

    private static final double SLICE_STEP = Math.sqrt(2) - 1;

    private final int places;
    private final int partitions;
    private final short[] cycles;
    private int least;

    InterconnectLatency(GpuProfile profile, L2Slices slices) {
        places = slices.places();
        partitions = slices.partitions();
        int positions = (profile.sm().count() + partitions - 1) / partitions;
        cycles = new short[positions * places];
        for (int position = 0; position < positions; position++) {
            for (int place = 0; place < places; place++) {
                double apart = Math.abs(position * SM_STEP % 1 - place * SLICE_STEP % 1);
                double onTheRing = 2 * Math.min(apart, 1 - apart);
                cycles[position * places + place] =
                        (short) Math.round(profile.l2().distanceSpreadCycles() * (onTheRing - 0.5));
                least = Math.min(least, cycles[position * places + place]);
            }
        }
    }

    /** Difference for one slice and one SM; negative if they are nearer than the mean. */
    int cycles(int sm, int slice) {
        return cycles[sm / partitions * places + slice % places];
    }

    /** The least difference. */
    int least() {
        return least;
    }
}
