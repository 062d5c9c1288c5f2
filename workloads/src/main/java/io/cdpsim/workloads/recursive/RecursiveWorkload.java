package io.cdpsim.workloads.recursive;

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

/** {@link RecursiveProgram} as a workload: {@code recursive}. */
public final class RecursiveWorkload implements Workload {
    /** {@link RecursiveSettings#depth()}. */
    public static final WorkloadOption<Integer> DEPTH = WorkloadOption.of(
                    "depth", "N", OptionValueType.wholeNumber(0), "Nesting depth at which launches stop")
            .in("levels")
            .defaultingTo(6);

    /** {@link RecursiveSettings#syncAt()}. */
    public static final WorkloadOption<Integer> SYNC_AT = WorkloadOption.of(
                    "sync-at",
                    "N",
                    OptionValueType.wholeNumber(0),
                    "Depth that launches, synchronises with its child and launches again")
            .in("levels")
            .otherwise("3; with a CDP2 profile, which cannot synchronise, the two launches alone");

    /** {@link RecursiveSettings#syncLimit()}. */
    public static final WorkloadOption<Integer> SYNC_LIMIT = WorkloadOption.of(
                    "sync-limit", "N", OptionValueType.wholeNumber(0), "Limit of the synchronisation depth (CDP1 only)")
            .in("levels")
            .otherwise("the profile's");

    /** The workload. */
    public RecursiveWorkload() {}

    @Override
    public String name() {
        return RecursiveProgram.NAME;
    }

    @Override
    public String summary() {
        return "A kernel that launches itself down to a depth, and may synchronise with its child on the way.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(DEPTH, SYNC_AT, SYNC_LIMIT, SharedOptions.POOL);
    }

    @Override
    public List<ResultName> results() {
        return RecursiveResults.ALL;
    }

    @Override
    public RunResult run(RunRequest request) {
        return new RecursiveProgram(settings(request.options())).run(request.machine(), request.progress());
    }

    @Override
    public Optional<RegimeMatch> regime(RunRequest request) {
        return Optional.of(RecursiveRegime.of(request.options().get(DEPTH), request.pendingLaunches()));
    }

    /** The settings that the options specify. */
    public static RecursiveSettings settings(OptionValues options) {
        return new RecursiveSettings(options.get(DEPTH), options.findInt(SYNC_AT), options.findInt(SYNC_LIMIT));
    }
}
