package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.experiments.sweep.plan.SweepFile;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.workloads.Workloads;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A sweep that a file describes: {@code cdpsim sweep FILE.yaml}, or {@code cdpsim sweep file FILE}. */
@Command(
        name = SweepFileCommand.NAME,
        description = "A sweep that a YAML file describes; also written FILE.yaml alone.")
final class SweepFileCommand implements Callable<Integer>, SweepSubmitCommand.Submission {
    static final String NAME = "file";

    private final Workloads workloads;

    @Mixin
    private SweepOptions sweep;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            completionCandidates = AnyFile.class,
            description = "A YAML file with workload, vary, fixed, repeat, sample.")
    private Path file;

    private SweepFileCommand(Workloads workloads) {
        this.workloads = workloads;
    }

    /** Makes the command. */
    static CommandLine of(Workloads workloads) {
        return new CommandLine(new SweepFileCommand(workloads));
    }

    @Override
    public Integer call() {
        return sweep.run(spec, specification(), workloads);
    }

    @Override
    public SweepSpecification specification() {
        return SweepFile.read(file);
    }

    @Override
    public SweepOptions options() {
        return sweep;
    }

    /** Files and nothing else, for shell completion. */
    static final class AnyFile implements CompletionCandidates {
        AnyFile() {}

        @Override
        public Iterator<String> iterator() {
            return List.<String>of().iterator();
        }

        @Override
        public boolean orFiles() {
            return true;
        }
    }
}
