package io.cdpsim.gpu.memory;

/** Counts of a device's accesses to its caches and its memory since its start, in sectors and bytes. */
public final class MemoryTraffic {
    long l1Sectors;
    long l1HitSectors;
    long l2Sectors;
    long l2HitSectors;
    long farSectors;
    long dramReadBytes;
    long dramWrittenBytes;
    long untimedSectors;
    /** Of no meaning: something that depends on what is read ahead, so that the JVM does read it. */
    long readAhead;

    MemoryTraffic() {}

    /** Moves all counts to others. */
    void moveTo(MemoryTraffic all) {
        all.l1Sectors += l1Sectors;
        all.l1HitSectors += l1HitSectors;
        all.l2Sectors += l2Sectors;
        all.l2HitSectors += l2HitSectors;
        all.farSectors += farSectors;
        all.untimedSectors += untimedSectors;
        all.dramReadBytes += dramReadBytes;
        all.dramWrittenBytes += dramWrittenBytes;
        l1Sectors = 0;
        l1HitSectors = 0;
        l2Sectors = 0;
        l2HitSectors = 0;
        farSectors = 0;
        untimedSectors = 0;
        dramReadBytes = 0;
        dramWrittenBytes = 0;
    }

    /** Sectors that loads requested from an L1 cache. */
    public long l1Sectors() {
        return l1Sectors;
    }

    /** Of these, sectors that the L1 cache held. */
    public long l1HitSectors() {
        return l1HitSectors;
    }

    /** Sectors that loads, stores and atomics requested from the L2 cache. */
    public long l2Sectors() {
        return l2Sectors;
    }

    /** Of these, sectors that some partition held, and all sectors of stores, which need no data from memory. */
    public long l2HitSectors() {
        return l2HitSectors;
    }

    /** Bytes read from device memory. */
    public long dramReadBytes() {
        return dramReadBytes;
    }

    /** Of these, sectors of loads that only a partition far from the SM held. */
    public long farSectors() {
        return farSectors;
    }

    /** Sectors that accesses without time would have moved between the L2 cache and device memory, or from a partition far from the SM. */
    public long untimedSectors() {
        return untimedSectors;
    }

    /** Bytes written to device memory, when the L2 cache evicted them. */
    public long dramWrittenBytes() {
        return dramWrittenBytes;
    }
}
