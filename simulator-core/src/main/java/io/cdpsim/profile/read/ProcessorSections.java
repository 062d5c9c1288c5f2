package io.cdpsim.profile.read;

import io.cdpsim.profile.BlockDispatchSpec;
import io.cdpsim.profile.GridLimits;
import io.cdpsim.profile.PipeSpec;
import io.cdpsim.profile.PipeSpecs;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.SynchronizationSpec;

/** Reads the sections on the SMs: what they hold, how wide their pipes are, how blocks come and go. */
final class ProcessorSections {
    private ProcessorSections() {}

    static SmSpec sm(SectionReader in) {
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
                in.count("max_resident_stream_grids"));
        if (grid.maxResidentStreamGrids() > grid.maxResidentGrids()) {
            in.reject("max_resident_stream_grids", "at most grid.max_resident_grids, " + grid.maxResidentGrids());
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
                in.cycles("predicate_latency"));
    }

    private static PipeSpec pipe(SectionReader in) {
        return new PipeSpec(in.rate("width", Dimension.LANES_PER_CYCLE), in.cycles("latency"));
    }

    static SynchronizationSpec synchronization(SectionReader in) {
        return new SynchronizationSpec(
                in.cycles("barrier_latency"),
                in.cycles("fence_block"),
                in.cycles("fence_device"),
                in.cycles("fence_system"),
                in.cycles("clock_read"));
    }

    static BlockDispatchSpec dispatch(SectionReader in) {
        return new BlockDispatchSpec(
                in.meanCycles("per_block"),
                in.optionalIf(true).cycles("per_grid"),
                in.cycles("block_start"),
                in.cycles("block_end"));
    }
}
