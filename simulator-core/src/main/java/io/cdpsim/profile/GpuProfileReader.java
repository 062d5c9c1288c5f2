package io.cdpsim.profile;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the records out of the fields: what the sections and fields of a profile file are called is said here. */
final class GpuProfileReader {
    private static final Pattern COMPUTE_CAPABILITY = Pattern.compile("([0-9]{1,3})\\.([0-9]{1,3})");
    private static final String CAPABILITY_EXPECTED = "major.minor, for example '9.0'";

    private final ProfileFields fields;

    GpuProfileReader(ProfileFields fields) {
        this.fields = fields;
    }

    GpuProfile read(String name) {
        String description = fields.top().words("description", "the device in words");
        ComputeCapability capability = computeCapability();
        CdpSupport cdp = cdp();
        boolean without = cdp == CdpSupport.NONE;
        return new GpuProfile(
                name,
                description,
                capability,
                cdp,
                new ClockSpec(section("clock").hertz("core")),
                sm(section("sm")),
                grid(section("grid")),
                pipes(section("pipes")),
                shared(section("shared")),
                l1(section("l1")),
                l2(section("l2")),
                dram(section("dram")),
                hostLink(section("host_link")),
                synchronization(section("synchronization")),
                dispatch(section("dispatch")),
                hostApi(section("host_api")),
                launch(fields.section("launch", without), cdp),
                deviceApi(fields.section("device_api", without), cdp),
                limits(fields.section("limits", without), cdp));
    }

    private SectionReader section(String name) {
        return fields.section(name, false);
    }

