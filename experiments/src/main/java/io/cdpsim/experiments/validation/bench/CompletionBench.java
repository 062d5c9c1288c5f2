package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.LaunchKernels.StreamChoice;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.warp.Lanes;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of {@code completion.csv}: the cost of completions at a pending limit, which the parameter's name contains. */
public final class CompletionBench implements Experiment {
    private static final long FIRST_NANOS = 2_000_000;
    private static final Pattern LIMIT = Pattern.compile("limit(\\d+)");
    private static final Pattern FAN = Pattern.compile("fan(\\d+)");

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        Matcher parameter = LIMIT.matcher(row.parameter());
        if (!row.bench().equals("completion") || !parameter.matches()) {
            return OptionalDouble.empty();
        }
        long limit = Long.parseLong(parameter.group(1));
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
            case "tail" -> StreamChoice.TAIL;
            default -> null;
        };
        if (choice == null) {
            return OptionalDouble.empty();
        }
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
        StreamChoice choice = switch (row.variant()) {
            case "null_stream" -> StreamChoice.NULL_STREAM;
            case "fire_and_forget" -> StreamChoice.FIRE_AND_FORGET;
            default -> null;
        };
        if (choice == null) {
            return OptionalDouble.empty();
        }
        LaunchBench.Stamps s = LaunchBench.runSequential(profile, choice, 1, 1, 0, 0, limit);
        return OptionalDouble.of((double) (s.start[0] - s.called[0]));
    }

    private static OptionalDouble chain(MeasuredRow row, GpuProfile profile, long limit) {
        StreamChoice choice = switch (row.variant()) {
            case "relay" -> StreamChoice.TAIL;
            case "nest_null" -> StreamChoice.NULL_STREAM;
            case "nest_fire_and_forget" -> StreamChoice.FIRE_AND_FORGET;
            default -> null;
        };
        if (choice == null) {
            return OptionalDouble.empty();
        }
        int links = row.intValue();
        double whole = timed(profile, limit, LaunchKernels.chain(choice, 1), 1, links);
        return OptionalDouble.of(whole / links);
    }

    private static OptionalDouble fan(MeasuredRow row, GpuProfile profile, long limit) {
        Matcher fan = FAN.matcher(row.variant());
        if (!fan.matches() && !row.variant().equals("no_child")) {
            return OptionalDouble.empty();
        }
        int children = fan.matches() ? Integer.parseInt(fan.group(1)) : 0;
        return OptionalDouble.of(timed(profile, limit, LaunchKernels.fan(), Lanes.COUNT, children));
    }

    private static double timed(GpuProfile profile, long limit, Kernel kernel, int threads, int argument) {
        Machine machine = new Machine(MachineSettings.of(profile).withPendingLaunches(limit));
        Host host = machine.host();
        return EventTimer.micros(
                machine, () -> host.launch(kernel, LaunchShape.of(1, threads), host.defaultStream(), argument));
    }
}
