package io.cdpsim.gpu.bulk;

import io.cdpsim.gpu.memory.SectorCache;

/** What the loads of bulk instructions find in an L2 of one or more partitions: in that of their SM, in another one, or nowhere. */
public final class BulkL2Misses {
    private final BulkLoadMisses anywhere;
    private final BulkLoadMisses[] near;

    public BulkL2Misses(SectorCache[] partitions, int lineBytes, int sectorBytes) {
        anywhere = new BulkLoadMisses(partitions, lineBytes, sectorBytes);
        near = new BulkLoadMisses[partitions.length];
        for (int i = 0; i < near.length; i++) {
            near[i] = new BulkLoadMisses(new SectorCache[] {partitions[i]}, lineBytes, sectorBytes);
        }
    }

    /** The reads of SMs that are close to a partition. */
    Near near(int partition) {
        return new Near(anywhere, near[partition]);
    }

    /** As {@link BulkLoadMisses}, twice: in no partition, and in another one only. */
    record Near(BulkLoadMisses anywhere, BulkLoadMisses own) {
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
