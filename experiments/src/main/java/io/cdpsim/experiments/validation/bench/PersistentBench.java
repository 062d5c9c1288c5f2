package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.Experiment.FailedRunException;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.persistent.PersistentProgram;
import io.cdpsim.workloads.persistent.PersistentRegime;
import io.cdpsim.workloads.persistent.PersistentResults;
import io.cdpsim.workloads.persistent.PersistentSettings;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of {@code persistent.csv}: median iterations of the producer, and copies to the host alone. */
public final class PersistentBench implements Experiment {
    private static final Pattern VARIANT = Pattern.compile("blocks(\\d+)_threads(\\d+)_work(\\d+)_consume(\\d+)us");

    /** The hardware ran 400; simulated iterations differ less. */
    private static final int ITERATIONS = 16;

    /** Fewer iterations of long computations, enough for the steady state. */
    private static final int FEW_ITERATIONS = 8;

    private static final long LONG_WORK = 1L << 25;

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        return switch (row.bench() + " " + row.metric()) {
            case "persistent per_iteration" -> producer(row, profile);
            case "copy round_trip" ->
                row.variant().equals("device_to_pinned_host") ? copy(row, profile) : OptionalDouble.empty();
            default -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble producer(MeasuredRow row, GpuProfile profile) {
        Optional<PersistentSettings> settings = settings(row.variant(), row.intValue());
        if (settings.isEmpty()) {
            return OptionalDouble.empty();
        }
        RunResult result = FailedRunException.checked(
                new PersistentProgram(settings.get()).run(MachineSettings.of(profile), new Progress()));
        return result.find(PersistentResults.MEDIAN);
    }

    @Override
    public Optional<MeasuredRegime> regime(MeasuredRow row, GpuProfile profile) {
        return row.bench().equals("persistent") && row.metric().equals("per_iteration")
                ? settings(row.variant(), row.intValue())
                        .map(each ->
                                PersistentRegime.of(each, profile.sm().count()).regime())
                : Optional.empty();
    }

    /** The settings of a row's variant; empty if there are none. */
    static Optional<PersistentSettings> settings(String variant, int ints) {
        Matcher m = VARIANT.matcher(variant);
        if (!m.matches()) {
            return Optional.empty();
        }
        int work = Integer.parseInt(m.group(3));
        return Optional.of(new PersistentSettings(
                OptionalInt.of(Integer.parseInt(m.group(1))),
                Integer.parseInt(m.group(2)),
                ints,
                (long) ints * work > LONG_WORK ? FEW_ITERATIONS : ITERATIONS,
                work,
                Integer.parseInt(m.group(4))));
    }

    private static OptionalDouble copy(MeasuredRow row, GpuProfile profile) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long bytes = 4L * row.intValue();
        long from = host.malloc(bytes);
        long to = host.mallocHost(bytes);
        double start = host.nowNanos();
        host.memcpyAsync(to, from, bytes, host.defaultStream());
        host.synchronize(host.defaultStream());
        return OptionalDouble.of((host.nowNanos() - start) / 1e3);
    }
}
