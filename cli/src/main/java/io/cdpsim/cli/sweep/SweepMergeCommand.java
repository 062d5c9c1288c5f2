package io.cdpsim.cli.sweep;

import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.Printable;
import io.cdpsim.workloads.FileProblem;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.sweep.row.RowFormat;
import io.cdpsim.workloads.sweep.row.Table;
import io.cdpsim.workloads.sweep.run.ShardMerge;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim sweep merge}. */
@Command(
        name = "merge",
        description = "Joins what sweeps with --shard have written into the output of the whole sweep.")
final class SweepMergeCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            completionCandidates = SweepFileCommand.AnyFile.class,
            description = "Outputs of all shards, .csv or .jsonl.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            required = true,
            description = "The file to write, with the same ending as those that are read.")
    private Path out = Path.of("");

    @Spec
    private CommandSpec spec;

    /** Made by picocli. */
    SweepMergeCommand() {}

    @Override
    public Integer call() {
        RowFormat format = RowFormat.of(out);
        AtomicFile.check("--out", out);
        ShardMerge merge = new ShardMerge();
        for (Path each : files) {
            if (RowFormat.of(each) != format) {
                throw new WorkloadException(
                        each + " and --out " + out + " end differently; give both the ending .csv, or both .jsonl");
            }
            merge.add(each.toString(), format.read(each.toString(), FileProblem.textOf(each, "the output of a sweep")));
        }
        Table table = merge.table();
        String problem = AtomicFile.write(out, format.write(table));
        if (!problem.isEmpty()) {
            spec.commandLine().getErr().println("cdpsim: cannot write " + Printable.line(out + ": " + problem));
            return ExitCode.UNFINISHED;
        }
        spec.commandLine().getOut().print(SweepReport.merged(table, out.toString()));
        spec.commandLine().getOut().flush();
        return ExitCode.DONE;
    }
}
