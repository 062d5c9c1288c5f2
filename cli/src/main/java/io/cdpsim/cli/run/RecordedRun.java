package io.cdpsim.cli.run;

import io.cdpsim.cli.output.ProgramVersion;
import io.cdpsim.cli.output.RaceReport;
import io.cdpsim.cli.output.SourceLines;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.experiments.sweep.plan.RunOrigin;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.times.GridTimeRecorder;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.CommandTokens;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.LargerPool;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** A completed run with its records. */
final class RecordedRun {
    private final RunSpecification question;
    private final RecordingOptions records;
    private final RunResult result;
    private final TimeAccuracy trust;
    private final RunOrigin origin;
    private final ResultReport.GridTimesReport times;

    /**
     * Runs.
     *
     * @param isQuiet true for a run without a progress bar
     * @param timesGrids whether the report names the times of the grids
     */
    RecordedRun(
            CommandSpec command,
            RunSpecification question,
            RecordingOptions records,
            boolean isQuiet,
            boolean timesGrids) {
        this.question = question;
        this.records = records;
        GridTimeRecorder recorder = new GridTimeRecorder();
        List<RunListener> watchers = records.watchers();
        if (timesGrids) {
            watchers.add(recorder);
        }
        Workload workload = question.workload();
        MachineSettings machine = question.machine().withListeners(watchers);
        RunRequest request = new RunRequest(question.options(), machine, new Progress(), new InputCache());
        result = ProgressBar.during(
                command.name(),
                request.progress(),
                !isQuiet,
                command.commandLine().getErr(),
                () -> LargerPool.advised(workload, request, Workloads.run(workload, request)));
        trust = Workloads.trust(workload, request, result);
        origin = RunOrigin.of(
                ProgramVersion.number(),
                "cdpsim "
                        + CommandTokens.line(
                                command.root().commandLine().getParseResult().originalArgs()),
                workload,
                question.options(),
                question.profile(),
                question.set());
        times = new ResultReport.GridTimesReport(recorder, machine.profile().clock());
    }

    RunResult result() {
        return result;
    }

    String json() {
        return ResultReport.json(
                result, trust, origin, times, records.counters(question), records.breakdown(question, result));
    }

    String table(SourceLines source) {
        return ResultReport.table(
                result, trust, times, records.counters(question), records.breakdown(question, result), source);
    }

    /** Writes the named files and reports on them. @return whether all could be written */
    boolean write(PrintWriter err, boolean isQuiet) {
        String problem = records.write(question, result, trust, origin);
        String said = problem.isEmpty() && !isQuiet ? records.summary() : problem;
        if (!said.isEmpty()) {
            err.println("cdpsim: " + said);
        }
        return problem.isEmpty();
    }

    /** Reports races that the program does not have on purpose. @return whether there are any */
    boolean reportRaces(PrintWriter err) {
        if (result.racesUnmeant()) {
            err.println("cdpsim: check failed: the program has races or undefined uses, "
                    + RaceReport.summary(result.visibility().orElseThrow()));
        }
        return result.racesUnmeant();
    }
}
