package io.cdpsim.cli.run;

import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.observe.RunListener;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/** What is recorded of a run beside its result: a trace, a page, a row, the parts of its time. */
final class RecordingOptions {
    @Mixin
    private CsvOption csv;

    @Mixin
    private TraceOption trace;

    @Mixin
    private BreakdownOption breakdown;

    @Mixin
    private ReportOption report;

    @Mixin
    private TimelineOption timeline;

    /** @throws InvalidInputException if a file cannot be written: that should be known before the simulation, not after it */
    void check() {
        trace.check();
        report.check();
        csv.check();
        timeline.check();
    }

    /** Who watches the run for them. */
    List<RunListener> watchers() {
        List<RunListener> watchers = new ArrayList<>(trace.watchers());
        watchers.addAll(breakdown.watchers());
        watchers.addAll(report.watchers());
        watchers.addAll(timeline.watchers());
        return watchers;
    }

    /** What the time of the result consists of; empty if nobody wants to know. */
    Optional<BreakdownReport> breakdown(RunSpecification question, RunResult result) {
        return breakdown.report(question, result);
    }

    /**
     * Writes the files that are wanted.
     *
     * @return what was in the way of the first that could not be written; empty if nothing was
     */
    String write(RunSpecification question, RunResult result, TimeAccuracy trust) {
        String problem = csv.write(question.workload(), question.options(), result);
        if (problem.isEmpty()) {
            problem = trace.write(result, question.machine().profile());
        }
        if (problem.isEmpty()) {
            problem = report.write(result, trust, question.machine().profile().clock());
        }
        if (problem.isEmpty()) {
            problem = timeline.write(question);
        }
        return problem;
    }

    /** What is to be shown of the program itself, below the result. */
    TimelineOption timeline() {
        return timeline;
    }

    /** What was written, in a sentence; empty if there is nothing to say. */
    String summary() {
        return trace.summary();
    }
}
