package io.cdpsim.gpu.bulk;

import io.cdpsim.gpu.memory.SectorCache;

/** What the loads of bulk instructions find in an L2 of one or more partitions: in that of their SM, in another one, or nowhere. */
public final class BulkReadsOfL2 {
    private final BulkReads anywhere;
    private final BulkReads[] near;

    public BulkReadsOfL2(SectorCache[] partitions, int lineBytes, int sectorBytes) {
        anywhere = new BulkReads(partitions, lineBytes, sectorBytes);
        near = new BulkReads[partitions.length];
        for (int i = 0; i < near.length; i++) {
            near[i] = new BulkReads(new SectorCache[] {partitions[i]}, lineBytes, sectorBytes);
        }
    }

    /** The reads of SMs that are close to a partition. */
    Near near(int partition) {
        return new Near(anywhere, near[partition]);
    }

    /** As {@link BulkReads}, twice: in no partition, and in another one only. */
    record Near(BulkReads anywhere, BulkReads own) {
        Missing missing(long from, long to, long now, long until) {
            long nowhere = anywhere.bytesMissing(from, to, now, until);
            return new Missing(nowhere, Math.max(0, own.bytesMissing(from, to, now, until) - nowhere));
        }
    }

    /**
     * Bytes for which a warp waits longer than for those of the partition that its SM is close to.
     *
     * @param bytesOfDram those that no partition has
     * @param bytesFromAfar those that another partition has
     */
    record Missing(long bytesOfDram, long bytesFromAfar) {
        static final Missing NONE = new Missing(0, 0);
    }
}
