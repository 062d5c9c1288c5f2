package io.cdpsim.cli.run;

import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.report.RunPage;
import io.cdpsim.experiments.compare.DeviceTime;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.experiments.compare.TimeBreakdown;
import io.cdpsim.experiments.sweep.plan.RunOrigin;
import io.cdpsim.experiments.sweep.row.ResultTable.RunTable;
import io.cdpsim.experiments.sweep.row.TableFormat;
import io.cdpsim.experiments.trace.ChromeTrace;
import io.cdpsim.experiments.trace.PerfettoTrace;
import io.cdpsim.experiments.trace.RunTrace;
import io.cdpsim.experiments.trace.TraceLayout;
import io.cdpsim.experiments.trace.TraceSink;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.counters.KernelCounterRecorder;
import io.cdpsim.observe.graphs.GraphNodeTotals;
import io.cdpsim.observe.graphs.GraphRecorder;
import io.cdpsim.observe.path.CriticalPath;
import io.cdpsim.observe.times.GridTimeRecorder;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Records of a run beside its result: a trace, a page, a row, the parts of its time, and when its grids ran. */
final class RecordingOptions {
    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the result to a file too: a line of names and a line of values, like the rows of"
                    + " 'cdpsim sweep'.")
    private @Nullable Path csv;

    @Option(
            names = "--breakdown",
            description = "Say what the time consists of, along the chain of causes that ends with it: computing,"
                    + " memory, launch calls, waiting of each kind. With --json, for 'cdpsim compare'.")
    private boolean breakdown;

    @Option(
            names = "--counters",
            description =
                    "Count for each kernel: hits of the L1 and L2 caches, DRAM bytes, instructions per cycle, achieved"
                            + " occupancy, active threads of a warp, time in launch calls. JSON names them as Nsight"
                            + " Compute and Accel-Sim do.")
    private boolean counters;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write the run as a page to look at in a browser: summary, what the time consists of, grids"
                    + " over time, pool and SMs, what launching cost, warnings. One file, which needs no network.")
    private @Nullable Path report;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Write a time line of the run: SMs, streams, why grids wait. For https://ui.perfetto.dev; with a"
                            + " name that ends in .json, for chrome://tracing.")
    private @Nullable Path traceFile;

    @Mixin
    private TimelineOption timeline;

    // Most runs have none: nothing of it is loaded at their start.
    private @Nullable RunTrace trace;
    private String notShown = "";
    private final CriticalPath path = new CriticalPath();
    private final GraphRecorder graphs = new GraphRecorder(Integer.MAX_VALUE);
    private final KernelCounterRecorder kernelCounters = new KernelCounterRecorder();
    private final GridTimeRecorder pageTimes = new GridTimeRecorder();
    private final RunTrace pageTrace = new RunTrace();

    /**
     * Checks the options.
     *
     * @throws InvalidInputException if a file cannot be written or the machine cannot record what is requested: that should be known before the simulation,
     *     not after it
     */
    void check(MachineSettings machine) {
        if (machine.sampled() && (breakdown || counters || report != null)) {
            String name = breakdown ? "--breakdown" : counters ? "--counters" : "--report";
            throw new InvalidInputException(
                    name + " needs the time of every warp, and --sample runs blocks untimed; leave out one of them");
        }
        AtomicFile.check("--trace", traceFile);
        AtomicFile.check("--report", report);
        AtomicFile.check("--csv", csv);
        timeline.check();
    }

    /** The listeners that record the run. */
    List<RunListener> watchers() {
        List<RunListener> watchers = new ArrayList<>();
        if (traceFile != null) {
            trace = new RunTrace();
            watchers.add(trace);
        }
        if (breakdown || report != null) {
            watchers.add(path);
        }
        if (breakdown) {
            watchers.add(graphs);
        }
        if (counters) {
            watchers.add(kernelCounters);
        }
        if (report != null) {
            watchers.add(pageTrace);
            watchers.add(pageTimes);
        }
        watchers.addAll(timeline.watchers());
        return watchers;
    }

    /** The counters of kernels; empty without {@code --counters}. */
    Optional<CounterReport> counters(RunSpecification question) {
        return counters
                ? Optional.of(new CounterReport(
                        kernelCounters.byKernel(),
                        question.machine().profile().sm().maxWarps()))
                : Optional.empty();
    }

    /** The question and the parts of the result's time; empty without {@code --breakdown}. */
    Optional<ResultReport.BreakdownReport> breakdown(RunSpecification question, RunResult result) {
        return breakdown
                ? Optional.of(new ResultReport.BreakdownReport(
                        question.asked(),
                        parts(question, result),
                        DeviceTime.of(result, question.machine().profile()),
                        new GraphNodeReport(
                                GraphNodeTotals.of(graphs.launches()),
                                question.machine().profile().clock())))
                : Optional.empty();
    }

    private TimeBreakdown parts(RunSpecification question, RunResult result) {
        return TimeBreakdown.of(
                path.parts(result.cycles()), question.machine().profile().clock());
    }

    /**
     * Writes the files that are named.
     *
     * @param origin what the result was made from
     * @return what went wrong with the first that could not be written; empty if nothing did
     */
    String write(RunSpecification question, RunResult result, TimeAccuracy trust, RunOrigin origin) {
        String problem = AtomicFile.write(
                csv,
                () -> TableFormat.CSV.write(
                        RunTable.of(question.workload(), question.options(), result, origin.profileHash())
                                .withOrigin(origin.version(), origin.inputsHash(), origin.command())));
        if (problem.isEmpty()) {
            problem = writeTrace(result, question.machine().profile());
        }
        if (problem.isEmpty()) {
            problem = AtomicFile.write(report, () -> page(question, result, trust, origin));
        }
        return problem.isEmpty() ? timeline.write(question) : problem;
    }

    private String writeTrace(RunResult result, GpuProfile profile) {
        Path target = traceFile;
        RunTrace seen = trace;
        if (target == null || seen == null) {
            return "";
        }
        seen.finish(result.cycles());
        return AtomicFile.write(target, out -> {
            try (TraceSink sink = sink(target, out)) {
                notShown = TraceLayout.write(seen, profile.name(), profile.clock(), sink);
            }
        });
    }

    private static TraceSink sink(Path file, OutputStream out) throws IOException {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(".json")
                ? new ChromeTrace(out)
                : new PerfettoTrace(out);
    }

    private String page(RunSpecification question, RunResult result, TimeAccuracy trust, RunOrigin origin) {
        pageTrace.finish(result.cycles());
        List<RunPage.SummaryLine> facts = new ArrayList<>(ResultReport.facts(result, trust));
        ResultReport.origin(origin)
                .forEach(each -> facts.add(new RunPage.SummaryLine(each.label(), PrintableText.line(each.value()))));
        return new RunPage(
                        result,
                        facts,
                        parts(question, result),
                        pageTimes,
                        pageTrace,
                        question.machine().profile().clock())
                .text();
    }

    /** The option that shows the program itself below the result. */
    TimelineOption timeline() {
        return timeline;
    }

    /** A sentence on what the trace holds; empty if there is none. */
    String summary() {
        return trace == null
                ? ""
                : traceFile + " has " + trace.summary() + (notShown.isEmpty() ? "" : "; no track shows " + notShown);
    }
}
