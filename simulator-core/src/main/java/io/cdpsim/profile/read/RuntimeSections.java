package io.cdpsim.profile.read;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.profile.DeviceApiSpec;
import io.cdpsim.profile.DeviceApiSpec.PrintfSpec;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchCallSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchModel;
import io.cdpsim.profile.GraphSpec;
import io.cdpsim.profile.GridBarrierSpec;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.profile.LaunchBatchSpec;
import io.cdpsim.profile.LinearCycles;
import io.cdpsim.profile.PendingPoolSpec;
import io.cdpsim.profile.PrintfFifoSpec;
import io.cdpsim.profile.ReportedAttribute;
import io.cdpsim.profile.RuntimeLimitsSpec;
import java.util.EnumMap;
import java.util.Map;

/** Reads the sections on runtime calls: the costs of host calls, device launches, device calls and graphs, and the limits. */
final class RuntimeSections {
    private RuntimeSections() {}

    static Map<ReportedAttribute, Integer> reported(SectionReader in) {
        Map<ReportedAttribute, Integer> values = new EnumMap<>(ReportedAttribute.class);
        for (ReportedAttribute each : ReportedAttribute.values()) {
            int value = in.number(each.field());
            if (value != 0) {
                values.put(each, value);
            }
        }
        return values;
    }

    static HostApiSpec hostApi(SectionReader in) {
        return new HostApiSpec(
                in.nanos("launch"),
                in.optionalIf(true).nanos("capable_launch"),
                in.optionalIf(true).nanos("cold_launch"),
                in.optionalIf(true).longBytes("cold_from"),
                in.nanos("launch_to_start"),
                in.nanos("back_to_back"),
                in.nanos("event_gap"),
                in.nanos("memset_gap"),
                in.optionalIf(true).nanos("copy_gap"),
                in.optionalIf(true).nanos("device_copy_gap"),
                in.optionalIf(true).longBytes("inline_fill"),
                in.optionalIf(true).bandwidth("inline_fill_bandwidth"),
                in.optionalIf(true).nanos("dependent_start"),
                in.optionalIf(true).nanos("dependent_wait"),
                in.nanos("completion_to_host"),
                in.nanos("event_record"),
                in.nanos("callback"),
                in.nanos("memcpy_call"),
                in.nanos("memset_call"),
                orElse(in.optionalIf(true).nanos("device_copy_call"), in.nanos("memcpy_call")),
                orElse(in.optionalIf(true).nanos("kernel_fill_call"), in.nanos("memset_call")),
                in.optionalIf(true).longBytes("inline_copy"),
                in.optionalIf(true).bandwidth("inline_copy_bandwidth"),
                in.optionalIf(true).nanos("thread_create"),
                in.optionalIf(true).nanos("thread_start"),
                in.optionalIf(true).nanos("thread_end"));
    }

    private static double orElse(double value, double defaultValue) {
        return value == 0 ? defaultValue : value;
    }

    static DeviceLaunchSpec launch(SectionReader in, CdpSupport cdp) {
        SectionReader cdp2 = in.optionalIf(cdp != CdpSupport.CDP2);
        SectionReader cdp1 = in.optionalIf(cdp != CdpSupport.CDP1);
        LaunchModel model = in.choice("model", LaunchModel.values(), LaunchModel::word);
        DeviceLaunchSpec launch = new DeviceLaunchSpec(
                model,
                launchCall(in.section("null_stream")),
                launchCall(in.section("named_stream")),
                launchCall(cdp2.section("fire_and_forget")),
                launchCall(cdp2.section("tail")),
                cdp2.cycles("crowded_lane"),
                in.cycles("post_to_start"),
                cdp2.cycles("tail_start"),
                cdp2.cycles("tail_to_tail"),
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
                cdp1.bandwidth("swap_bandwidth"),
                cdp1.cycles("swap_fixed"));
        if (cdp != CdpSupport.NONE && model == LaunchModel.KEPLER && launch.hasHopperCosts()) {
            in.reject(
                    "model",
                    "hopper: launch.chain, launch.completion_rounds or launch.pool has costs that only this model has");
        }
        return cdp == CdpSupport.NONE ? DeviceLaunchSpec.NONE : launch;
    }

