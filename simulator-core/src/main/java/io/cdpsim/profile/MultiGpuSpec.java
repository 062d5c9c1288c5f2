package io.cdpsim.profile;

/**
 * Several GPUs of this kind on one host: what their copies share, and how they copy to each other.
 *
 * @param bandwidthToDevices bandwidth that copies from the host's memory to all GPUs share; 0 if only each GPU's own link bounds them
 * @param bandwidthToHost the same for copies to the host's memory
 * @param absorbedBytes bytes on their way to the host's memory that its caches take beyond that, until they are written away
 * @param peerBandwidth direct link from one GPU to another; 0 where GPUs reach each other only through the host
 * @param stagedPartBytes a copy from one GPU to another through the host goes in parts of this size; 0 for one part
 * @param stagedHandOverNanos from the end of a part's copy until the next may follow, on the other GPU or on the same, nanoseconds
 * @param stagedCallNanos the host's thread busy for each part, beside the call itself, nanoseconds
 */
public record MultiGpuSpec(
        Bandwidth bandwidthToDevices,
        Bandwidth bandwidthToHost,
        long absorbedBytes,
        Bandwidth peerBandwidth,
        long stagedPartBytes,
        double stagedHandOverNanos,
        double stagedCallNanos) {
    /** Whether a GPU reaches the memory of another without the host. */
    public boolean hasPeerLink() {
        return peerBandwidth.bytesPerSecond() > 0;
    }
}
