package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.experiments.sweep.plan.SweepFile;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that names a sweep and how its points run, here or as tasks of a batch system. */
abstract class SweepPointsCommand implements Callable<Integer> {
    private final Workloads workloads;

    @Mixin
    private SweepOptions sweep;

    @Spec
    private CommandSpec spec;

    private SweepPointsCommand(Workloads workloads) {
        this.workloads = workloads;
    }

    /** The sweep. */
    abstract SweepSpecification specification();

    /** The options of its run. */
    final SweepOptions options() {
        return sweep;
    }

    /** The command of these options. */
    final CommandSpec command() {
        return spec;
    }

    @Override
    public final Integer call() {
        return sweep.run(spec, specification(), workloads);
    }

    /** {@code cdpsim sweep bfs} and the like, and {@code cdpsim sweep example NAME}. */
    @Command
    static final class OfWorkload extends SweepPointsCommand {
        private final Supplier<Workload> source;

        @Mixin
        private SweepQuestionOptions question;

        /** @param source gives the workload once the command line is read */
        OfWorkload(Workloads workloads, Supplier<Workload> source) {
            super(workloads);
            this.source = source;
        }

        @Override
        SweepSpecification specification() {
            return question.specification(command(), source.get());
        }
    }

    /** {@code cdpsim sweep prog.cu} and the like. */
    @Command
    static final class OfProgram extends SweepPointsCommand {
        private final Workload workload;
        private @Nullable ProgramOperands operands;

        @Mixin
        private SweepQuestionOptions question;

        private OfProgram(Workloads workloads, Workload workload) {
            super(workloads);
            this.workload = workload;
        }

        /** Makes the command of a user's program. */
        static CommandLine of(Workloads workloads, Workload workload) {
            OfProgram command = new OfProgram(workloads, workload);
            return ProgramOperands.command(workload, command, made -> command.operands = made);
        }

        @Override
        SweepSpecification specification() {
            Map<String, String> fixed = question.fixed(command(), workload);
            Objects.requireNonNull(operands).addTo(fixed, question::varies, workload);
            return question.specification(workload, fixed);
        }
    }

    /** {@code cdpsim sweep FILE.yaml}, or {@code cdpsim sweep file FILE}. */
    @Command(name = OfFile.NAME, description = "A sweep that a YAML file describes; also written FILE.yaml alone.")
    static final class OfFile extends SweepPointsCommand {
        static final String NAME = "file";

        @Parameters(
                paramLabel = "FILE",
                completionCandidates = CompletionCandidates.AnyFile.class,
                description = "A YAML file with workload, vary, fixed, repeat, sample.")
        private Path file;

        OfFile(Workloads workloads) {
            super(workloads);
        }

        @Override
        SweepSpecification specification() {
            return SweepFile.read(file);
        }
    }
}