    private ComputeCapability computeCapability() {
        String text = fields.top().words("compute_capability", CAPABILITY_EXPECTED);
        Matcher matcher = COMPUTE_CAPABILITY.matcher(text);
        boolean matches = matcher.matches();
        if (!matches && !text.isEmpty()) {
            fields.top().reject("compute_capability", CAPABILITY_EXPECTED);
        }
        return matches
                ? new ComputeCapability(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                : new ComputeCapability(0, 0);
    }

    private CdpSupport cdp() {
        String expected = "none, cdp1 or cdp2";
        String text = fields.top().words("cdp", expected);
        return switch (text) {
            case "none" -> CdpSupport.NONE;
            case "cdp1" -> CdpSupport.CDP1;
            case "cdp2" -> CdpSupport.CDP2;
            default -> {
                if (!text.isEmpty()) {
                    fields.top().reject("cdp", expected);
                }
                yield CdpSupport.NONE;
            }
        };
    }

    private static SmSpec sm(SectionReader in) {
        SmSpec sm = new SmSpec(
                in.count("count"),
                in.count("schedulers"),
                in.count("issues_per_scheduler"),
                in.count("max_threads"),
                in.count("max_warps"),
                in.count("max_blocks"),
                in.count("registers"),
                in.count("max_registers_per_block"),
                in.count("max_registers_per_thread"),
                in.count("register_allocation_unit"),
                in.count("register_subpartitions"),
                in.bytes("shared_memory"),
                in.bytes("max_shared_per_block"),
                in.bytes("max_shared_per_block_opt_in"),
                in.bytes("shared_allocation_unit"),
                in.bytesOrZero("shared_reserved_per_block"),
                in.sizesKiB("shared_configurations"));
        if (sm.maxSharedBytesPerBlockOptIn() < sm.maxSharedBytesPerBlock()) {
            in.reject(
                    "max_shared_per_block_opt_in",
                    "at least sm.max_shared_per_block, " + sm.maxSharedBytesPerBlock() + " B");
        }
        if (sm.sharedBytes() - sm.sharedReservedBytesPerBlock() < sm.maxSharedBytesPerBlockOptIn()) {
            in.reject("shared_memory", "room for sm.max_shared_per_block_opt_in and sm.shared_reserved_per_block");
        }
        if (sm.maxRegistersPerBlock() > sm.registers()) {
            in.reject("max_registers_per_block", "at most sm.registers, " + sm.registers());
        }
        if (sm.registerSubpartitions() > sm.registers()) {
            in.reject("register_subpartitions", "at most sm.registers, " + sm.registers());
        }
        return sm;
    }

    private static GridLimits grid(SectionReader in) {
        GridLimits grid = new GridLimits(
                in.longCount("max_grid_x"),
                in.longCount("max_grid_y"),
                in.longCount("max_grid_z"),
                in.count("max_block_x"),
                in.count("max_block_y"),
                in.count("max_block_z"),
                in.count("max_threads_per_block"),
                in.count("max_resident_grids"),
                in.count("max_resident_stream_grids"));
        if (grid.maxResidentStreamGrids() > grid.maxResidentGrids()) {
            in.reject("max_resident_stream_grids", "at most grid.max_resident_grids, " + grid.maxResidentGrids());
        }
        return grid;
    }

    private static PipeSpecs pipes(SectionReader in) {
        return new PipeSpecs(
                pipe(in.section("fp32")),
                pipe(in.section("integer")),
                pipe(in.section("integer_multiply")),
                pipe(in.section("fp64")),
                pipe(in.section("special_function")),
                pipe(in.section("shuffle")),
                pipe(in.section("control")),
                in.cycles("predicate_latency"));
    }

    private static PipeSpec pipe(SectionReader in) {
        return new PipeSpec(in.rate("width", Dimension.LANES_PER_CYCLE), in.cycles("latency"));
    }

    private static SharedMemorySpec shared(SectionReader in) {
        return new SharedMemorySpec(
                in.cycles("latency"),
                in.count("banks"),
                in.bytes("bank_width"),
                in.flag("native_atomics"),
                in.cycles("atomic_latency"),
                in.cycles("atomic_lock_retry"));
    }

    private static L1Spec l1(SectionReader in) {
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

    private static L2Spec l2(SectionReader in) {
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

    private static DramSpec dram(SectionReader in) {
        return new DramSpec(
                in.longBytes("capacity"),
                in.cycles("latency"),
                in.rate("bandwidth", Dimension.BYTES_PER_SECOND),
                in.count("channels"),
                in.bytes("access"),
                in.optionalIf(true).meanCycles("row"));
    }

    private static HostLinkSpec hostLink(SectionReader in) {
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

    private static SynchronizationSpec synchronization(SectionReader in) {
        return new SynchronizationSpec(
                in.cycles("barrier_latency"),
                in.cycles("fence_block"),
                in.cycles("fence_device"),
                in.cycles("fence_system"),
                in.cycles("clock_read"));
    }

    private static BlockDispatchSpec dispatch(SectionReader in) {
        return new BlockDispatchSpec(
                in.meanCycles("per_block"),
                in.optionalIf(true).cycles("per_grid"),
                in.cycles("block_start"),
                in.cycles("block_end"));
    }

    private static HostApiSpec hostApi(SectionReader in) {
        return new HostApiSpec(
                in.nanos("launch"),
                in.nanos("launch_to_start"),
                in.nanos("back_to_back"),
                in.nanos("completion_to_host"),
                in.nanos("event_record"),
                in.nanos("callback"),
                in.nanos("memcpy_call"),
                in.nanos("memset_call"));
    }

    private static DeviceLaunchSpec launch(SectionReader in, CdpSupport cdp) {
        SectionReader cdp2 = in.optionalIf(cdp != CdpSupport.CDP2);
        SectionReader cdp1 = in.optionalIf(cdp != CdpSupport.CDP1);
        DeviceLaunchSpec launch = new DeviceLaunchSpec(
                contendedCall(in.section("null_stream")),
                contendedCall(in.section("named_stream")),
                contendedCall(cdp2.section("fire_and_forget")),
                contendedCall(cdp2.section("tail")),
                in.cycles("post_to_start"),
                cdp2.cycles("tail_start"),
                cdp2.cycles("tail_to_tail"),
                cdp2.cycles("tail_overflow"),
                in.cycles("stream_successor"),
                chain(cdp2.section("chain")),
                completion(cdp2.section("completion_rounds")),
                pool(in.section("pool"), cdp2.section("pool")),
                in.cycles("completion"),
                in.cycles("nested_completion"),
                cdp2.cycles("tail_of_tail"),
                cdp2.cycles("capable_grid"),
                cdp1.cycles("virtualized_launch"),
                cdp1.cycles("virtualized_start"),
                cdp1.rate("swap_bandwidth", Dimension.BYTES_PER_SECOND),
                cdp1.cycles("swap_fixed"));
        return cdp == CdpSupport.NONE ? DeviceLaunchSpec.NONE : launch;
    }

    private static PendingPoolSpec pool(SectionReader in, SectionReader cdp2) {
        return new PendingPoolSpec(
                in.meanCycles("service"),
                in.meanCycles("stream_service"),
                in.cyclesPerSlot("service_scan_per_slot"),
                cdp2.cyclesPerSlot("stream_service_scan_per_slot"),
                cdp2.cyclesPerSlot("call_miss"),
                cdp2.cyclesPerSlot("stream_call_miss"),
                in.cyclesPerSlot("drain_scan_per_slot"));
    }

    private static ChainSpec chain(SectionReader in) {
        return new ChainSpec(
                in.countOrZero("batch"),
                in.cycles("hand_over"),
                in.cycles("hand_over_per_grid"),
                in.cycles("next_in_batch"),
                in.cycles("stream_completion"),
                in.cycles("tail_completion"),
                in.cyclesPerSlot("completion_scan_per_slot"),
                in.cycles("per_chain"),
                in.cycles("per_chain_miss"),
                in.cyclesPerSlot("per_chain_scan_per_slot"),
                in.cycles("switch"),
                in.rate("other_parents_weight", Dimension.COUNT));
    }

    private static CompletionSpec completion(SectionReader in) {
        return new CompletionSpec(
                in.cycles("round"),
                in.cycles("per_grid"),
                in.cycles("per_grid_miss"),
                in.cyclesPerSlot("scan_per_slot"),
                in.cyclesPerSlot("search_per_slot"));
    }

    private static ContendedCallSpec contendedCall(SectionReader in) {
        return new ContendedCallSpec(
                in.cycles("base"), in.cycles("per_lane"), in.cycles("lock"), in.cycles("lock_per_lane"));
    }

    private static DeviceApiSpec deviceApi(SectionReader in, CdpSupport cdp) {
        DeviceApiSpec api = new DeviceApiSpec(
                in.cycles("stream_create"),
                in.cycles("stream_destroy"),
                in.cycles("event_create"),
                in.cycles("event_record"),
                in.cycles("stream_wait_event"),
                in.cycles("event_destroy"),
                in.cycles("memset"),
                in.cycles("memcpy"),
                in.cycles("get_last_error"),
                in.cycles("get_device"),
                in.cycles("get_attribute"),
                contendedCall(in.section("malloc")),
                contendedCall(in.section("free")),
                contendedCall(in.section("printf")),
                in.optionalIf(cdp != CdpSupport.CDP1).cycles("device_synchronize"),
                in.meanCycles("call_issue_interval"));
        return cdp == CdpSupport.NONE ? DeviceApiSpec.NONE : api;
    }

    private static RuntimeLimitsSpec limits(SectionReader in, CdpSupport cdp) {
        SectionReader cdp1 = in.optionalIf(cdp != CdpSupport.CDP1);
        SectionReader cdp2 = in.optionalIf(cdp != CdpSupport.CDP2);
        RuntimeLimitsSpec limits = new RuntimeLimitsSpec(
                in.countOrZero("pending_launches"),
                in.countOrZero("pending_launches_min"),
                in.countOrZero("pending_launches_max"),
                in.bytesOrZero("pending_slot"),
                cdp2.countOrZero("event_slots_per_pending_slot"),
                cdp1.countOrZero("sync_depth"),
                cdp1.countOrZero("max_nesting_depth"),
                cdp1.longBytes("sync_depth_level"),
                cdp1.flag("sync_depth_reserved_when_used"),
                cdp1.countOrZero("virtualized_launches"),
                in.bytesOrZero("parameters"),
                in.longBytes("printf_fifo"),
                in.longBytes("heap"),
                in.optionalIf(true).bytesOrZero("heap_reserved"),
                in.optionalIf(true).bytesOrZero("heap_granule"),
                in.bytesOrZero("stack"));
        if (limits.pendingLaunchMin() > limits.pendingLaunchMax()) {
            in.reject("pending_launches_min", "at most limits.pending_launches_max, " + limits.pendingLaunchMax());
        }
        if (limits.pendingLaunchDefault() < limits.pendingLaunchMin()
                || limits.pendingLaunchDefault() > limits.pendingLaunchMax()) {
            in.reject(
                    "pending_launches",
                    "between limits.pending_launches_min and limits.pending_launches_max, " + limits.pendingLaunchMin()
                            + " to " + limits.pendingLaunchMax());
        }
        return limits;
    }
}
