package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.Experiment.FailedRunException;
import io.cdpsim.experiments.validation.bench.LaunchKernels.StreamChoice;
import io.cdpsim.experiments.validation.row.MeasuredOutcome;
import io.cdpsim.experiments.validation.row.MeasuredOutcome.LaunchOutcome;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.pending.PendingProgram;
import io.cdpsim.workloads.pending.PendingRegime;
import io.cdpsim.workloads.pending.PendingSettings;
import io.cdpsim.workloads.recursive.RecursiveRegime;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of {@code pool.csv}: launches at and past the pending limit, deep nesting; their time, and how many launches ran. */
public final class PoolBench implements Experiment {
    private static final Pattern VARIANT = Pattern.compile("(streams|fire_and_forget|tail)_size(\\d+)");
    private static final Pattern OUTCOME = Pattern.compile("(fill|pending)_limit(\\d+)_mode(\\d)");
    private static final long LIMIT_OF_DEEP = 65_536;
    private static final String[] MODES = {"streams", "fire_and_forget", "tail"};

    /** Time in milliseconds and counts of the launches. */
    private record Run(double millis, LaunchOutcome outcome) {}

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        Matcher m = VARIANT.matcher(row.variant());
        Optional<Run> run = Optional.empty();
        if (row.bench().equals("deep") && row.variant().equals("null_stream")) {
            run = Optional.of(deep(profile, row.intValue()));
        } else if (row.bench().equals("fill") && m.matches()) {
            run = Optional.of(fill(profile, (long) row.value(), m.group(1), Integer.parseInt(m.group(2))));
        } else if (row.bench().equals("pending") && m.matches()) {
            run = Optional.of(pending(profile, (long) row.value(), m.group(1), Integer.parseInt(m.group(2))));
        }
        return run.map(done -> OptionalDouble.of(done.millis)).orElseGet(OptionalDouble::empty);
    }

    @Override
    public Optional<MeasuredRegime> regime(MeasuredRow row, GpuProfile profile) {
        Matcher m = VARIANT.matcher(row.variant());
        if (row.bench().equals("deep") && row.variant().equals("null_stream")) {
            return Optional.of(RecursiveRegime.of(row.intValue(), LIMIT_OF_DEEP).regime());
        }
        return row.bench().equals("pending") && m.matches()
                ? Optional.of(PendingRegime.of(
                                bomb((long) row.value(), m.group(1), Integer.parseInt(m.group(2))), (long) row.value())
                        .regime())
                : Optional.empty();
    }

    /** The counts of an outcome's experiment; empty if its name is unknown. */
    public Optional<LaunchOutcome> outcome(MeasuredOutcome measured, GpuProfile profile) {
        if (measured.experiment().equals("deep")) {
            return Optional.of(deep(profile, measured.size()).outcome);
        }
        Matcher m = OUTCOME.matcher(measured.experiment());
        if (!m.matches() || Integer.parseInt(m.group(3)) >= MODES.length) {
            return Optional.empty();
        }
        long limit = Long.parseLong(m.group(2));
        String mode = MODES[Integer.parseInt(m.group(3))];
        Run run = m.group(1).equals("fill")
                ? fill(profile, limit, mode, measured.size())
                : pending(profile, limit, mode, measured.size());
        return Optional.of(run.outcome);
    }

    private static Run fill(GpuProfile profile, long limit, String mode, int size) {
        StreamChoice choice = switch (mode) {
            case "streams" -> StreamChoice.ONE_NAMED;
            case "tail" -> StreamChoice.TAIL;
            default -> StreamChoice.FIRE_AND_FORGET;
        };
        return counted(profile, limit, PoolKernels.fill(choice), size);
    }

    private static Run deep(GpuProfile profile, int levels) {
        return counted(profile, LIMIT_OF_DEEP, PoolKernels.deep(), 0, levels);
    }

    private static Run counted(GpuProfile profile, long limit, Kernel kernel, Integer... arguments) {
        Machine machine = new Machine(MachineSettings.of(profile).withPendingLaunches(limit));
        Host host = machine.host();
        long counters = host.malloc(PoolKernels.BYTES);
        Number[] all = new Number[arguments.length + 1];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = counters;
        double micros =
                EventTimer.micros(machine, () -> host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream(), all));
        return new Run(
                micros / 1e3,
                new LaunchOutcome(
                        host.memory().readLong(counters + PoolKernels.RAN),
                        host.memory().readLong(counters + PoolKernels.FAILED),
                        host.memory().readInts(counters + PoolKernels.DEEPEST, 1)[0]));
    }

    private static Run pending(GpuProfile profile, long limit, String mode, int depth) {
        RunResult result = FailedRunException.checked(
                new PendingProgram(bomb(limit, mode, depth)).run(MachineSettings.of(profile), new Progress()));
        return new Run(
                result.timeMicros() / 1e3,
                new LaunchOutcome(result.grids().gridsRun(), result.grids().failedLaunches(), depth));
    }

    private static PendingSettings bomb(long limit, String mode, int depth) {
        return new PendingSettings(
                depth,
                OptionalInt.of((int) limit),
                mode.equals("streams") ? ChildStream.NAMED : ChildStream.FAF,
                Optional.empty());
    }
}
