package io.cdpsim.gpu.link;

import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.profile.GpuProfile;

/**
 * The way from a device's SMs to the memory of other devices: one queue for each direction, and a fixed latency. What the accesses occupy in
 * the other device is not modeled. Devices without a direct link reach each other as they reach the host.
 */
public final class PeerLink {
    private final ServiceQueue in = new ServiceQueue();
    private final ServiceQueue out = new ServiceQueue();
    private final long sectorService;
    private final int latencyCycles;

    /** An idle link of a device of this profile. */
    public PeerLink(GpuProfile profile) {
        boolean isDirect = profile.multiGpu().hasPeerLink();
        double bytesPerSecond = isDirect
                ? profile.multiGpu().peerBandwidth().bytesPerSecond()
                : profile.hostLink().bandwidthToDevice().bytesPerSecond();
        sectorService = ServiceQueue.fractions(
                profile.l2().sectorBytes() * profile.clock().coreHertz() / bytesPerSecond);
        latencyCycles = isDirect
                ? profile.multiGpu().peerLatencyCycles()
                : profile.hostLink().mappedLoadLatencyCycles();
    }

    /** Loads sectors, or runs atomics on them. @return when the values are back at the SM */
    public long load(int sectors, long now) {
        return in.serve(now, sectors * sectorService) + latencyCycles;
    }

    /** Stores sectors. @return when the other device has them */
    public long store(int sectors, long now) {
        return out.serve(now, sectors * sectorService) + latencyCycles;
    }
}
