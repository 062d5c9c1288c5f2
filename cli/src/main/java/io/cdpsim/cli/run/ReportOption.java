package io.cdpsim.cli.run;

import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.report.RunPage;
import io.cdpsim.experiments.compare.TimeBreakdown;
import io.cdpsim.experiments.trace.RunTrace;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.path.CriticalPath;
import io.cdpsim.observe.times.GridTimeRecorder;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --report FILE}: the run as a page. */
final class ReportOption {
    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write the run as a page to look at in a browser: summary, what the time consists of, grids"
                    + " over time, pool and SMs, what launching cost, warnings. One file, which needs no network.")
    private @Nullable Path file;

    private final RunTrace trace = new RunTrace();
    private final CriticalPath path = new CriticalPath();
    private final GridTimeRecorder times = new GridTimeRecorder();

    /** @throws InvalidInputException if the file cannot be written, as far as that is known before the run */
    void check() {
        AtomicFile.check("--report", file);
    }

    /** Who watches the run for it. */
    List<RunListener> watchers() {
        return file == null ? List.of() : List.of(trace, path, times);
    }

    /**
     * Writes the page, if one is wanted.
     *
     * @return what was in the way; empty if nothing was
     */
    String write(RunResult result, TimeAccuracy trust, ClockSpec clock) {
        if (file == null) {
            return "";
        }
        trace.finish(result.cycles());
        RunPage page = new RunPage(
                result,
                ResultReport.facts(result, trust),
                TimeBreakdown.of(path.parts(result.cycles()), clock),
                times,
                trace,
                clock);
        String problem = AtomicFile.write(file, page.text());
        return problem.isEmpty() ? "" : "cannot write " + file + ": " + problem;
    }
}
