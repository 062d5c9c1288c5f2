package io.cdpsim.runtime.host;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.MultiGpuSpec;

/**
 * What copies share: those of one GPU that go the same way its link, those of all GPUs that go the same way what the host's memory takes
 * or gives. Copies that share have equal parts of it.
 *
 * <p>The host's caches take some bytes from the devices beyond what its memory does, until they are written away.
 */
final class CopyLinkSharing {
    private final double toDevicesPerCycle;
    private final double toHostPerCycle;
    private final double hostCacheBytes;
    private final int[] toDevice;
    private final int[] toHost;
    private final int[] toPeer;
    private int allToDevice;
    private int allToHost;
    private double absorbed;
    private long absorbedAt;

    /**
     * @param profile of all GPUs
     * @param gpus how many there are
     */
    CopyLinkSharing(GpuProfile profile, int gpus) {
        MultiGpuSpec spec = profile.multiGpu();
        double hertz = profile.clock().coreHertz();
        toDevicesPerCycle = spec.bandwidthToDevices().bytesPerSecond() / hertz;
        toHostPerCycle = spec.bandwidthToHost().bytesPerSecond() / hertz;
        hostCacheBytes = spec.hostCacheBytes();
        toDevice = new int[gpus];
        toHost = new int[gpus];
        toPeer = new int[gpus];
    }

    /** A copy of a GPU starts to move its bytes, or has ended. */
    void count(int gpu, CopyRoute route, int change) {
        switch (route) {
            case TO_DEVICE, PAGEABLE_TO_DEVICE, INLINE_TO_DEVICE -> {
                toDevice[gpu] += change;
                allToDevice += change;
            }
            case TO_HOST, PAGEABLE_TO_HOST -> {
                toHost[gpu] += change;
                allToHost += change;
            }
            case TO_PEER -> toPeer[gpu] += change;
            case WITHIN -> {}
        }
    }

    /**
     * Bytes per cycle that a window of a copy moves with.
     *
     * @param alone what it would be with nobody beside it
     * @param bytes of the window, which are then on their way
     */
    double bytesPerCycle(int gpu, CopyRoute route, double alone, double bytes, long now) {
        return switch (route) {
            case TO_DEVICE, PAGEABLE_TO_DEVICE, INLINE_TO_DEVICE ->
                atMost(alone / toDevice[gpu], toDevicesPerCycle / allToDevice);
            case TO_HOST, PAGEABLE_TO_HOST -> {
                double own = alone / toHost[gpu];
                yield absorbs(bytes, now) ? own : atMost(own, toHostPerCycle / allToHost);
            }
            case TO_PEER -> alone / toPeer[gpu];
            case WITHIN -> alone;
        };
    }

    private static double atMost(double rate, double bound) {
        return bound == 0 ? rate : Math.min(rate, bound);
    }

    private boolean absorbs(double bytes, long now) {
        absorbed = Math.max(0, absorbed - (now - absorbedAt) * toHostPerCycle) + bytes;
        absorbedAt = now;
        return absorbed <= hostCacheBytes;
    }
}
