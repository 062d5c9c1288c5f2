package io.cdpsim.runtime.copy;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.MultiGpuSpec;

/**
 * The bandwidth that concurrent copies share. Copies of one GPU in the same direction share its link. Copies of all GPUs in the
 * same direction share the bandwidth of host memory. Each copy gets an equal share.
 *
 * <p>The host's caches absorb some bytes from the devices in addition, until they are written back.
 */
public final class CopyLinkSharing {
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
     * @param profile profile of all GPUs
     * @param gpus number of GPUs
     */
    public CopyLinkSharing(GpuProfile profile, int gpus) {
        MultiGpuSpec spec = profile.multiGpu();
        double hertz = profile.clock().coreHertz();
        toDevicesPerCycle = spec.bandwidthToDevices().bytesPerSecond() / hertz;
        toHostPerCycle = spec.bandwidthToHost().bytesPerSecond() / hertz;
        hostCacheBytes = spec.hostCacheBytes();
        toDevice = new int[gpus];
        toHost = new int[gpus];
        toPeer = new int[gpus];
    }

    /** Counts a copy of a GPU that starts ({@code change} is 1) or ends (-1). */
    public void count(int gpu, CopyRoute route, int change) {
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
     * Bytes per cycle of a window of a copy.
     *
     * @param alone bytes per cycle without concurrent copies
     * @param bytes bytes of the window
     */
    public double bytesPerCycle(int gpu, CopyRoute route, double alone, double bytes, long now) {
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
