package io.cdpsim.runtime.copy;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.HostLinkSpec;

/** The path of the bytes of a copy. */
public enum CopyRoute {
    /** Over the host link, from pinned memory. */
    TO_DEVICE,
    /** Over the host link, into pinned memory. */
    TO_HOST,
    /** Over the host link, from pageable memory. */
    PAGEABLE_TO_DEVICE,
    /** Over the host link, into pageable memory. */
    PAGEABLE_TO_HOST,
    /** In the command buffer: the host thread has written the bytes, and the copy engine fetches none. */
    INLINE_TO_DEVICE,
    /** Over the direct link to another GPU. */
    TO_PEER,
    /** Within the memory of a GPU. */
    WITHIN;

    /** Bytes per second of a copy that shares its path with no other. */
    public double bytesPerSecond(GpuProfile profile) {
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
            case WITHIN -> profile.dram().bandwidth().bytesPerSecond();
        };
    }

    private static double lesser(double pageable, double pinned) {
        return pageable == 0 ? pinned : Math.min(pageable, pinned);
    }

    /** Extra fixed time compared with a copy of pinned memory, nanoseconds. */
    public double extraLatencyNanos(GpuProfile profile) {
        return this == PAGEABLE_TO_HOST ? profile.hostLink().pageableLatencyNanos() : 0;
    }

    /** Whether the destination is host memory. */
    public boolean isToHost() {
        return this == TO_HOST || this == PAGEABLE_TO_HOST;
    }

    /** Whether the bytes cross the host link. */
    public boolean isOverHostLink() {
        return this != TO_PEER && this != WITHIN;
    }
}
