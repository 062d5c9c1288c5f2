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
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.devicegraph.RoundRegime;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The rows of {@code launch.csv}: issue cost, launch-to-start latency, concurrency and chains. */
public final class LaunchBench implements Experiment {
    private static final int STAMP_BYTES = 40;
    private static final long CONCURRENT_NANOS = 2_000_000;

    /** The result of concurrent children, which several rows use. */
    private final Map<ConcurrentRun, Stamps> concurrentRuns = new ConcurrentHashMap<>();

    private record ConcurrentRun(GpuProfile profile, StreamChoice choice, int count) {}

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        return switch (row.bench()) {
            case "host_launch" -> hostLaunch(row, profile);
            case "sequential" -> sequential(row, profile);
            case "per_warp" -> perWarp(row, profile);
            case "concurrent" -> concurrent(row, profile);
            case "chain" -> chain(row, profile);
            default -> OptionalDouble.empty();
        };
    }

    @Override
    public Optional<MeasuredRegime> regime(MeasuredRow row, GpuProfile profile) {
        return switch (row.bench() + " " + row.variant()) {
            case "chain tail_relaunch" -> Optional.of(RoundRegime.TAIL);
            case "host_launch launch_and_synchronize" -> Optional.of(RoundRegime.HOST);
            default -> Optional.empty();
        };
    }

    private static Machine machine(GpuProfile profile) {
        return new Machine(MachineSettings.of(profile));
    }

    private static OptionalDouble hostLaunch(MeasuredRow row, GpuProfile profile) {
        boolean alone = row.variant().equals("launch_and_synchronize");
        if (!alone && !row.variant().equals("back_to_back_empty")) {
            return OptionalDouble.empty();
        }
        Machine machine = machine(profile);
        Host host = machine.host();
        Kernel empty = LaunchKernels.empty();
        if (alone) {
            double begin = host.nowNanos();
            host.launch(empty, LaunchShape.of(1, Lanes.COUNT), host.defaultStream());
            host.synchronize();
            return OptionalDouble.of((host.nowNanos() - begin) / 1e3);
        }
        int count = row.intValue();
        double whole = EventTimer.micros(machine, () -> {
            for (int i = 0; i < count; i++) {
                host.launch(empty, LaunchShape.of(1, Lanes.COUNT), host.defaultStream());
            }
        });
        return OptionalDouble.of(whole / count);
    }

    /** Time stamps of the children of one parent, in launch order: nanoseconds, and cycles of each call. */
    static final class Stamps {
        final long[] start;
        final long[] end;
        final long[] callCycles;
        final long[] returned;
        final long[] called;
        final long parentEnd;

        private Stamps(Machine machine, long address, int count, long endAddress) {
            start = column(machine, address, count, 0);
            end = column(machine, address, count, 1);
            callCycles = column(machine, address, count, 2);
            returned = column(machine, address, count, 3);
            called = column(machine, address, count, 4);
            parentEnd = machine.host().memory().readLong(endAddress);
        }

        private static long[] column(Machine machine, long address, int count, int index) {
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
                values[i] = machine.host().memory().readLong(address + (long) i * STAMP_BYTES + 8L * index);
            }
            return values;
        }
    }

    /** Runs one thread that launches children one after another. */
    static Stamps runSequential(
            GpuProfile profile,
            StreamChoice choice,
            int count,
            int childThreads,
            long nanos,
            long firstNanos,
            long pendingLimit) {
        Machine machine = new Machine(MachineSettings.of(profile).withPendingLaunches(pendingLimit));
        Host host = machine.host();
        long stamps = host.malloc((long) STAMP_BYTES * count);
        long end = host.malloc(8);
        host.launch(
                LaunchKernels.sequential(choice, childThreads),
                LaunchShape.of(1, 1),
                host.defaultStream(),
                stamps,
                count,
                nanos,
                firstNanos,
                end);
        host.synchronize();
        return new Stamps(machine, stamps, count, end);
    }

    private static OptionalDouble sequential(MeasuredRow row, GpuProfile profile) {
        StreamChoice choice = choice(row.variant());
        if (choice == null) {
            return OptionalDouble.empty();
        }
        int n = row.intValue();
        Stamps s = runSequential(
                profile, choice, n, Lanes.COUNT, 0, 0, profile.limits().pendingLaunchDefault());
        return switch (row.metric()) {
            case "issue_per_launch" -> OptionalDouble.of(mean(s.callCycles));
            case "first_child_start_after_launch_returned" -> OptionalDouble.of((double) (s.start[0] - s.returned[0]));
            case "first_child_start_after_parent_end" -> OptionalDouble.of((double) (s.start[0] - s.parentEnd));
            case "start_to_start" -> OptionalDouble.of(n > 1 ? (s.start[n - 1] - s.start[0]) / (n - 1.0) : 0);
            case "first_launch_to_last_end" -> OptionalDouble.of((double) (s.end[n - 1] - s.called[0]));
            default -> OptionalDouble.empty();
        };
    }

    private static @Nullable StreamChoice choice(String variant) {
        return switch (variant) {
            case "null_stream" -> StreamChoice.NULL_STREAM;
            case "fire_and_forget" -> StreamChoice.FIRE_AND_FORGET;
            case "tail" -> StreamChoice.TAIL;
            case "one_named_stream" -> StreamChoice.ONE_NAMED;
            case "named_stream_each" -> StreamChoice.NAMED_EACH;
            default -> null;
        };
    }

    private static double mean(long[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    private static OptionalDouble perWarp(MeasuredRow row, GpuProfile profile) {
        int split = row.variant().lastIndexOf("_blocks");
        StreamChoice choice = split < 0 ? null : choice(row.variant().substring(0, split));
        if (choice == null) {
            return OptionalDouble.empty();
        }
        int blocks = Integer.parseInt(row.variant().substring(split + "_blocks".length()));
        Machine machine = machine(profile);
        Host host = machine.host();
        long stamps = host.malloc((long) STAMP_BYTES * Lanes.COUNT * blocks);
        long cycles = host.malloc(8L * blocks);
        host.launch(
                LaunchKernels.perWarp(choice),
                LaunchShape.of(blocks, Lanes.COUNT),
                host.defaultStream(),
                stamps,
                row.intValue(),
                cycles);
        host.synchronize();
        double sum = 0;
        for (int i = 0; i < blocks; i++) {
            sum += host.memory().readLong(cycles + 8L * i);
        }
        return OptionalDouble.of(sum / blocks);
    }

    private OptionalDouble concurrent(MeasuredRow row, GpuProfile profile) {
        StreamChoice choice = choice(row.variant());
        if (choice == null) {
            return OptionalDouble.empty();
        }
        Stamps s = concurrentRuns.computeIfAbsent(
                new ConcurrentRun(profile, choice, row.intValue()), LaunchBench::runConcurrent);
        return switch (row.metric()) {
            case "span_of_2ms_children" ->
                OptionalDouble.of((Arrays.stream(s.end).max().orElse(0) - s.called[0]) / 1e3);
            case "most_at_once" -> OptionalDouble.of(mostAtOnce(s));
            default -> OptionalDouble.empty();
        };
    }

    private static Stamps runConcurrent(ConcurrentRun run) {
        return runSequential(
                run.profile,
                run.choice,
                run.count,
                Lanes.COUNT,
                CONCURRENT_NANOS,
                CONCURRENT_NANOS,
                run.profile.limits().pendingLaunchDefault());
    }

    private static int mostAtOnce(Stamps s) {
        long[] starts = s.start.clone();
        long[] ends = s.end.clone();
        Arrays.sort(starts);
        Arrays.sort(ends);
        int most = 0;
        int ended = 0;
        for (int i = 0; i < starts.length; i++) {
            while (ends[ended] <= starts[i]) {
                ended++;
            }
            most = Math.max(most, i + 1 - ended);
        }
        return most;
    }

    private static OptionalDouble chain(MeasuredRow row, GpuProfile profile) {
        StreamChoice choice = switch (row.variant()) {
            case "tail_relaunch" -> StreamChoice.TAIL;
            case "nest_null_stream" -> StreamChoice.NULL_STREAM;
            case "nest_fire_and_forget" -> StreamChoice.FIRE_AND_FORGET;
            default -> null;
        };
        if (choice == null) {
            return OptionalDouble.empty();
        }
        Machine machine = machine(profile);
        Host host = machine.host();
        Kernel kernel = LaunchKernels.chain(choice, Lanes.COUNT);
        return OptionalDouble.of(EventTimer.micros(
                machine,
                () -> host.launch(kernel, LaunchShape.of(1, Lanes.COUNT), host.defaultStream(), row.intValue())));
    }
}
