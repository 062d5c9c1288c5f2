package io.cdpsim.experiments.validation;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Maps;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import io.cdpsim.experiments.validation.ValidationResult.OutcomeComparison;
import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.ValidationResult.SkippedRow;
import io.cdpsim.experiments.validation.bench.BfsBench;
import io.cdpsim.experiments.validation.bench.BystanderBench;
import io.cdpsim.experiments.validation.bench.ClockBench;
import io.cdpsim.experiments.validation.bench.CompletionBench;
import io.cdpsim.experiments.validation.bench.DeviceApiBench;
import io.cdpsim.experiments.validation.bench.Experiment;
import io.cdpsim.experiments.validation.bench.Experiment.FailedRunException;
import io.cdpsim.experiments.validation.bench.GraphBench;
import io.cdpsim.experiments.validation.bench.GridBarrierBench;
import io.cdpsim.experiments.validation.bench.LaunchBench;
import io.cdpsim.experiments.validation.bench.MemoryBench;
import io.cdpsim.experiments.validation.bench.MicroBench;
import io.cdpsim.experiments.validation.bench.MultiGpuBench;
import io.cdpsim.experiments.validation.bench.NbodyBench;
import io.cdpsim.experiments.validation.bench.NestedFloodBench;
import io.cdpsim.experiments.validation.bench.PersistentBench;
import io.cdpsim.experiments.validation.bench.PoolBench;
import io.cdpsim.experiments.validation.bench.PublishedBench;
import io.cdpsim.experiments.validation.bench.ThroughputBench;
import io.cdpsim.experiments.validation.row.MeasuredOutcome;
import io.cdpsim.experiments.validation.row.MeasuredOutcome.LaunchOutcome;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.experiments.validation.row.OtherGpuException;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.launch.LaunchBombException;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.graph.GraphFormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Simulates the experiment behind every measured row, several in parallel. Rows of the same name are one experiment, which runs once, and so are rows
 * with equal questions. The result does not depend on the number of workers.
 */
public final class Validation {
    /** Each machine takes memory for what it simulates, so the number of workers is limited. */
    private static final int MOST_WORKERS = 4;

    private static final PoolBench POOL = new PoolBench();

    private final GpuProfile profile;
    private final int workers;
    private final List<Experiment> experiments = experiments();

    /** The result of an experiment: a value, or the reason why there is none. */
    private record Trial(
            @Nullable Double value,
            String reason,
            boolean failed,
            Optional<SkippedRow.OtherGpu> other,
            double wallMillis) {}

    /** A validation of a profile with as many workers as processors, at most four. */
    public Validation(GpuProfile profile) {
        this(profile, Math.min(MOST_WORKERS, Runtime.getRuntime().availableProcessors()));
    }

    /** The same with a given number of workers, at least 1. */
    public Validation(GpuProfile profile, int workers) {
        this.profile = profile;
        this.workers = workers;
    }

    /** All experiments, with empty shared state. */
    private static List<Experiment> experiments() {
        return List.of(
                new LaunchBench(),
                new DeviceApiBench(),
                new ClockBench(),
                new BystanderBench(),
                new CompletionBench(),
                new ThroughputBench(),
                new NestedFloodBench(),
                new MicroBench(),
                new MemoryBench(),
                new BfsBench(),
                new NbodyBench(),
                new MultiGpuBench(),
                new PersistentBench(),
                new GraphBench(),
                new GridBarrierBench(),
                new PublishedBench(),
                POOL);
    }

    /** The regime of the run behind a row; empty if no workload defines it. */
    static Optional<MeasuredRegime> regime(MeasuredRow row, GpuProfile profile) {
        return experiments().stream()
                .flatMap(each -> each.regime(row, profile).stream())
                .findFirst();
    }

