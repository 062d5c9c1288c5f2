package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.report.SweepPage;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.ResultTable;
import io.cdpsim.experiments.sweep.row.TableFormat;
import io.cdpsim.experiments.sweep.run.ShardMerge;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workloads;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim sweep merge}. */
@Command(
        name = SweepMergeCommand.NAME,
        description = "Joins what sweeps with --shard have written into the output of the whole sweep.")
final class SweepMergeCommand implements Callable<Integer> {
    static final String NAME = "merge";

    private final Workloads workloads;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            completionCandidates = CompletionCandidates.AnyFile.class,
            description = "Outputs of all shards, .csv or .jsonl.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            required = true,
            description = "The file to write, with the same ending as those that are read.")
    private Path out = Path.of("");

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write a page too, as 'sweep --report' does, where the sweep's profiles and files are.")
    private @Nullable Path report;

    @Spec
    private CommandSpec spec;

    private SweepMergeCommand(Workloads workloads) {
        this.workloads = workloads;
    }

    /** Makes the command. */
    static CommandLine of(Workloads workloads) {
        return new CommandLine(new SweepMergeCommand(workloads));
    }

    @Override
    public Integer call() {
        TableFormat format = TableFormat.of(out);
        AtomicFile.check("--out", out, "--report", report);
        ShardMerge merge = new ShardMerge();
        for (Path each : files) {
            if (TableFormat.of(each) != format) {
                throw new InvalidInputException(
                        each + " and --out " + out + " end differently; give both the ending .csv, or both .jsonl");
            }
            merge.add(each.toString(), format.read(each.toString(), FileErrors.textOf(each, "the output of a sweep")));
        }
        ResultTable table = merge.table();
        String page = report == null ? "" : page(sweep(merge), table);
        PrintWriter err = spec.commandLine().getErr();
        if (!AtomicFile.write(out, () -> format.write(table), err) || !AtomicFile.write(report, () -> page, err)) {
            return ExitCode.UNFINISHED;
        }
        spec.commandLine().getOut().print(SweepReport.merged(table, out.toString()));
        spec.commandLine().getOut().flush();
        return ExitCode.DONE;
    }

    private String page(Sweep sweep, ResultTable table) {
        return new SweepPage(sweep, table.rows(), SweepCommandLine.of(sweep.question(), workloads)).text();
    }

    private Sweep sweep(ShardMerge merge) {
        try {
            return merge.sweep(workloads);
        } catch (InvalidInputException | ProfileException e) {
            throw new InvalidInputException("--report: " + e.getMessage());
        }
    }
}
