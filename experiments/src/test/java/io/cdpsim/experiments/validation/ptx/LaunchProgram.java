package io.cdpsim.experiments.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.bench.DeviceApiBench;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** {@code launch.cu}. */
final class LaunchProgram implements PtxExperiment {
    private static final List<String> MODES =
            List.of("null_stream", "fire_and_forget", "tail", "one_named_stream", "named_stream_each");
    private static final int STAMP_BYTES = 56;
    private static final int SPIN_NANOS = 2_000_000;
    private static final int WARP = 32;

    private final PtxProgram program = MeasuringProgram.read("launch");

    @Override
    public Outcome run(MeasuredRow row, GpuProfile profile) {
        MeasuringProgram on = MeasuringProgram.on(MachineSettings.of(profile), program);
        return switch (row.bench()) {
            case "host_launch" -> hostLaunch(row, on);
            case "sequential" -> sequential(row, on, 0);
            case "concurrent" -> sequential(row, on, SPIN_NANOS);
            case "per_warp" -> perWarp(row, on);
            case "chain" -> chain(row, on);
            case "api" -> api(row, on);
            default -> throw new IllegalArgumentException(row.name());
        };
    }

    private static Outcome hostLaunch(MeasuredRow row, MeasuringProgram on) {
        double micros = on.micros(() -> {
            for (int i = 0; i < row.intValue(); i++) {
                on.launch("empty", LaunchShape.of(1, WARP));
            }
        });
        return on.outcome(micros / row.intValue());
    }

    /** A field of {@code Stamp}, of all stamps. */
    private static long[] field(MeasuringProgram on, long stamps, int count, int index) {
        return LongStream.range(0, count)
                .map(i -> on.number(stamps + i * STAMP_BYTES + 8L * index))
                .toArray();
    }

    private static Outcome sequential(MeasuredRow row, MeasuringProgram on, int spinNanos) {
        int n = row.intValue();
        long stamps = on.host().malloc((long) STAMP_BYTES * n);
        long parentEnd = on.host().malloc(8);
        on.launch("sequential", LaunchShape.of(1, 1), stamps, n, MODES.indexOf(row.variant()), spinNanos, parentEnd);
        on.synchronize();
        long[] t0 = field(on, stamps, n, 0);
        long[] t1 = field(on, stamps, n, 1);
        long[] c0 = field(on, stamps, n, 2);
        long[] c1 = field(on, stamps, n, 3);
        long[] start = field(on, stamps, n, 4);
        long[] end = field(on, stamps, n, 5);
        assertThat(field(on, stamps, n, 6)).as("errors of the launches").containsOnly(0);
        for (int i = 0; i < n; i++) {
            assertThat(start[i]).isGreaterThan(t0[i]);
            assertThat(end[i]).isGreaterThanOrEqualTo(start[i] + spinNanos);
        }
        double value = switch (row.metric()) {
            case "issue_per_launch" ->
                (Arrays.stream(c1).sum() - Arrays.stream(c0).sum()) / (double) n;
            case "first_child_start_after_launch_returned" -> start[0] - t1[0];
            case "first_child_start_after_parent_end" -> start[0] - on.number(parentEnd);
            case "start_to_start" -> (start[n - 1] - start[0]) / (n - 1.0);
            case "first_launch_to_last_end" -> end[n - 1] - t0[0];
            case "span_of_2ms_children" -> (Arrays.stream(end).max().orElseThrow() - t0[0]) / 1e3;
            default -> throw new IllegalArgumentException(row.name());
        };
        return on.outcome(value);
    }

    private static Outcome perWarp(MeasuredRow row, MeasuringProgram on) {
        int split = row.variant().lastIndexOf("_blocks");
        int mode = MODES.indexOf(row.variant().substring(0, split));
        int blocks = Integer.parseInt(row.variant().substring(split + "_blocks".length()));
        long stamps = on.host().malloc((long) STAMP_BYTES * WARP * blocks);
        long cycles = on.host().malloc(8L * blocks);
        on.launch("perWarp", LaunchShape.of(blocks, WARP), stamps, row.intValue(), mode, cycles);
        on.synchronize();
        for (int lane = 0; lane < WARP * blocks; lane++) {
            boolean launched = lane % WARP < row.intValue();
            assertThat(on.number(stamps + (long) lane * STAMP_BYTES + 32) != 0).isEqualTo(launched);
        }
        return on.outcome(LongStream.range(0, blocks)
                .map(i -> on.number(cycles + 8 * i))
                .average()
                .orElseThrow());
    }

    private static Outcome chain(MeasuredRow row, MeasuringProgram on) {
        String kernel = switch (row.variant()) {
            case "tail_relaunch" -> "tailChain1";
            case "nest_null_stream" -> "nestChain1";
            default -> "nestChainFF";
        };
        return on.outcome(on.micros(() -> on.launch(kernel, LaunchShape.of(1, WARP), row.intValue())));
    }

    private static Outcome api(MeasuredRow row, MeasuringProgram on) {
        long cycles = on.host().malloc(8L * DeviceApiBench.CALLS.size());
        long buffer = on.host().malloc(1 << 20);
        on.launch("apiCosts", LaunchShape.of(1, 1), cycles, buffer);
        on.synchronize();
        return on.outcome((double) on.number(cycles + 8L * DeviceApiBench.CALLS.indexOf(row.variant())));
    }
}
