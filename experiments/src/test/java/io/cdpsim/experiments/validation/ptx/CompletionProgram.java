package io.cdpsim.experiments.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;

/** {@code completion.cu}. */
final class CompletionProgram implements PtxExperiment {
    private static final List<String> QUEUES = List.of("null_stream", "one_named_stream", "tail");
    private static final List<String> LATENCIES = List.of("null_stream", "fire_and_forget");
    private static final long FIRST_NANOS = 2_000_000;
    private static final int SPAN_BYTES = 16;

    private final PtxProgram program = MeasuringProgram.read("completion");

    @Override
    public Outcome run(MeasuredRow row, GpuProfile profile) {
        long limit = Long.parseLong(row.parameter().substring("limit".length()));
        MeasuringProgram on = MeasuringProgram.on(MachineSettings.of(profile).withPendingLaunches(limit), program);
        return switch (row.metric()) {
            case "end_to_next_start", "first_end_to_second_start" -> queued(row, on);
            case "call_to_start" -> latency(row, on);
            case "per_link", "per_level" -> chain(row, on);
            default -> fan(row, on);
        };
    }

    private static Outcome queued(MeasuredRow row, MeasuringProgram on) {
        int n = row.intValue();
        long spans = on.host().malloc((long) SPAN_BYTES * n);
        on.launch("queued", LaunchShape.of(1, 1), spans, n, QUEUES.indexOf(row.variant()), FIRST_NANOS);
        on.synchronize();
        double gaps = 0;
        for (int i = 1; i < n; i++) {
            long gap = on.number(spans + (long) i * SPAN_BYTES) - on.number(spans + (i - 1L) * SPAN_BYTES + 8);
            assertThat(gap).as("grids of one stream follow each other").isPositive();
            gaps += i == 1 ? 0 : gap;
            if (i == 1 && row.metric().equals("first_end_to_second_start")) {
                return on.outcome((double) gap);
            }
        }
        return on.outcome(gaps / (n - 2));
    }

    private static Outcome latency(MeasuredRow row, MeasuringProgram on) {
        long span = on.host().malloc(SPAN_BYTES);
        long at = on.host().malloc(8);
        on.launch("latency", LaunchShape.of(1, 1), span, at, LATENCIES.indexOf(row.variant()));
        on.synchronize();
        return on.outcome((double) (on.number(span) - on.number(at)));
    }

    private static Outcome chain(MeasuredRow row, MeasuringProgram on) {
        String kernel = switch (row.variant()) {
            case "relay" -> "relay";
            case "nest_null" -> "nestNull";
            default -> "nest";
        };
        int links = row.intValue();
        return on.outcome(on.micros(() -> on.launch(kernel, LaunchShape.of(1, 1), links)) / links);
    }

    private static Outcome fan(MeasuredRow row, MeasuringProgram on) {
        int children = row.variant().equals("no_child")
                ? 0
                : Integer.parseInt(row.variant().substring("fan".length()));
        return on.outcome(on.micros(() -> on.launch("fan", LaunchShape.of(1, 32), children)));
    }
}
