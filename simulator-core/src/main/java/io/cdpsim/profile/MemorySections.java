package io.cdpsim.profile;

/** Reads the sections on memory: shared memory, caches, DRAM, the link to the host. */
final class MemorySections {
    private MemorySections() {}

    static SharedMemorySpec shared(SectionReader in) {
        return new SharedMemorySpec(
                in.cycles("latency"),
                in.count("banks"),
                in.bytes("bank_width"),
                in.flag("native_atomics"),
                in.cycles("atomic_latency"),
                in.cycles("atomic_lock_retry"));
    }

    static L1Spec l1(SectionReader in) {
        L1Spec l1 = new L1Spec(
                in.bytes("capacity"),
                in.flag("unified_with_shared"),
                in.flag("caches_global_loads"),
                in.bytes("line"),
                in.bytes("sector"),
                in.count("ways"),
                in.cycles("latency"),
                in.bytesPerCycle("bandwidth"),
                in.count("outstanding_requests"),
                in.count("queued_instructions"),
                in.count("replayed_atomics"),
                in.meanCycles("atomic_request"));
        requireSectors(in, l1.lineBytes(), l1.sectorBytes());
        return l1;
    }

    static L2Spec l2(SectionReader in) {
        L2Spec l2 = new L2Spec(
                in.longBytes("capacity"),
                in.bytes("line"),
                in.bytes("sector"),
                in.count("ways"),
                in.count("slices"),
                in.cycles("latency"),
                in.meanCycles("sector_service"),
                in.meanCycles("atomic_sector_service"),
                in.meanCycles("same_address_atomic"),
                in.cycles("atomic_latency"));
        requireSectors(in, l2.lineBytes(), l2.sectorBytes());
        return l2;
    }

    private static void requireSectors(SectionReader in, int lineBytes, int sectorBytes) {
        if (sectorBytes > 0 && lineBytes % sectorBytes != 0) {
            in.reject("sector", "a whole number of sectors in a line of " + lineBytes + " B");
        }
    }

    static DramSpec dram(SectionReader in) {
        return new DramSpec(
                in.longBytes("capacity"),
                in.cycles("latency"),
                in.rate("bandwidth", Dimension.BYTES_PER_SECOND),
                in.count("channels"),
                in.bytes("access"),
                in.optionalIf(true).meanCycles("row"));
    }

    static HostLinkSpec hostLink(SectionReader in) {
        return new HostLinkSpec(
                in.rate("bandwidth_to_device", Dimension.BYTES_PER_SECOND),
                in.rate("bandwidth_to_host", Dimension.BYTES_PER_SECOND),
                in.cycles("mapped_load_latency"),
                in.rate("mapped_requests", Dimension.REQUESTS_PER_SECOND),
                in.count("mapped_outstanding"),
                in.optionalIf(true).count("mapped_own_ways"),
                in.optionalIf(true).count("mapped_own_way"),
                in.optionalIf(true).count("mapped_way_slices"),
                in.longBytes("copy_window"),
                in.optionalIf(true).count("copy_turns"),
                in.count("copy_engines"),
                in.nanos("copy_latency"),
                in.nanos("acquire_poll"));
    }
}