    /**
     * Simulates all rows and outcomes.
     *
     * @param progress counts experiments
     */
    public ValidationResult run(Measurements measured, Progress progress) {
        Map<String, List<MeasuredOutcome>> outcomes = deterministic(measured.outcomes());
        Map<Object, MeasuredRow> first = new LinkedHashMap<>();
        measured.rows().forEach(row -> first.putIfAbsent(question(row), row));
        progress.start("experiments", (long) first.size() + outcomes.size());
        AtomicLong done = new AtomicLong();
        ExecutorService pool = Executors.newFixedThreadPool(workers, Validation::worker);
        try {
            Map<Object, FutureTask<Trial>> trials = new LinkedHashMap<>();
            ListMultimap<String, Runnable> runs =
                    MultimapBuilder.linkedHashKeys().arrayListValues().build();
            first.forEach((question, row) -> {
                FutureTask<Trial> trial = new FutureTask<>(counted(() -> trial(row), done, progress));
                trials.put(question, trial);
                runs.put(run(row), trial);
            });
            runs.asMap().values().forEach(of -> pool.execute(() -> of.forEach(Runnable::run)));
            Map<String, Future<Optional<LaunchOutcome>>> launches = new LinkedHashMap<>();
            outcomes.forEach((name, of) ->
                    launches.put(name, pool.submit(counted(() -> outcome(of.get(0)), done, progress))));
            return collect(measured, trials, outcomes, launches);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Groups of rows that share one run: one worker simulates a group, so that none waits for another. */
    private static String run(MeasuredRow row) {
        return String.join(",", row.bench(), row.variant(), row.parameter(), Double.toString(row.value()));
    }

    /** Rows with equal questions are simulated once. */
    private Object question(MeasuredRow row) {
        try {
            return experiments.stream()
                    .flatMap(each -> each.question(row, profile).stream())
                    .findFirst()
                    .orElseGet(row::name);
        } catch (NumberFormatException | GraphFormatException e) {
            // Its own run reports the error.
            return row.name();
        }
    }

    private static Thread worker(Runnable work) {
        Thread thread = new Thread(work, "validation");
        thread.setDaemon(true);
        return thread;
    }

    private static <T> Callable<T> counted(Callable<T> work, AtomicLong done, Progress progress) {
        return () -> {
            T result = work.call();
            progress.done(done.incrementAndGet());
            return result;
        };
    }

    /**
     * Outcomes by experiment, without those that differed between hardware runs, or that hardware gave only once before a hang. Where no launch
     * fails, the outcome is deterministic.
     */
    private static Map<String, List<MeasuredOutcome>> deterministic(List<MeasuredOutcome> all) {
        Map<String, List<MeasuredOutcome>> byName = Multimaps.asMap(Multimaps.index(all, MeasuredOutcome::name));
        return ImmutableMap.copyOf(Maps.filterValues(byName, Validation::isDeterministic));
    }

    private static boolean isDeterministic(List<MeasuredOutcome> same) {
        boolean equal = same.stream().map(MeasuredOutcome::outcome).distinct().count() == 1;
        return equal && (same.size() > 1 || same.get(0).outcome().failed() == 0);
    }

    private Optional<LaunchOutcome> outcome(MeasuredOutcome measured) {
        try {
            return POOL.outcome(measured, profile);
        } catch (NumberFormatException
                | InvalidInputException
                | KernelLoadException
                | CudaException
                | StuckException
                | FailedRunException
                | LaunchBombException e) {
            return Optional.of(new LaunchOutcome(-1, -1, -1));
        }
    }

    private Trial trial(MeasuredRow row) {
        long startedAt = System.nanoTime();
        try {
            for (Experiment experiment : experiments) {
                OptionalDouble value = experiment.simulate(row, profile);
                if (value.isPresent()) {
                    return new Trial(
                            value.getAsDouble(), "", false, Optional.empty(), (System.nanoTime() - startedAt) / 1e6);
                }
            }
            return without("nothing simulates a " + row.bench() + " row of this variant and metric", false);
        } catch (OtherGpuException e) {
            SkippedRow.OtherGpu other = new SkippedRow.OtherGpu(e.gpu(), e.profile());
            return new Trial(null, String.valueOf(e.getMessage()), false, Optional.of(other), 0);
        } catch (NumberFormatException e) {
            return without("a number in its name is too large", false);
        } catch (InvalidInputException | GraphFormatException | KernelLoadException e) {
            return without(String.valueOf(e.getMessage()), false);
        } catch (CudaException e) {
            return without(String.valueOf(e.getMessage()), e.error().isSticky());
        } catch (StuckException | FailedRunException | LaunchBombException e) {
            return without(String.valueOf(e.getMessage()), true);
        }
    }

    private static Trial without(String reason, boolean failed) {
        return new Trial(null, reason, failed, Optional.empty(), 0);
    }

    private ValidationResult collect(
            Measurements measured,
            Map<Object, FutureTask<Trial>> trials,
            Map<String, List<MeasuredOutcome>> outcomes,
            Map<String, Future<Optional<LaunchOutcome>>> launches) {
        List<SimulatedRow> rows = new ArrayList<>();
        List<SkippedRow> skipped = new ArrayList<>();
        Map<Object, Trial> known = new LinkedHashMap<>();
        for (MeasuredRow row : measured.rows()) {
            Object question = question(row);
            boolean again = known.containsKey(question);
            Trial trial = known.computeIfAbsent(question, any -> result(trials.get(any)));
            if (trial.value() == null) {
                skipped.add(new SkippedRow(row, trial.reason(), trial.failed(), trial.other()));
            } else {
                rows.add(new SimulatedRow(row, trial.value(), again ? 0 : trial.wallMillis()));
            }
        }
        List<OutcomeComparison> comparisons = new ArrayList<>();
        outcomes.forEach((name, of) -> result(launches.get(name))
                .ifPresent(simulated -> comparisons.add(new OutcomeComparison(of.get(0), simulated))));
        return new ValidationResult(rows, skipped, comparisons, FittedRowList.of(profile));
    }

    private static <T> T result(@Nullable Future<T> future) {
        if (future == null) {
            throw new IllegalStateException("an experiment never started");
        }
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidInputException("the validation was interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }
}
