package io.cdpsim.profile.read;

import io.cdpsim.profile.BulkCopySpec;
import io.cdpsim.profile.ClusterSpec;
import io.cdpsim.profile.GpuProfile.BlockDispatchSpec;
import io.cdpsim.profile.GpuProfile.GridLimits;
import io.cdpsim.profile.GpuProfile.SynchronizationSpec;
import io.cdpsim.profile.MbarrierSpec;
import io.cdpsim.profile.PipeSpecs;
import io.cdpsim.profile.PipeSpecs.PipeSpec;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.TensorSpec;
import io.cdpsim.profile.TextureSpec;
import io.cdpsim.warp.Lanes;
import java.util.EnumMap;
import java.util.Map;

/** Reads the sections on the SMs: their resources, their pipes and the placement of blocks. */
final class ProcessorSections {
    private static final int MAX_SMS = 1024;
    private static final int MAX_SCHEDULERS = 64;
    private static final int MAX_RESIDENT = 1024;

    private ProcessorSections() {}

    static SmSpec sm(SectionReader in) {
        SmSpec sm = new SmSpec(
                in.count("count", MAX_SMS),
                in.count("schedulers", MAX_SCHEDULERS),
                in.count("issues_per_scheduler", MAX_SCHEDULERS),
                in.flag("older_blocks_first"),
                in.count("max_threads"),
                in.count("max_warps", MAX_RESIDENT),
                in.count("max_blocks", MAX_RESIDENT),
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
        if (sm.maxThreads() != sm.maxWarps() * Lanes.COUNT) {
            // Some rules count the occupancy of an SM in warps and others in threads.
            in.reject(
                    "max_threads",
                    Lanes.COUNT + " for each of sm.max_warps, " + sm.maxWarps() * Lanes.COUNT + ": change both",
                    "max_warps",
                    "one for each " + Lanes.COUNT + " of sm.max_threads, " + sm.maxThreads() + ": change both");
        }
        if (sm.maxSharedBytesPerBlockOptIn() < sm.maxSharedBytesPerBlock()) {
            in.reject(
                    "max_shared_per_block_opt_in",
                    "at least sm.max_shared_per_block, " + sm.maxSharedBytesPerBlock() + " B",
                    "max_shared_per_block",
                    "at most sm.max_shared_per_block_opt_in, " + sm.maxSharedBytesPerBlockOptIn() + " B");
        }
        int available = sm.sharedBytes() - sm.sharedReservedBytesPerBlock();
        if (available < sm.maxSharedBytesPerBlockOptIn()) {
            in.reject(
                    "shared_memory",
                    "room for sm.max_shared_per_block_opt_in and sm.shared_reserved_per_block, "
                            + ((long) sm.maxSharedBytesPerBlockOptIn() + sm.sharedReservedBytesPerBlock()) + " B",
                    "max_shared_per_block_opt_in",
                    "at most sm.shared_memory without sm.shared_reserved_per_block, " + available + " B");
        }
        rejectAbove(in, "max_registers_per_block", sm.maxRegistersPerBlock(), sm.registers());
        rejectAbove(in, "register_subpartitions", sm.registerSubpartitions(), sm.registers());
        return sm;
    }

    private static void rejectAbove(SectionReader in, String name, int value, int registers) {
        if (value > registers) {
            in.reject(name, "at most sm.registers, " + registers, "registers", "at least sm." + name + ", " + value);
        }
    }

    static GridLimits grid(SectionReader in) {
        GridLimits grid = new GridLimits(
                in.longCount("max_grid_x"),
                in.longCount("max_grid_y"),
                in.longCount("max_grid_z"),
                in.count("max_block_x"),
                in.count("max_block_y"),
                in.count("max_block_z"),
                in.count("max_threads_per_block"),
                in.count("max_resident_grids"),
                in.count("max_resident_stream_grids"),
                in.optionalIf(true).countOrZero("null_stream_queues"));
        if (grid.maxResidentStreamGrids() > grid.maxResidentGrids()) {
            in.reject(
                    "max_resident_stream_grids",
                    "at most grid.max_resident_grids, " + grid.maxResidentGrids(),
                    "max_resident_grids",
                    "at least grid.max_resident_stream_grids, " + grid.maxResidentStreamGrids());
        }
        return grid;
    }

    static PipeSpecs pipes(SectionReader in) {
        return new PipeSpecs(
                pipe(in.section("fp32")),
                pipe(in.section("integer")),
                pipe(in.section("integer_multiply")),
                pipe(in.section("fp64")),
                pipe(in.section("special_function")),
                pipe(in.section("shuffle")),
                pipe(in.section("control")),
                in.cycles("predicate_latency"),
                Math.max(1, in.optionalIf(true).cycles("not_taken")),
                in.optionalIf(true).fractionalCycles("taken_interval"),
                in.optionalIf(true).fractionalCycles("taken_issue"),
                in.optionalIf(true).cycles("special_register"),
                in.optionalIf(true).cycles("memory_interval"),
                in.optionalIf(true).cycles("convergence"),
                Math.max(1, in.optionalIf(true).cycles("issue")),
                registerPorts(in.section("register_ports").optionalIf(true)),
                tensor(in.section("tensor").optionalIf(true)));
    }

    private static TensorSpec tensor(SectionReader in) {
        Map<TensorSpec.Product, TensorSpec.ProductSpec> products = new EnumMap<>(TensorSpec.Product.class);
        for (TensorSpec.Product product : TensorSpec.Product.values()) {
            SectionReader section = in.section(product.field());
            products.put(
                    product,
                    new TensorSpec.ProductSpec(section.cycles("latency"), section.fractionalCycles("service")));
        }
        return new TensorSpec(products, in.cycles("movmatrix_latency"));
    }

    private static PipeSpecs.RegisterPorts registerPorts(SectionReader in) {
        return new PipeSpecs.RegisterPorts(
                in.countOrZero("reads_per_cycle"),
                in.fractionalCycles("shared_load_32"),
                in.fractionalCycles("shared_load_64"),
                in.fractionalCycles("shared_load_128"),
                in.fractionalCycles("shared_store"),
                in.fractionalCycles("load_32"),
                in.fractionalCycles("load_64"),
                in.fractionalCycles("load_128"),
                in.fractionalCycles("shuffle"),
                in.fractionalCycles("special_function"));
    }

    private static PipeSpec pipe(SectionReader in) {
        return new PipeSpec(in.rate("width", Dimension.LANES_PER_CYCLE), in.cycles("latency"));
    }

    static SynchronizationSpec synchronization(SectionReader in) {
        return new SynchronizationSpec(
                in.cycles("barrier_latency"),
                in.optionalIf(true).cycles("barrier_repeat"),
                in.optionalIf(true).cycles("barrier_arrival"),
                in.cycles("fence_block"),
                in.cycles("fence_device"),
                in.optionalIf(true).cycles("fence_after_stores"),
                in.cycles("fence_system"));
    }

    static MbarrierSpec mbarrier(SectionReader in) {
        return new MbarrierSpec(
                in.cycles("arrive"),
                in.cycles("test"),
                in.cycles("interval"),
                in.cycles("wake"),
                in.nanos("suspend"),
                in.cycles("neighbour_arrive"),
                in.cycles("neighbour_wake"));
    }

    static TextureSpec texture(SectionReader in) {
        return new TextureSpec(in.cycles("fetch"), in.cycles("array"), in.cycles("filter"));
    }

    static ClusterSpec cluster(SectionReader in) {
        return new ClusterSpec(
                in.counts("groups"),
                in.countOrZero("most_portable"),
                in.countOrZero("most"),
                in.cycles("barrier"),
                in.cycles("barrier_per_block"),
                in.cycles("barrier_several_warps"),
                in.fractionalCycles("barrier_per_warp"),
                in.cycles("neighbour"));
    }

    static BulkCopySpec bulkCopy(SectionReader in) {
        return new BulkCopySpec(
                in.cycles("issue"),
                Math.max(1, in.bytesPerCycle("load_bandwidth")),
                in.cycles("store"),
                Math.max(1, in.bytesPerCycle("store_bandwidth")),
                in.cycles("write"),
                in.cycles("neighbour"),
                Math.max(1, in.bytesPerCycle("neighbour_bandwidth")));
    }

    static BlockDispatchSpec dispatch(SectionReader in) {
        return new BlockDispatchSpec(
                in.meanCycles("per_block"),
                in.optionalIf(true).cycles("per_grid"),
                in.cycles("block_start"),
                in.cycles("block_end"),
                in.cycles("store_drain"));
    }
}