    /** Reads the fields in the order of the profile files, in which {@code profiles show} lists them. */
    private static PendingPoolSpec pool(SectionReader in, SectionReader cdp2) {
        SectionReader optional = in.optionalIf(true);
        double service = in.meanCycles("service");
        double streamService = in.meanCycles("stream_service");
        double streamServicePerSlot = cdp2.cyclesPerSlot("stream_service_scan_per_slot");
        double streamMiss = cdp2.cyclesPerSlot("stream_call_miss");
        return new PendingPoolSpec(
                service,
                new PendingPoolSpec.StreamService(streamService, streamServicePerSlot, streamMiss),
                new PendingPoolSpec.PoolScan(
                        in.cyclesPerSlot("walk_per_slot"),
                        Math.max(1, cdp2.countOrZero("walks_at_most")),
                        Math.max(1, cdp2.countOrZero("free_lists")),
                        cdp2.countOrZero("block_slots")),
                new LinearCycles(optional.cycles("take"), optional.cycles("take_per_lane")),
                new LinearCycles(optional.cycles("search"), optional.cyclesPerSlot("search_per_slot")),
                new PendingPoolSpec.CrowdedCall(
                        optional.countOrZero("crowded_call_slots"), optional.cycles("crowded_call")),
                new PendingPoolSpec.Hang(
                        optional.probability("hang_fire_and_forget"),
                        optional.probability("hang_nested"),
                        optional.countOrZero("hang_from_slots")));
    }

    private static LaunchBatchSpec chain(SectionReader in) {
        return new LaunchBatchSpec(
                in.countOrZero("batch"),
                Math.max(1, in.countOrZero("batches_under_way")),
                new LinearCycles(in.cycles("hand_over"), in.cycles("hand_over_per_grid")),
                in.countOrZero("streams_at_hand"),
                in.cycles("next_in_batch"),
                in.countOrZero("found_by_density"),
                in.cycles("tail_completion"));
    }

    private static CompletionSpec completion(SectionReader in) {
        return new CompletionSpec(
                in.cycles("round"),
                Math.max(1, in.countOrZero("growth")),
                Math.max(1, in.countOrZero("parents_growth")),
                new CompletionSpec.GridCost(in.cycles("per_grid"), in.cycles("per_grid_miss"), 0, 0, 0, 0),
                gridCost(in.section("fire_and_forget")),
                in.cycles("per_grid_of_1_kib"),
                in.rate("nested_warps_share", Dimension.COUNT),
                largeBlocks(in.section("large_block")),
                slowState(in.section("crowd")),
                in.countOrZero("found_together"));
    }

    private static CompletionSpec.GridCost gridCost(SectionReader in) {
        return new CompletionSpec.GridCost(
                in.cycles("per_grid"),
                in.cycles("per_grid_miss"),
                in.cycles("call_miss"),
                in.cyclesPerSlot("per_slot"),
                in.countOrZero("near_slots"),
                in.countOrZero("most_slots_near"));
    }

    private static CompletionSpec.LargeBlocks largeBlocks(SectionReader in) {
        int threads = in.countOrZero("threads");
        int blocks = in.countOrZero("blocks");
        int mostBlocks = in.countOrZero("most_blocks");
        double share = in.rate("share", Dimension.COUNT);
        double streamShare = in.rate("stream_share", Dimension.COUNT);
        return threads == 0
                ? CompletionSpec.LargeBlocks.NONE
                : new CompletionSpec.LargeBlocks(threads, blocks, mostBlocks, share, streamShare);
    }

    private static CompletionSpec.SlowState slowState(SectionReader in) {
        return new CompletionSpec.SlowState(
                in.countOrZero("parents"),
                in.rate("share", Dimension.COUNT),
                new CompletionSpec.SlowState.Onset(in.probability("odds"), in.countOrZero("launches")),
                in.rate("stream_share", Dimension.COUNT),
                new CompletionSpec.SlowState.Onset(in.probability("stream_odds"), in.countOrZero("stream_launches")));
    }

    private static ContendedCallSpec contendedCall(SectionReader in) {
        return new ContendedCallSpec(
                in.cycles("base"), in.cycles("per_lane"), in.cycles("lock"), in.cycles("lock_per_lane"));
    }

    private static LaunchCallSpec launchCall(SectionReader in) {
        ContendedCallSpec call = contendedCall(in);
        SectionReader optional = in.optionalIf(true);
        return new LaunchCallSpec(call, optional.countOrZero("queue_lanes"), optional.cycles("queued_lane"));
    }

