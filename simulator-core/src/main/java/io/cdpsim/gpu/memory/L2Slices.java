package io.cdpsim.gpu.memory;

import io.cdpsim.profile.L2Spec;

/**
 * The L2 slice that serves an address. The slices are divided among partitions, each near a part of the SMs. The home of an address is
 * one slice of one partition, which performs writes and atomics; loads are served by the slice with the same index in the SM's
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

    /** Slices per partition: slices with the same index in different partitions serve the same addresses. */
    int places() {
        return places;
    }

    /** The slice that an SM loads a line from. */
    int forLoads(int sm, long line) {
        return partitionOfSm(sm) * places + place(line * lineBytes);
    }

    /** The slice that a line is written to. */
    int home(long line) {
        long address = line * lineBytes;
        return partitionOf(address) * places + place(address);
    }

    /**
     * The same, where a slice is known that serves the line.
     *
     * @param slice one of the slices of the line, in any partition
     */
    int home(int slice, long line) {
        return homePartition(line) * places + slice % places;
    }

    int partitions() {
        return partitions;
    }

    /** The partition near an SM. */
    int partitionOfSm(int sm) {
        return sm % partitions;
    }

    /** The partition that a line is written to. */
    int homePartition(long line) {
        return partitionOf(line * lineBytes);
    }

    /** The partition of a slice. */
    int partitionOfSlice(int slice) {
        return slice / places;
    }

    /** Consecutive chunks have their homes in different partitions, and so do chunks a power of two apart. */
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

    /** Hashes a number to one of {@code count} indices such that consecutive numbers cover each index once. */
    private static int evenly(long value, int count) {
        long row = value / count;
        return (int) ((value - row * count + spread(row, count)) % count);
    }

    /** Hashes a number to one of {@code count} indices such that nearby numbers collide as late as possible. */
    static int spread(long value, int count) {
        long hash = value * 0xD6E8FEB86659FD93L;
        return (int) (((hash >>> 32) * count) >>> 32);
    }
}
