package io.cdpsim.gpu.memory;

import io.cdpsim.profile.L2Spec;

/**
 * Which slice of the L2 cache serves an address. The slices are divided among partitions, each close to a part of the SMs. An address is at
 * home in one slice of one partition, where writes and atomics to it are done; loads are served by the slice of the same place in the SM's
 * own partition.
 */
final class L2Slices {
    private final int partitions;
    private final int places;
    private final int lineBytes;
    private final AddressInterleave partition;
    private final AddressInterleave slice;
    private final AddressInterleave slicePair;
    private final AddressInterleave halfSlice;
    private final long pairsInPartition;

    L2Slices(L2Spec l2) {
        partitions = l2.partitions();
        places = Math.max(1, l2.slices() / partitions);
        lineBytes = l2.lineBytes();
        long sliceBytes = l2.sliceInterleaveBytes();
        partition = AddressInterleave.of(l2.partitionInterleaveBytes());
        slice = AddressInterleave.of(sliceBytes);
        slicePair = AddressInterleave.of(2 * sliceBytes);
        halfSlice = AddressInterleave.of(sliceBytes / 2);
        pairsInPartition = l2.partitionInterleaveBytes() / sliceBytes / 2;
    }

    int count() {
        return partitions * places;
    }

    /** How many places a partition has: slices of the same place in different partitions serve the same addresses. */
    int places() {
        return places;
    }

    /** The slice that an SM loads a line from. */
    int forLoads(int sm, long line) {
        return partitionOfSm(sm) * places + place(line * lineBytes);
    }

    /** The slice where a line is written. */
    int home(long line) {
        long address = line * lineBytes;
        return partitionOf(address) * places + place(address);
    }

    int partitions() {
        return partitions;
    }

    /** The partition that an SM is close to. */
    int partitionOfSm(int sm) {
        return sm % partitions;
    }

    /** The partition where a line is written. */
    int homePartition(long line) {
        return partitionOf(line * lineBytes);
    }

    /** The partition that a slice is in. */
    int partitionOfSlice(int slice) {
        return slice / places;
    }

    /** Stretches that follow each other are at home in different partitions, and so are those a power of two of them apart. */
    private int partitionOf(long address) {
        return partitions == 1 ? 0 : Long.bitCount(partition.number(address)) % partitions;
    }

    private int place(long address) {
        if (partitions == 1) {
            return evenly(slice.number(address), places);
        }
        long number = partition.number(address);
        long within = partition.within(address);
        long pair = number / partitions * pairsInPartition + slicePair.number(within);
        return evenly(2 * pair + (halfSlice.number(within) & 1), places);
    }

    /** One of so many, such that as many numbers behind one another as there are come to each once. */
    private static int evenly(long value, int count) {
        long row = value / count;
        return (int) ((value - row * count + spread(row, count)) % count);
    }

    /** One of so many, such that numbers close to each other meet as late as can be. */
    static int spread(long value, int count) {
        long hash = value * 0xD6E8FEB86659FD93L;
        return (int) (((hash >>> 32) * count) >>> 32);
    }
}