    static GraphSpec graphs(SectionReader in) {
        return new GraphSpec(
                in.nanos("launch"),
                in.nanos("launch_per_node"),
                in.nanos("host_start"),
                in.cycles("node_gap"),
                in.cycles("host_node_gap"),
                in.cycles("root"),
                in.countOrZero("few_roots"),
                in.cycles("few_root"),
                in.cycles("call"),
                in.cycles("first_call"),
                in.cycles("call_per_root"),
                in.cycles("tail_call"),
                in.cycles("first_tail_call"),
                in.cycles("refused_call"),
                in.cycles("call_to_start"),
                in.cycles("deep_start"),
                in.cycles("tail_start"),
                in.cycles("relaunch_start"),
                in.countOrZero("let_go"),
                in.countOrZero("tails"));
    }

    static GridBarrierSpec gridBarrier(SectionReader in) {
        return new GridBarrierSpec(in.cycles("arrival"), in.cycles("contention"));
    }

    static DeviceApiSpec deviceApi(SectionReader in, CdpSupport cdp) {
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
                printf(in.section("printf")),
                in.optionalIf(cdp != CdpSupport.CDP1).cycles("device_synchronize"),
                in.meanCycles("call_issue_interval"),
                in.optionalIf(true).cycles("call_empties_l1"));
        return cdp == CdpSupport.NONE ? DeviceApiSpec.NONE : api;
    }

    private static PrintfSpec printf(SectionReader in) {
        return new PrintfSpec(
                contendedCall(in), in.cycles("format_character"), in.cycles("conversion"), in.cycles("string_byte"));
    }

    static RuntimeLimitsSpec limits(SectionReader in, CdpSupport cdp) {
        SectionReader cdp1 = in.optionalIf(cdp != CdpSupport.CDP1);
        SectionReader cdp2 = in.optionalIf(cdp != CdpSupport.CDP2);
        int pendingSlot = in.bytesOrZero("pending_slot");
        int usedOfPendingSlot = in.optionalIf(true).bytesOrZero("pending_slot_used");
        RuntimeLimitsSpec limits = new RuntimeLimitsSpec(
                in.countOrZero("pending_launches"),
                in.countOrZero("pending_launches_min"),
                in.countOrZero("pending_launches_max"),
                pendingSlot,
                usedOfPendingSlot == 0 ? pendingSlot : usedOfPendingSlot,
                cdp2.countOrZero("event_slots_per_pending_slot"),
                cdp1.countOrZero("sync_depth"),
                cdp1.countOrZero("max_nesting_depth"),
                cdp1.longBytes("sync_depth_level"),
                cdp1.flag("sync_depth_reserved_when_used"),
                cdp1.countOrZero("virtualized_launches"),
                in.bytesOrZero("parameters"),
                new PrintfFifoSpec(
                        in.longBytes("printf_fifo"),
                        in.optionalIf(true).longBytes("printf_fifo_min"),
                        in.optionalIf(true).bytesOrZero("printf_fifo_granule"),
                        in.bytes("printf_record"),
                        in.optionalIf(true).nanos("printf_drain")),
                in.longBytes("heap"),
                in.optionalIf(true).bytesOrZero("heap_reserved"),
                in.optionalIf(true).bytesOrZero("heap_granule"),
                in.optionalIf(true).bytesOrZero("memory_pool_chunk"),
                in.bytesOrZero("stack"));
        if (limits.pendingLaunchMin() > limits.pendingLaunchMax()) {
            in.reject(
                    "pending_launches_min",
                    "at most limits.pending_launches_max, " + limits.pendingLaunchMax(),
                    "pending_launches_max",
                    "at least limits.pending_launches_min, " + limits.pendingLaunchMin());
        }
        int launches = limits.pendingLaunchDefault();
        String between = "between limits.pending_launches_min and limits.pending_launches_max, "
                + limits.pendingLaunchMin() + " to " + limits.pendingLaunchMax();
        if (launches < limits.pendingLaunchMin()) {
            in.reject(
                    "pending_launches",
                    between,
                    "pending_launches_min",
                    "at most limits.pending_launches, " + launches);
        } else if (launches > limits.pendingLaunchMax()) {
            in.reject(
                    "pending_launches",
                    between,
                    "pending_launches_max",
                    "at least limits.pending_launches, " + launches);
        }
        return limits;
    }
}
