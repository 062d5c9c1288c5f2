package io.cdpsim.profile;

/**
 * Several GPUs of this kind on one host: what their copies share, and how they copy to each other.
 *
 * @param bytesPerSecondToDevices what copies from the host's memory to all GPUs come to together, bytes per second; 0 for no bound but
 *     each GPU's own link
 * @param bytesPerSecondToHost the same for copies to the host's memory
 * @param absorbedBytes bytes on their way to the host's memory that its caches take beyond that, until they are written away
 * @param peerBytesPerSecond direct link from one GPU to another, bytes per second; 0 where GPUs reach each other only through the host
 * @param stagedPartBytes a copy from one GPU to another through the host goes in parts of so many bytes; 0 for one part
 * @param stagedHandOverNanos from the end of a part's copy until the next may follow, on the other GPU or on the same, nanoseconds
 * @param stagedCallNanos the host's thread busy for each part, beside the call itself, nanoseconds
 */
public record MultiGpuSpec(
        double bytesPerSecondToDevices,
        double bytesPerSecondToHost,
        long absorbedBytes,
        double peerBytesPerSecond,
        long stagedPartBytes,
        double stagedHandOverNanos,
        double stagedCallNanos) {
    /** Whether a GPU reaches the memory of another without the host. */
    public boolean hasPeerLink() {
        return peerBytesPerSecond > 0;
    }
}
