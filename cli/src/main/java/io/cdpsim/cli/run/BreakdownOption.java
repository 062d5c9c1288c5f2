package io.cdpsim.cli.run;

import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.experiments.compare.TimeBreakdown;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.path.CriticalPath;
import io.cdpsim.workloads.RunResult;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --breakdown}: what the time of the run consists of. */
final class BreakdownOption {
    @Option(
            names = "--breakdown",
            description = "Say what the time consists of, along the chain of causes that ends with it: computing,"
                    + " memory, launch calls, waiting of each kind. With --json, for 'cdpsim compare'.")
    private boolean wanted;

    private final CriticalPath path = new CriticalPath();

    /** Who watches the run for it. */
    List<RunListener> watchers() {
        return wanted ? List.of(path) : List.of();
    }

    /** What was asked, and what the time of the result consists of; empty if nobody wants to know. */
    Optional<BreakdownReport> report(RunSpecification question, RunResult result) {
        return wanted
                ? Optional.of(new BreakdownReport(
                        question.asked(),
                        TimeBreakdown.of(
                                path.parts(result.cycles()),
                                question.machine().profile().clock())))
                : Optional.empty();
    }
}
