package io.cdpsim.cli.run;

import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.programs.compilation.SourceWorkload;
import io.cdpsim.programs.plan.PtxWorkload;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code cdpsim run}. Its subcommands are the workloads that there are. */
@Command(
        name = RunCommand.NAME,
        description = "Simulates a workload, checks its result and reports what it did.",
        synopsisSubcommandLabel = "WORKLOAD",
        commandListHeading = "%nWorkloads:%n",
        preprocessor = RunCommand.RunArguments.class)
public final class RunCommand implements Runnable {
    /** The name of the command. */
    public static final String NAME = "run";

    @Spec
    private CommandSpec spec;

    /**
     * Adds the workloads, the examples as one command, PTX with its files, and CUDA's sources.
     *
     * @param cdpsim the command line that this command is part of
     * @param workloads the workloads that can run
     * @param named the one whose command is needed; empty for those of all
     * @throws io.cdpsim.workloads.InvalidInputException if a workload has an option that every workload has
     */
    public static void addWorkloads(CommandLine cdpsim, Workloads workloads, Optional<Workload> named) {
        CommandLine run = Objects.requireNonNull(cdpsim.getSubcommands().get(NAME), "not part of this command line");
        for (Workload each : named.map(List::of).orElseGet(workloads::all)) {
            if (PtxCommand.isPtx(each)) {
                run.addSubcommand(each.name(), PtxCommand.of(each));
            } else if (each instanceof SourceWorkload) {
                run.addSubcommand(each.name(), CudaCommand.of(each));
            } else if (!ExampleWorkloads.isExample(each)) {
                run.addSubcommand(WorkloadCommand.of(each));
            } else if (!run.getSubcommands().containsKey(ExampleWorkloads.COMMAND)) {
                run.addSubcommand(ExampleWorkloads.COMMAND, ExampleWorkloads.command(workloads, WorkloadCommand::new));
            }
        }
    }

    @Override
    public void run() {
        throw WorkloadCommand.missing(spec);
    }

    /** The workload that the first word behind {@code run} stands for; empty if that takes more than the word. */
    public static Optional<Workload> named(Workloads workloads, String word) {
        Optional<Workload> called = ofName(workloads, word);
        if (called.isPresent()) {
            return called;
        }
        return PtxCommand.isFile(word)
                ? ofName(workloads, PtxWorkload.NAME)
                : CudaCommand.isFile(word) ? ofName(workloads, CudaCommand.NAME) : Optional.empty();
    }

    /** The workload of a name; empty if there is none. */
    public static Optional<Workload> ofName(Workloads workloads, String name) {
        return workloads.all().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /**
     * Reads {@code run example:NAME} as {@code run example NAME}, {@code run prog.ptx} as {@code run ptx prog.ptx}, and {@code run prog.cu} as
     * {@code run cuda prog.cu}.
     */
    static final class RunArguments implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // the stack is picocli's
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
            if (arguments.isEmpty()) {
                return false;
            }
            ExampleWorkloads.part(arguments);
            if (!command.subcommands().containsKey(arguments.peek())) {
                // The stack's top, its last element, is the next word.
                for (int i = arguments.size() - 1; i >= 0; i--) {
                    boolean isSource = CudaCommand.isFile(arguments.get(i));
                    if (isSource || PtxCommand.isFile(arguments.get(i))) {
                        arguments.push(isSource ? CudaCommand.NAME : PtxWorkload.NAME);
                        break;
                    }
                }
            }
            return false;
        }
    }

    /** A command that specifies a run of a workload. */
    public interface RunSource {
        /**
         * The run that the parsed arguments specify.
         *
         * @throws io.cdpsim.workloads.InvalidInputException if nothing can be run so
         */
        RunSpecification specification();
    }
}
