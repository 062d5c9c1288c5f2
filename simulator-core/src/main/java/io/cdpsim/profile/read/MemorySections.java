package io.cdpsim.profile.read;

import io.cdpsim.profile.DramSpec;
import io.cdpsim.profile.GpuProfile.SharedMemorySpec;
import io.cdpsim.profile.HostLinkSpec;
import io.cdpsim.profile.L1Spec;
import io.cdpsim.profile.L2Spec;
import io.cdpsim.profile.MultiGpuSpec;
import java.util.Locale;

/** Reads the sections on memory: shared memory, caches, DRAM, the link to the host. */
final class MemorySections {
    /** Banks, slices, channels, engines. */
    private static final int MOST_PARTS = 1024;

    private static final int MOST_WAYS = 16;

    /** Requests that wait somewhere. */
    private static final int MOST_QUEUED = 65_536;

    private static final int MOST_L1_BYTES = 4 << 20;
    private static final int MOST_L2_BYTES = 1 << 30;

    private MemorySections() {}

    static SharedMemorySpec shared(SectionReader in) {
        return new SharedMemorySpec(
                in.cycles("latency"),
                in.count("banks", MOST_PARTS),
                in.bytes("bank_width"),
                in.flag("native_atomics"),
                in.cycles("atomic_latency"),
                in.cycles("atomic_lock_retry"),
                in.optionalIf(true).cycles("matrix_latency"),
                in.optionalIf(true).partCycles("further_matrix"));
    }

    static L1Spec l1(SectionReader in) {
        return new L1Spec(
                in.bytes("capacity", MOST_L1_BYTES),
                in.flag("caches_global_loads"),
                in.bytes("line"),
                in.count("ways", MOST_WAYS),
                in.cycles("latency"),
                in.bytesPerCycle("bandwidth"),
                in.count("outstanding_requests", MOST_QUEUED),
                in.count("queued_instructions", MOST_QUEUED),
                in.count("replayed_atomics", MOST_QUEUED),
                orElse(in.optionalIf(true).meanCycles("atomic_sector"), in.meanCycles("atomic_request")),
                in.meanCycles("atomic_request"),
                in.optionalIf(true).cycles("elected_atomic"),
                in.optionalIf(true).meanCycles("store_sector"));
    }

    static L2Spec l2(SectionReader in) {
        SectionReader may = in.optionalIf(true);
        int line = in.bytes("line");
        int stretch = orElse(may.bytes("slice_stretch"), line);
        double sameAddress = in.meanCycles("same_address_atomic");
        L2Spec l2 = new L2Spec(
                in.bytes("capacity", MOST_L2_BYTES),
                line,
                in.bytes("sector"),
                in.count("ways", MOST_WAYS),
                in.count("slices", MOST_PARTS),
                orElse(may.count("partitions", MOST_PARTS), 1),
                stretch,
                orElse(may.bytes("partition_stretch"), stretch),
                in.cycles("latency"),
                may.meanCycles("request_service"),
                in.meanCycles("sector_service"),
                may.meanCycles("same_line_service"),
                in.meanCycles("atomic_sector_service"),
                sameAddress,
                may.meanCycles("same_address_float_atomic"),
                may.meanCycles("float_lane"),
                may.meanCycles("atomic_answer"),
                in.cycles("atomic_latency"),
                may.cycles("distance_spread"),
                may.cycles("far"));
        requireSectors(in, line, l2.sectorBytes());
        requireWhole(in, "slices", l2.slices(), l2.partitions(), "the same number in each of %d partitions");
        requireWhole(in, "slice_stretch", stretch, line, "a whole number of lines of %d B");
        requireWhole(
                in, "partition_stretch", l2.partitionStretchBytes(), stretch, "a whole number of stretches of %d B");
        return l2;
    }

    /** What was read, or something else where there was nothing to read. */
    private static int orElse(int value, int otherwise) {
        return value == 0 ? otherwise : value;
    }

    private static double orElse(double value, double otherwise) {
        return value == 0 ? otherwise : value;
    }

    private static void requireWhole(SectionReader in, String name, int value, int part, String expected) {
        if (part > 0 && value % part != 0) {
            in.reject(name, String.format(Locale.ROOT, expected, part));
        }
    }

    private static void requireSectors(SectionReader in, int lineBytes, int sectorBytes) {
        if (sectorBytes > 0 && lineBytes % sectorBytes != 0) {
            in.reject(
                    "sector",
                    "a whole number of sectors in a line of " + lineBytes + " B",
                    "line",
                    "a whole number of sectors of " + sectorBytes + " B");
        }
    }

    static DramSpec dram(SectionReader in) {
        double row = in.optionalIf(true).meanCycles("row");
        return new DramSpec(
                in.longBytes("capacity"),
                in.cycles("latency"),
                in.bandwidth("bandwidth"),
                in.count("channels", MOST_PARTS),
                in.bytes("access"),
                row,
                orElse(in.optionalIf(true).meanCycles("write_row"), row));
    }

    static HostLinkSpec hostLink(SectionReader in) {
        return new HostLinkSpec(
                in.bandwidth("bandwidth_to_device"),
                in.bandwidth("bandwidth_to_host"),
                in.cycles("mapped_load_latency"),
                in.optionalIf(true).cycles("mapped_turn_around"),
                in.requestRate("mapped_requests"),
                in.count("mapped_outstanding", MOST_QUEUED),
                in.optionalIf(true).count("mapped_own_ways", MOST_QUEUED),
                in.optionalIf(true).count("mapped_own_way", MOST_QUEUED),
                in.optionalIf(true).count("mapped_way_slices", MOST_QUEUED),
                in.optionalIf(true).probability("commands_apart"),
                in.optionalIf(true).probability("bytes_apart"),
                in.longBytes("copy_window"),
                in.optionalIf(true).count("copy_turns", MOST_PARTS),
                in.count("copy_engines", MOST_PARTS),
                in.nanos("copy_latency"),
                in.optionalIf(true).nanos("pageable_latency"),
                in.nanos("acquire_poll"),
                in.optionalIf(true).bandwidth("pageable_to_device"),
                in.optionalIf(true).bandwidth("pageable_to_host"));
    }

    static MultiGpuSpec severalGpus(SectionReader in) {
        return new MultiGpuSpec(
                in.bandwidth("bandwidth_to_devices"),
                in.bandwidth("bandwidth_to_host"),
                in.longBytes("absorbed"),
                in.bandwidth("peer_bandwidth"),
                in.longBytes("staged_part"),
                in.nanos("staged_hand_over"),
                in.nanos("staged_call"));
    }
}
