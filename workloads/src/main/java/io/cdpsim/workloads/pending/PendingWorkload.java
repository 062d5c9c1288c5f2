package io.cdpsim.workloads.pending;

import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RegimeMatch;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.SharedOptions;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.util.List;
import java.util.Optional;

/** {@link PendingProgram} as a workload: {@code pending}. */
public final class PendingWorkload implements Workload {
    /** {@link PendingSettings#depth()}. */
    public static final WorkloadOption<Integer> DEPTH = WorkloadOption.of(
                    "depth", "N", OptionValueType.wholeNumber(0), "Nesting depth at which launches stop")
            .in("levels")
            .defaultingTo(6, "6, which is 299,592 launches");

    /** {@link PendingSettings#stream()}. */
    public static final WorkloadOption<ChildStream> STREAM = WorkloadOption.of(
                    "stream",
                    "STREAM",
                    OptionValueType.choice(ChildStream.NAMED, ChildStream.FAF),
                    "Stream of the children")
            .defaultingTo(ChildStream.NAMED);

    /** The workload. */
    public PendingWorkload() {}

    @Override
    public String name() {
        return PendingProgram.NAME;
    }

    @Override
    public String summary() {
        return "A launch bomb: each of 8 threads launches 8 threads, down to a depth. Shows what a full pool does.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(DEPTH, SharedOptions.POOL, STREAM, SharedOptions.CUDA);
    }

    @Override
    public List<ResultName> results() {
        return PendingResults.ALL;
    }

    @Override
    public RunResult run(RunRequest request) {
        return new PendingProgram(settings(request.options())).run(request.machine(), request.progress());
    }

    @Override
    public Optional<RegimeMatch> regime(RunRequest request) {
        return Optional.of(PendingRegime.of(settings(request.options()), request.pendingLaunches()));
    }

    /** The settings that the options specify. */
    public static PendingSettings settings(OptionValues options) {
        return new PendingSettings(
                options.get(DEPTH),
                options.findInt(SharedOptions.POOL),
                options.get(STREAM),
                options.find(SharedOptions.CUDA));
    }
}
