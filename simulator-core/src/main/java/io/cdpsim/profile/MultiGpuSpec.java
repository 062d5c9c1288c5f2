package io.cdpsim.profile;

/**
 * Several GPUs of this kind on one host: the bandwidth that their copies share, and copies between them.
 *
 * @param bandwidthToDevices bandwidth that copies from host memory to all GPUs share; 0 if only each GPU's own link limits them
 * @param bandwidthToHost bandwidth that copies from all GPUs to host memory share; 0 if only each GPU's own link limits them
 * @param hostCacheBytes bytes on their way to host memory that the host's caches absorb in addition, until they are written back
 * @param peerBandwidth bandwidth of the direct link from one GPU to another; 0 if GPUs reach each other only through the host
 * @param peerLatencyCycles from a load, an atomic or a store of an SM to the memory of another GPU until it is done, cycles
 * @param stagedPartBytes size of the parts in which a copy from one GPU to another through the host is made, bytes; 0 for one
 *     part
 * @param stagedHandoffNanos from the end of the copy of a part until the next copy may start, on the other GPU or on the same,
 *     nanoseconds
 * @param stagedCallNanos host thread busy for each part, in addition to the call itself, nanoseconds
 */
public record MultiGpuSpec(
        Bandwidth bandwidthToDevices,
        Bandwidth bandwidthToHost,
        long hostCacheBytes,
        Bandwidth peerBandwidth,
        int peerLatencyCycles,
        long stagedPartBytes,
        double stagedHandoffNanos,
        double stagedCallNanos) {
    /** Whether a GPU can access the memory of another without the host. */
    public boolean hasPeerLink() {
        return peerBandwidth.bytesPerSecond() > 0;
    }
}
