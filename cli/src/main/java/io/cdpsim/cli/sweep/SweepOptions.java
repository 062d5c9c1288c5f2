package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.IntegerConverter;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.report.SweepPage;
import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.workloads.FileProblem;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.sweep.plan.Shard;
import io.cdpsim.workloads.sweep.plan.Sweep;
import io.cdpsim.workloads.sweep.plan.SweepQuestion;
import io.cdpsim.workloads.sweep.row.Row;
import io.cdpsim.workloads.sweep.row.RowFormat;
import io.cdpsim.workloads.sweep.run.Crew;
import io.cdpsim.workloads.sweep.run.Journal;
import io.cdpsim.workloads.sweep.run.RowStore;
import io.cdpsim.workloads.sweep.run.SweepRun;
import io.cdpsim.workloads.sweep.run.SweepTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How a sweep is run, whatever it asks: on how many threads, which part of it, and where its rows go. */
final class SweepOptions {
    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Where the rows go: .csv or .jsonl (JSON Lines). Finished points are kept in FILE.journal until all"
                            + " are done, and the same command goes on behind them. Default: CSV on standard output.")
    private @Nullable Path out;

    @Option(
            names = "--workers",
            paramLabel = "N",
            converter = IntegerConverter.Positive.class,
            description = "Points to simulate at a time here. Default: one a processor.")
    private @Nullable Integer workers;

    @Option(
            names = "--shard",
            paramLabel = "PART/PARTS",
            description =
                    "Run only this part of the points, such as 3/16; 'sweep merge' joins the outputs of all parts.")
    private @Nullable String shard;

    @Mixin
    private ClusterOptions cluster;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write a page too, to look at in a browser: a chart for each parameter. One file, which needs"
                    + " no network.")
    private @Nullable Path report;

    @Option(names = "--quiet", description = "No summary and no progress bar: errors and the exit code only, and rows.")
    private boolean quiet;

    /**
     * Runs a sweep and writes its rows.
     *
     * @param command whose options these are
     * @param question the sweep
     * @param workloads what there is to run
     * @return the exit code
     */
    int run(CommandSpec command, SweepQuestion question, Workloads workloads) {
        PrintWriter err = command.commandLine().getErr();
        Path kept = out == null || isStream(out) ? null : out;
        RowFormat format = kept == null ? RowFormat.CSV : RowFormat.of(kept);
        if (out != null) {
            AtomicFile.check("--out", out);
        }
        if (report != null) {
            AtomicFile.check("--report", report);
            if (out != null && AtomicFile.isSame(out, report)) {
                throw new WorkloadException("--out and --report are one file, " + out + "; give two");
            }
        }
        Shard part = shard == null ? Shard.WHOLE : Shard.parse(shard);
        Sweep sweep = Sweep.of(question, workloads);
        try (Crew crew = cluster.crew(sweep, quiet ? notice -> {} : notice -> tell(err, notice))) {
            if (kept == null) {
                return withStore(command, sweep, part, format, RowStore.inMemory(), 0, crew);
            }
            return withJournal(command, sweep, part, format, Journal.beside(kept), crew);
        }
    }

    private int withJournal(CommandSpec command, Sweep sweep, Shard part, RowFormat format, Path file, Crew crew) {
        PrintWriter err = command.commandLine().getErr();
        try (Journal journal = Journal.open(file, sweep, part)) {
            int exitCode;
            try (InterruptNotice notice = new InterruptNotice(journal, err)) {
                notice.arm();
                exitCode = withStore(command, sweep, part, format, journal, journal.restored(), crew);
            }
            if (exitCode != ExitCode.UNFINISHED) {
                journal.delete();
            }
            return exitCode;
        } catch (IOException e) {
            tell(
                    err,
                    "the journal " + file + " cannot be written: " + FileProblem.reason(e)
                            + "; make room and give the same command again");
            return ExitCode.UNFINISHED;
        }
    }

    private static boolean isStream(Path file) {
        return AtomicFile.isSpecial(file) && !Files.isDirectory(file);
    }

    private int withStore(
            CommandSpec command, Sweep sweep, Shard part, RowFormat format, RowStore store, int restored, Crew crew) {
        PrintWriter err = command.commandLine().getErr();
        List<Row> unfinished;
        try {
            unfinished = runPoints(command, new Progress(), sweep, part, store, crew);
        } catch (IOException e) {
            tell(
                    err,
                    "cannot keep finished points: " + FileProblem.reason(e) + "; the "
                            + store.rows().size() + " before are kept: make room and give the same command again");
            return ExitCode.UNFINISHED;
        }
        List<Row> rows = new ArrayList<>(store.rows());
        rows.addAll(unfinished);
        String text = format.write(SweepTable.of(sweep, part, rows));
        if (out == null) {
            command.commandLine().getOut().print(text);
        } else {
            String problem = AtomicFile.write(out, text);
            if (!problem.isEmpty()) {
                tell(err, "cannot write " + out + ": " + problem + "; the same command tries again");
                return ExitCode.UNFINISHED;
            }
            if (!quiet && !isStream(out)) {
                command.commandLine().getOut().print(SweepReport.text(sweep, rows, restored, out.toString()));
            }
        }
        command.commandLine().getOut().flush();
        if (report != null) {
            String problem = AtomicFile.write(report, new SweepPage(sweep, rows).text());
            if (!problem.isEmpty()) {
                tell(err, "cannot write " + report + ": " + problem);
                return ExitCode.UNFINISHED;
            }
        }
        return exitCode(err, rows, unfinished);
    }

    private List<Row> runPoints(
            CommandSpec command, Progress progress, Sweep sweep, Shard part, RowStore store, Crew crew)
            throws IOException {
        SweepRun run = new SweepRun(sweep, part, store, progress);
        int threads = workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        if (quiet || !ProgressBar.isSeen()) {
            return run.run(threads, crew);
        }
        SweepProgress line = new SweepProgress(
                sweep.workload().name(), progress, store.rows().size());
        try (ProgressBar bar = new ProgressBar(line::at, command.commandLine().getErr())) {
            bar.start();
            return run.run(threads, crew);
        }
    }

    private int exitCode(PrintWriter err, List<Row> rows, List<Row> unfinished) {
        if (!unfinished.isEmpty()) {
            tell(
                    err,
                    unfinished.size() + " of " + rows.size() + " points could not finish; point "
                            + unfinished.get(0).point() + ": "
                            + unfinished.get(0).error() + " (the same command tries them again)");
            return ExitCode.UNFINISHED;
        }
        long failed = SweepReport.failed(rows);
        if (failed == 0) {
            return ExitCode.DONE;
        }
        Row first = rows.stream()
                .filter(each -> !each.error().isEmpty())
                .findFirst()
                .orElseThrow();
        tell(err, failed + " of " + rows.size() + " points failed; point " + first.point() + ": " + first.error());
        return ExitCode.FAILED_CHECK;
    }

    private static void tell(PrintWriter err, String problem) {
        err.println("cdpsim: " + PrintableText.line(problem));
    }
}
