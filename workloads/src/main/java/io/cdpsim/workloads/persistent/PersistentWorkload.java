package io.cdpsim.workloads.persistent;

import io.cdpsim.workloads.BlockSizeCheck;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RegimeMatch;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.util.List;
import java.util.Optional;

/** {@link PersistentProgram} as a workload: {@code persistent}. */
public final class PersistentWorkload implements Workload {
    /** {@link PersistentSettings#blocks()}. */
    public static final WorkloadOption<Integer> BLOCKS = WorkloadOption.of(
                    "blocks",
                    "N",
                    OptionValueType.wholeNumber(1),
                    "Blocks of the producer; all must be resident at once")
            .in("blocks")
            .otherwise("one an SM");

    /** {@link PersistentSettings#threads()}. */
    public static final WorkloadOption<Integer> THREADS = WorkloadOption.of(
                    "threads", "N", OptionValueType.wholeNumber(1), "Threads of a block")
            .in("threads")
            .defaultingTo(256);

    /** {@link PersistentSettings#ints()}. */
    public static final WorkloadOption<Integer> INTS = WorkloadOption.of(
                    "ints", "N", OptionValueType.wholeNumber(1), "Integers of a buffer")
            .in("integers")
            .defaultingTo(65536);

    /** {@link PersistentSettings#iterations()}. */
    public static final WorkloadOption<Integer> ITERATIONS = WorkloadOption.of(
                    "iterations", "N", OptionValueType.wholeNumber(1), "Buffers to produce")
            .in("buffers")
            .defaultingTo(100);

    /** {@link PersistentSettings#work()}. */
    public static final WorkloadOption<Integer> WORK = WorkloadOption.of(
                    "work", "N", OptionValueType.wholeNumber(0), "Steps of arithmetic for each integer")
            .in("steps")
            .defaultingTo(0);

    /** {@link PersistentSettings#consumeMicros()}. */
    public static final WorkloadOption<Integer> CONSUME = WorkloadOption.of(
                    "consume-us", "N", OptionValueType.wholeNumber(0), "Microseconds the host takes over each buffer")
            .in("us")
            .defaultingTo(0);

    /** The workload. */
    public PersistentWorkload() {}

    @Override
    public String name() {
        return PersistentProgram.NAME;
    }

    @Override
    public String summary() {
        return "A kernel that stays on the device and fills two buffers in turn, which the host empties.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(BLOCKS, THREADS, INTS, ITERATIONS, WORK, CONSUME);
    }

    @Override
    public List<ResultName> results() {
        return PersistentResults.ALL;
    }

    @Override
    public RunResult run(RunRequest request) {
        PersistentSettings settings = settings(request.options());
        BlockSizeCheck.check(
                "--" + THREADS.name(), settings.threads(), request.machine().profile());
        return new PersistentProgram(settings).run(request.machine(), request.progress());
    }

    @Override
    public Optional<RegimeMatch> regime(RunRequest request) {
        return Optional.of(PersistentRegime.of(
                settings(request.options()), request.machine().profile().sm().count()));
    }

    /** The settings that the options specify. */
    public static PersistentSettings settings(OptionValues options) {
        return new PersistentSettings(
                options.findInt(BLOCKS),
                options.get(THREADS),
                options.get(INTS),
                options.get(ITERATIONS),
                options.get(WORK),
                options.get(CONSUME));
    }
}
