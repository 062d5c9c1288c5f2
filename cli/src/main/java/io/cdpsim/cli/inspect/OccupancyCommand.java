package io.cdpsim.cli.inspect;

import io.cdpsim.cli.option.ProfileOptions;
import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.occupancy.Occupancy;
import io.cdpsim.profile.occupancy.OccupancyResult;
import io.cdpsim.profile.occupancy.OccupancyResult.Limiter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code cdpsim occupancy}. */
@Command(
        name = "occupancy",
        description = "Computes how many blocks of a kernel an SM holds, and which resource limits them.")
public final class OccupancyCommand extends TextOrJsonCommand {
    @Option(
            names = "--threads",
            paramLabel = "N",
            required = true,
            converter = WholeNumber.Positive.class,
            description = "Threads of a block.")
    private int threads;

    @Option(
            names = "--registers",
            paramLabel = "N",
            required = true,
            converter = WholeNumber.NotNegative.class,
            description = "32-bit registers of a thread.")
    private int registers;

    @Option(
            names = "--shared",
            paramLabel = "BYTES",
            defaultValue = "0",
            converter = WholeNumber.NotNegative.class,
            description = "Shared memory of a block, static and dynamic together. Default: 0.")
    private int sharedBytes;

    @Option(
            names = "--opt-in",
            description = "The kernel has opted in to more than the ordinary shared memory a block"
                    + " (cudaFuncAttributeMaxDynamicSharedMemorySize).")
    private boolean optIn;

    @Mixin
    private ProfileOptions profile;

    @Override
    protected String text() {
        GpuProfile gpu = profile.load();
        return text(gpu, occupancy(gpu));
    }

    @Override
    protected String json() {
        GpuProfile gpu = profile.load();
        return json(gpu, occupancy(gpu));
    }

    private OccupancyResult occupancy(GpuProfile gpu) {
        return Occupancy.of(gpu, threads, registers, sharedBytes, optIn);
    }

    private String text(GpuProfile gpu, OccupancyResult result) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT)
                .row("profile", gpu.name())
                .row("blocks per SM", NumberFormats.count(result.blocksPerSm()))
                .row(
                        "warps per SM",
                        NumberFormats.count(result.warpsPerSm()) + " of "
                                + NumberFormats.count(gpu.sm().maxWarps()))
                .row("occupancy", NumberFormats.percent(result.occupancy()))
                .row("limited by", label(result.limiter()));
        if (!result.fits()) {
            return table + "\n" + "No block fits: " + explanation(gpu, result) + ".\n";
        }
        return table
                + "\n"
                + new TextTable(Align.LEFT, Align.RIGHT)
                        .row("limit", "blocks per SM")
                        .row("warps", blocks(result.blocksByWarps()))
                        .row("blocks", blocks(result.blocksByBlocks()))
                        .row("registers", blocks(result.blocksByRegisters()))
                        .row("shared memory", blocks(result.blocksBySharedMemory()));
    }

    private String json(GpuProfile gpu, OccupancyResult result) {
        return JsonWriter.text(json -> {
            json.put("profile", gpu.name());
            json.put("threads", threads);
            json.put("registers", registers);
            json.put("shared_bytes", sharedBytes);
            json.put("opt_in", optIn);
            json.put("blocks_per_sm", result.blocksPerSm());
            json.put("warps_per_sm", result.warpsPerSm());
            json.put("occupancy", result.occupancy());
            json.put("limiter", result.limiter().name().toLowerCase(Locale.ROOT));
            json.object("blocks_by_limit", () -> {
                json.put("warps", result.blocksByWarps());
                json.put("blocks", result.blocksByBlocks());
                writeLimit(json, "registers", result.blocksByRegisters());
                writeLimit(json, "shared_memory", result.blocksBySharedMemory());
            });
            if (!result.fits()) {
                json.put("explanation", explanation(gpu, result));
            }
        });
    }

    private static void writeLimit(JsonWriter json, String name, int blocks) {
        if (blocks == OccupancyResult.UNLIMITED) {
            json.putNull(name);
        } else {
            json.put(name, blocks);
        }
    }

    private static String blocks(int count) {
        return count == OccupancyResult.UNLIMITED ? "no limit" : NumberFormats.count(count);
    }

    private static String label(Limiter limiter) {
        return switch (limiter) {
            case WARPS -> "warps";
            case BLOCKS -> "blocks";
            case REGISTERS -> "registers";
            case SHARED_MEMORY -> "shared memory";
            case THREADS_PER_BLOCK -> "threads of a block";
            case REGISTERS_PER_THREAD -> "registers of a thread";
            case REGISTERS_PER_BLOCK -> "registers of a block";
            case SHARED_MEMORY_PER_BLOCK, SHARED_MEMORY_PER_BLOCK_OPT_IN -> "shared memory of a block";
        };
    }

    private String explanation(GpuProfile gpu, OccupancyResult result) {
        return switch (result.limiter()) {
            case THREADS_PER_BLOCK ->
                "a block has %s threads, but %s allows %s"
                        .formatted(
                                NumberFormats.count(threads),
                                gpu.name(),
                                NumberFormats.count(gpu.grid().maxThreadsPerBlock()));
            case REGISTERS_PER_THREAD ->
                "a thread has %s registers, but %s allows %s"
                        .formatted(
                                NumberFormats.count(registers),
                                gpu.name(),
                                NumberFormats.count(gpu.sm().maxRegistersPerThread()));
            case REGISTERS_PER_BLOCK, REGISTERS ->
                "%s threads with %s registers each need, in allocation units, more than the %s a block may have on %s"
                        .formatted(
                                NumberFormats.count(threads),
                                NumberFormats.count(registers),
                                NumberFormats.count(gpu.sm().maxRegistersPerBlock()),
                                gpu.name());
            case SHARED_MEMORY_PER_BLOCK ->
                "a block has %s bytes of shared memory, but %s allows %s, or %s with --opt-in"
                        .formatted(
                                NumberFormats.count(sharedBytes),
                                gpu.name(),
                                NumberFormats.count(gpu.sm().maxSharedBytesPerBlock()),
                                NumberFormats.count(gpu.sm().maxSharedBytesPerBlockOptIn()));
            case SHARED_MEMORY_PER_BLOCK_OPT_IN, SHARED_MEMORY ->
                "a block has %s bytes of shared memory, but %s allows at most %s"
                        .formatted(
                                NumberFormats.count(sharedBytes),
                                gpu.name(),
                                NumberFormats.count(gpu.sm().maxSharedBytesPerBlockOptIn()));
            case WARPS, BLOCKS ->
                "%s cannot hold a block of %s threads".formatted(gpu.name(), NumberFormats.count(threads));
        };
    }
}
