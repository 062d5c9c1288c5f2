package io.cdpsim.runtime.host;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.HostLinkSpec;

/** Which way the bytes of a copy go. */
enum CopyRoute {
    /** Over the host link, from pinned memory. */
    TO_DEVICE,
    /** Over the host link, into pinned memory. */
    TO_HOST,
    /** Over the host link, from memory that is not pinned. */
    PAGEABLE_TO_DEVICE,
    /** Over the host link, into memory that is not pinned. */
    PAGEABLE_TO_HOST,
    /** With the commands, which the host's thread has written: nothing is left to fetch. */
    INLINE_TO_DEVICE,
    /** Over the direct link to another GPU. */
    TO_PEER,
    /** Within the memory of a GPU. */
    WITHIN;

    /** Bytes per second of a copy that shares its way with no other. */
    double bytesPerSecond(GpuProfile profile) {
        HostLinkSpec link = profile.hostLink();
        return switch (this) {
            case TO_DEVICE, INLINE_TO_DEVICE -> link.bandwidthToDevice().bytesPerSecond();
            case TO_HOST -> link.bandwidthToHost().bytesPerSecond();
            case PAGEABLE_TO_DEVICE ->
                lesser(
                        link.pageableBandwidthToDevice().bytesPerSecond(),
                        link.bandwidthToDevice().bytesPerSecond());
            case PAGEABLE_TO_HOST ->
                lesser(
                        link.pageableBandwidthToHost().bytesPerSecond(),
                        link.bandwidthToHost().bytesPerSecond());
            case TO_PEER -> profile.multiGpu().peerBandwidth().bytesPerSecond();
            case WITHIN -> profile.dram().bandwidth().bytesPerSecond() / 2;
        };
    }

    private static double lesser(double ifSaid, double otherwise) {
        return ifSaid == 0 ? otherwise : Math.min(ifSaid, otherwise);
    }

    /** What the fixed part of a copy takes more than of one of pinned memory. */
    double moreLatencyNanos(GpuProfile profile) {
        return this == PAGEABLE_TO_HOST ? profile.hostLink().pageableLatencyNanos() : 0;
    }

    /** Whether the bytes end in memory of the host. */
    boolean isToHost() {
        return this == TO_HOST || this == PAGEABLE_TO_HOST;
    }

    /** Whether the bytes go over the host link. */
    boolean isOverHostLink() {
        return this != TO_PEER && this != WITHIN;
    }
}
