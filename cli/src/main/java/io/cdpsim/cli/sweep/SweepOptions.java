package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.ProgramVersion;
import io.cdpsim.cli.report.SweepPage;
import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.experiments.sweep.row.TableFormat;
import io.cdpsim.experiments.sweep.run.SweepJournal;
import io.cdpsim.experiments.sweep.run.SweepRowStore;
import io.cdpsim.experiments.sweep.run.SweepRun;
import io.cdpsim.experiments.sweep.run.SweepTable;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a sweep that do not change its rows: the number of threads, the part of the points, the output. */
final class SweepOptions {
    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "File of the rows: .csv or .jsonl (JSON Lines). Finished points are kept in FILE.journal until all"
                            + " are done, and the same command continues after them. Default: CSV on standard output.")
    private @Nullable Path out;

    @Option(
            names = "--workers",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description = "Points to simulate at a time. Default: one a processor.")
    private @Nullable Integer workers;

    @Option(
            names = "--shard",
            paramLabel = "PART/PARTS",
            description =
                    "Run only this part of the points, such as 3/16; 'sweep merge' joins the outputs of all parts."
                            + " In a task of a job array: auto, or auto/PARTS.")
    private @Nullable String shard;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write a page too, to look at in a browser: a chart for each parameter. One file, which needs"
                    + " no network.")
    private @Nullable Path report;

    @Option(names = "--quiet", description = "No summary and no progress bar: errors and the exit code only, and rows.")
    private boolean quiet;

    /** The output file. */
    @Nullable
    Path out() {
        return out;
    }

    /** The file of the page. */
    @Nullable
    Path report() {
        return report;
    }

    /** The part of the points. */
    @Nullable
    String shard() {
        return shard;
    }

    /** Whether the number of threads is given. */
    boolean hasWorkers() {
        return workers != null;
    }

    /** Checks the output files. @return the format of the rows */
    TableFormat checkFiles() {
        TableFormat format = out == null || isStream(out) ? TableFormat.CSV : TableFormat.of(out);
        AtomicFile.check("--out", out, "--report", report);
        return format;
    }

    /**
     * Runs a sweep and writes its rows.
     *
     * @param command the command of these options
     * @param specification the sweep
     * @param workloads the workloads that can run
     * @return the exit code
     */
    int run(CommandSpec command, SweepSpecification specification, Workloads workloads) {
        TableFormat format = checkFiles();
        Path kept = out == null || isStream(out) ? null : out;
        Shard part = shard == null ? Shard.WHOLE : Shard.parse(shard, System.getenv());
        Sweep sweep = Sweep.of(specification, workloads);
        if (kept == null) {
            return withStore(command, sweep, workloads, part, format, SweepRowStore.inMemory(), 0);
        }
        ReplacedRows.notice(kept, SweepCommandLine.of(sweep.question(), workloads))
                .ifPresent(each -> {
                    printError(command.commandLine().getErr(), each);
                    command.commandLine().getErr().flush();
                });
        return withJournal(command, sweep, workloads, part, format, SweepJournal.beside(kept));
    }

    private int withJournal(
            CommandSpec command, Sweep sweep, Workloads workloads, Shard part, TableFormat format, Path file) {
        PrintWriter err = command.commandLine().getErr();
        try (SweepJournal journal = SweepJournal.open(file, sweep, part)) {
            int exitCode;
            try (InterruptNotice notice = new InterruptNotice(journal, err)) {
                notice.start();
                exitCode = withStore(command, sweep, workloads, part, format, journal, journal.restored());
            }
            if (exitCode != ExitCode.UNFINISHED) {
                journal.delete();
            }
            return exitCode;
        } catch (IOException e) {
            printError(
                    err,
                    "the journal " + file + " cannot be written: " + FileErrors.reason(e)
                            + "; free disk space and give the same command again");
            return ExitCode.UNFINISHED;
        }
    }

    private static boolean isStream(Path file) {
        return AtomicFile.isSpecial(file) && !Files.isDirectory(file);
    }

    private int withStore(
            CommandSpec command,
            Sweep sweep,
            Workloads workloads,
            Shard part,
            TableFormat format,
            SweepRowStore store,
            int restored) {
        PrintWriter err = command.commandLine().getErr();
        List<SweepRow> unfinished;
        try {
            unfinished = runPoints(command, new Progress(), sweep, part, store);
        } catch (IOException e) {
            printError(
                    err,
                    "cannot keep finished points: " + FileErrors.reason(e) + "; the "
                            + store.rows().size()
                            + " before are kept: free disk space and give the same command again");
            return ExitCode.UNFINISHED;
        }
        List<SweepRow> rows = new ArrayList<>(store.rows());
        rows.addAll(unfinished);
        String origin = SweepCommandLine.of(sweep.question(), workloads);
        String text = format.write(
                SweepTable.of(sweep, part, rows).withOrigin(ProgramVersion.number(), sweep.filesHash(), origin));
        if (out == null) {
            command.commandLine().getOut().print(text);
        } else {
            String problem = AtomicFile.write(out, text);
            if (!problem.isEmpty()) {
                printError(err, problem + "; the same command tries again");
                return ExitCode.UNFINISHED;
            }
            if (!quiet && !isStream(out)) {
                command.commandLine().getOut().print(SweepReport.text(sweep, rows, restored, out.toString()));
            }
        }
        command.commandLine().getOut().flush();
        if (!AtomicFile.write(report, () -> new SweepPage(sweep, rows, origin).text(), err)) {
            return ExitCode.UNFINISHED;
        }
        return exitCode(err, rows, unfinished);
    }

    private List<SweepRow> runPoints(
            CommandSpec command, Progress progress, Sweep sweep, Shard part, SweepRowStore store) throws IOException {
        SweepRun run = new SweepRun(sweep, part, store, progress);
        int threads = workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        if (quiet || !ProgressBar.isVisible()) {
            return run.run(threads);
        }
        SweepProgress line = new SweepProgress(
                sweep.workload().name(), progress, store.rows().size());
        try (ProgressBar bar = new ProgressBar(line::at, command.commandLine().getErr())) {
            bar.start();
            return run.run(threads);
        }
    }

    private int exitCode(PrintWriter err, List<SweepRow> rows, List<SweepRow> unfinished) {
        if (!unfinished.isEmpty()) {
            printError(
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
        SweepRow first = rows.stream()
                .filter(each -> !each.error().isEmpty())
                .findFirst()
                .orElseThrow();
        printError(
                err, failed + " of " + rows.size() + " points failed; point " + first.point() + ": " + first.error());
        return ExitCode.FAILED_CHECK;
    }

    private static void printError(PrintWriter err, String problem) {
        err.println("cdpsim: " + PrintableText.line(problem));
    }

    /** Prints, when the user stops a sweep, that finished points are kept. */
    static final class InterruptNotice implements AutoCloseable {
        private final Thread printer;

        InterruptNotice(SweepJournal journal, PrintWriter err) {
            String words = "cdpsim: stopped; finished points are kept in " + journal.file()
                    + ", and the same command continues after them";
            this.printer = new Thread(
                    () -> {
                        err.println(PrintableText.line(words));
                        err.flush();
                    },
                    "sweep-stop-notice");
        }

        /** Starts to wait for the stop. */
        void start() {
            Runtime.getRuntime().addShutdownHook(printer);
        }

        @Override
        public void close() {
            try {
                Runtime.getRuntime().removeShutdownHook(printer);
            } catch (IllegalStateException e) {
                // The user is stopping the program: the notice is being printed.
            }
        }
    }
}
