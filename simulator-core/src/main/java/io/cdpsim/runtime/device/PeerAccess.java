package io.cdpsim.runtime.device;

import io.cdpsim.runtime.version.CudaError;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The pairs of devices for which the program has enabled peer access. */
public final class PeerAccess {
    private final Set<Pair> enabled = new HashSet<>();

    private record Pair(int device, int peer) {}

    /** No pairs. */
    public PeerAccess() {}

    /** Whether peer access is possible: the devices have a direct link. */
    public static boolean isPossible(Device device, Device peer) {
        return device != peer && device.profile().multiGpu().hasPeerLink();
    }

    /** {@code cudaDeviceEnablePeerAccess}. */
    public CudaError enable(Device device, Device peer) {
        if (!isPossible(device, peer)) {
            return CudaError.PEER_ACCESS_UNSUPPORTED;
        }
        device.data().peers().enable(peer.ordinal(), true);
        return enabled.add(new Pair(device.ordinal(), peer.ordinal()))
                ? CudaError.SUCCESS
                : CudaError.PEER_ACCESS_ALREADY_ENABLED;
    }

    /** {@code cudaDeviceDisablePeerAccess}. */
    public CudaError disable(Device device, Device peer) {
        device.data().peers().enable(peer.ordinal(), false);
        return enabled.remove(new Pair(device.ordinal(), peer.ordinal()))
                ? CudaError.SUCCESS
                : CudaError.PEER_ACCESS_NOT_ENABLED;
    }

    /** A device loses its context, and with it all access to and from it. */
    public void reset(Device device, List<Device> all) {
        for (Device each : all) {
            each.data().peers().enable(device.ordinal(), false);
            device.data().peers().enable(each.ordinal(), false);
        }
        enabled.removeIf(pair -> pair.device() == device.ordinal() || pair.peer() == device.ordinal());
    }

    /** Whether one of two devices has access to the other, so that its copy engines can copy between them. */
    public boolean areConnected(Device one, Device other) {
        return enabled.contains(new Pair(one.ordinal(), other.ordinal()))
                || enabled.contains(new Pair(other.ordinal(), one.ordinal()));
    }
}
