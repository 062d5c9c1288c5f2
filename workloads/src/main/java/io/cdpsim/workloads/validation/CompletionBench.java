package io.cdpsim.workloads.validation;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.validation.LaunchKernels.StreamChoice;
import java.util.OptionalDouble;

/** The rows of {@code completion.csv}: what completions cost at a pending limit, which the parameter's name gives. */
public final class CompletionBench implements Experiment {
    private static final long FIRST_NANOS = 2_000_000;
    private static final String LIMIT = "limit";

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        if (!row.bench().equals("completion") || !row.parameter().startsWith(LIMIT)) {
            return OptionalDouble.empty();
        }
        long limit = Long.parseLong(row.parameter().substring(LIMIT.length()));
        return switch (row.metric()) {
            case "end_to_next_start", "first_end_to_second_start" -> queued(row, profile, limit);
            case "call_to_start" -> callToStart(row, profile, limit);
            case "per_link", "per_level" -> chain(row, profile, limit);
            case "whole" -> fan(row, profile, limit);
            default -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble queued(MeasuredRow row, GpuProfile profile, long limit) {
        StreamChoice choice = switch (row.variant()) {
            case "null_stream" -> StreamChoice.NULL_STREAM;
            case "one_named_stream" -> StreamChoice.ONE_NAMED;
            default -> StreamChoice.TAIL;
        };
        int n = row.intValue();
        LaunchBench.Stamps s = LaunchBench.runSequential(profile, choice, n, 1, 0, FIRST_NANOS, limit);
        if (row.metric().equals("first_end_to_second_start")) {
            return OptionalDouble.of((double) (s.start[1] - s.end[0]));
        }
        double sum = 0;
        for (int i = 2; i < n; i++) {
            sum += s.start[i] - s.end[i - 1];
        }
        return OptionalDouble.of(sum / (n - 2));
    }

    private static OptionalDouble callToStart(MeasuredRow row, GpuProfile profile, long limit) {
        StreamChoice choice =
                row.variant().equals("null_stream") ? StreamChoice.NULL_STREAM : StreamChoice.FIRE_AND_FORGET;
        LaunchBench.Stamps s = LaunchBench.runSequential(profile, choice, 1, 1, 0, 0, limit);
        return OptionalDouble.of((double) (s.start[0] - s.called[0]));
    }

    private static OptionalDouble chain(MeasuredRow row, GpuProfile profile, long limit) {
        StreamChoice choice = switch (row.variant()) {
            case "relay" -> StreamChoice.TAIL;
            case "nest_null" -> StreamChoice.NULL_STREAM;
            default -> StreamChoice.FIRE_AND_FORGET;
        };
        int links = row.intValue();
        double whole = timed(profile, limit, LaunchKernels.chain(choice, 1), 1, links);
        return OptionalDouble.of(whole / links);
    }

    private static OptionalDouble fan(MeasuredRow row, GpuProfile profile, long limit) {
        int children = row.variant().equals("no_child")
                ? 0
                : Integer.parseInt(row.variant().substring("fan".length()));
        return OptionalDouble.of(timed(profile, limit, LaunchKernels.fan(), Lanes.COUNT, children));
    }

    private static double timed(GpuProfile profile, long limit, Kernel kernel, int threads, int argument) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        host.setPendingLaunchLimit(limit);
        return EventTimer.micros(
                machine, () -> host.launch(kernel, LaunchShape.of(1, threads), host.defaultStream(), argument));
    }
}
