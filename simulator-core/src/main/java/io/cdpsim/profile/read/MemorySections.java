package io.cdpsim.profile.read;

import io.cdpsim.profile.ConstantSpec;
import io.cdpsim.profile.DramSpec;
import io.cdpsim.profile.GpuProfile.SharedMemorySpec;
import io.cdpsim.profile.HostLinkSpec;
import io.cdpsim.profile.L1Spec;
import io.cdpsim.profile.L2Spec;
import io.cdpsim.profile.MultiGpuSpec;
import java.util.Locale;

/** Reads the sections on memory: shared memory, caches, DRAM, the link to the host. */
final class MemorySections {
    /** Maximum number of banks, slices, channels or engines. */
    private static final int MAX_UNITS = 1024;

    private static final int MAX_WAYS = 16;

    /** Maximum number of queued requests. */
    private static final int MAX_QUEUED = 65_536;

    private static final int MAX_L1_BYTES = 4 << 20;
    private static final int MAX_L2_BYTES = 1 << 30;

    private MemorySections() {}

    static SharedMemorySpec shared(SectionReader in) {
        return new SharedMemorySpec(
                in.cycles("latency"),
                in.count("banks", MAX_UNITS),
                in.bytes("bank_width"),
                in.flag("native_atomics"),
                in.cycles("atomic_latency"),
                in.cycles("further_atomic_lane"),
                in.cycles("compare_and_swap"),
                in.cycles("atomic_lock_retry"),
                in.optionalIf(true).cycles("matrix_latency"),
                in.optionalIf(true).fractionalCycles("further_matrix"));
    }

    static ConstantSpec constants(SectionReader in) {
        return new ConstantSpec(
                in.bytes("line"),
                in.cycles("miss"),
                in.cycles("service"),
                in.bytes("shared_line"),
                in.cycles("shared_miss"),
                in.bytes("parameters_at"));
    }

    static L1Spec l1(SectionReader in) {
        return new L1Spec(
                in.bytes("capacity", MAX_L1_BYTES),
                in.flag("caches_global_loads"),
                in.bytes("line"),
                in.count("ways", MAX_WAYS),
                in.cycles("latency"),
                in.bytesPerCycle("bandwidth"),
                orElse(in.optionalIf(true).bytesPerCycle("fill_bandwidth"), in.bytesPerCycle("bandwidth")),
                orElse(in.optionalIf(true).meanCycles("line_service"), 1.0),
                in.count("outstanding_requests", MAX_QUEUED),
                in.count("queued_instructions", MAX_QUEUED),
                in.count("replayed_atomics", MAX_QUEUED),
                orElse(in.optionalIf(true).meanCycles("atomic_sector"), in.meanCycles("atomic_request")),
                in.meanCycles("atomic_request"),
                in.optionalIf(true).count("waiting_atomics", MAX_QUEUED),
                in.optionalIf(true).cycles("elected_atomic"),
                in.optionalIf(true).meanCycles("store_sector"),
                in.optionalIf(true).meanCycles("further_store_line"),
                in.optionalIf(true).meanCycles("constant_address"),
                in.optionalIf(true).meanCycles("further_constant"));
    }

    static L2Spec l2(SectionReader in) {
        SectionReader optional = in.optionalIf(true);
        int line = in.bytes("line");
        int interleave = orElse(optional.bytes("slice_stretch"), line);
        double sameAddress = in.meanCycles("same_address_atomic");
        L2Spec l2 = new L2Spec(
                in.bytes("capacity", MAX_L2_BYTES),
                line,
                in.bytes("sector"),
                in.count("ways", MAX_WAYS),
                in.count("slices", MAX_UNITS),
                orElse(optional.count("partitions", MAX_UNITS), 1),
                interleave,
                orElse(optional.bytes("partition_stretch"), interleave),
                in.cycles("latency"),
                optional.meanCycles("request_service"),
                in.meanCycles("sector_service"),
                optional.meanCycles("store_sector_service"),
                optional.meanCycles("same_line_service"),
                optional.cycles("store_to_load"),
                in.meanCycles("atomic_sector_service"),
                optional.meanCycles("atomic_behind_load"),
                sameAddress,
                optional.meanCycles("same_address_float_atomic"),
                optional.meanCycles("float_lane"),
                optional.meanCycles("atomic_answer"),
                in.cycles("atomic_latency"),
                optional.cycles("distance_spread"),
                optional.cycles("far"));
        requireSectors(in, line, l2.sectorBytes());
        requireWhole(in, "slices", l2.slices(), l2.partitions(), "the same number in each of %d partitions");
        requireWhole(in, "slice_stretch", interleave, line, "a whole number of lines of %d B");
        requireWhole(
                in,
                "partition_stretch",
                l2.partitionInterleaveBytes(),
                interleave,
                "a multiple of l2.slice_stretch, %d B");
        return l2;
    }

    /** A value, or a default if the field is missing. */
    private static int orElse(int value, int defaultValue) {
        return value == 0 ? defaultValue : value;
    }

    private static double orElse(double value, double defaultValue) {
        return value == 0 ? defaultValue : value;
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
                in.count("channels", MAX_UNITS),
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
                in.count("mapped_outstanding", MAX_QUEUED),
                in.optionalIf(true).count("mapped_own_ways", MAX_QUEUED),
                in.optionalIf(true).count("mapped_own_way", MAX_QUEUED),
                in.optionalIf(true).count("mapped_way_slices", MAX_QUEUED),
                in.optionalIf(true).probability("commands_apart"),
                in.optionalIf(true).probability("bytes_apart"),
                in.longBytes("copy_window"),
                in.optionalIf(true).count("copy_turns", MAX_UNITS),
                in.count("copy_engines", MAX_UNITS),
                in.nanos("copy_latency"),
                in.optionalIf(true).nanos("pageable_latency"),
                in.nanos("acquire_poll"),
                in.optionalIf(true).bandwidth("pageable_to_device"),
                in.optionalIf(true).bandwidth("pageable_to_host"));
    }

    static MultiGpuSpec multiGpu(SectionReader in) {
        return new MultiGpuSpec(
                in.bandwidth("bandwidth_to_devices"),
                in.bandwidth("bandwidth_to_host"),
                in.longBytes("absorbed"),
                in.bandwidth("peer_bandwidth"),
                in.optionalIf(true).cycles("peer_latency"),
                in.longBytes("staged_part"),
                in.nanos("staged_hand_over"),
                in.nanos("staged_call"));
    }
}
