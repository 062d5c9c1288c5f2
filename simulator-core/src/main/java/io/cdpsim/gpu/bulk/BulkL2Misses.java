package io.cdpsim.gpu.bulk;

import io.cdpsim.gpu.memory.SectorCache;

/** L2 hits and misses of the loads of bulk instructions: hits in the partition near the SM, hits in another partition, misses. */
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

    /** The reads of SMs near the partition. */
    Near near(int partition) {
        return new Near(anywhere, near[partition]);
    }

    /** As {@link BulkLoadMisses}, twice: misses in all partitions, and hits in another partition only. */
    record Near(BulkLoadMisses anywhere, BulkLoadMisses own) {
        Missing missing(long from, long to, long now, long until) {
            long nowhere = anywhere.bytesMissing(from, to, now, until);
            return new Missing(nowhere, Math.max(0, own.bytesMissing(from, to, now, until) - nowhere));
        }
    }

    /**
     * Bytes that take longer than a hit in the partition near the SM.
     *
     * @param bytesOfDram bytes that miss in every partition
     * @param bytesFromAfar bytes that hit in another partition
     */
    record Missing(long bytesOfDram, long bytesFromAfar) {
        static final Missing NONE = new Missing(0, 0);
    }
}
