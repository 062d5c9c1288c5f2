package io.cdpsim.cli;

import io.cdpsim.cli.check.CheckCommand;
import io.cdpsim.cli.compare.CompareCommand;
import io.cdpsim.cli.doctor.DoctorCommand;
import io.cdpsim.cli.fit.FitCommand;
import io.cdpsim.cli.inspect.ErrorsCommand;
import io.cdpsim.cli.inspect.ExamplesCommand;
import io.cdpsim.cli.inspect.OccupancyCommand;
import io.cdpsim.cli.inspect.ProfilesCommand;
import io.cdpsim.cli.lab.LabCommand;
import io.cdpsim.cli.litmus.LitmusCommand;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.FailureRecordingStream;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.PrintableWriter;
import io.cdpsim.cli.plot.PlotCommand;
import io.cdpsim.cli.rules.RulesCommand;
import io.cdpsim.cli.run.ExecCommand;
import io.cdpsim.cli.run.RunCommand;
import io.cdpsim.cli.run.WorkloadPath;
import io.cdpsim.cli.serve.ServeCommand;
import io.cdpsim.cli.shell.CompletionCommand;
import io.cdpsim.cli.shell.ManCommand;
import io.cdpsim.cli.step.StepCommand;
import io.cdpsim.cli.sweep.SweepCommand;
import io.cdpsim.cli.tune.TuneCommand;
import io.cdpsim.cli.validate.ValidateCommand;
import io.cdpsim.cli.why.WhyCommand;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code cdpsim} command. Each subcommand is a class listed in {@code COMMANDS}. */
@Command(
        name = "cdpsim",
        description = "Simulates CUDA programs that launch grids from the device. No GPU is needed.",
        versionProvider = VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, and every check held",
            "1:the simulated program gave a wrong result, failed or got stuck",
            "2:wrong use: an option, a value, a file or what it holds",
            "3:could not finish: out of memory, output not writable, or a bug of cdpsim"
        })
@SuppressWarnings("UnusedVariable") // picocli and ErrorReport read these options from the command line
public final class Main implements Runnable {
    /** In the order in which the help lists them. */
    private static final List<Class<?>> COMMANDS = List.of(
            RunCommand.class,
            ExecCommand.class,
            SweepCommand.class,
            CompareCommand.class,
            WhyCommand.class,
            StepCommand.class,
            TuneCommand.class,
            CheckCommand.class,
            ProfilesCommand.class,
            PlotCommand.class,
            OccupancyCommand.class,
            ErrorsCommand.class,
            RulesCommand.class,
            ExamplesCommand.class,
            ValidateCommand.class,
            FitCommand.class,
            LitmusCommand.class,
            LabCommand.class,
            DoctorCommand.class,
            ServeCommand.class,
            CompletionCommand.class,
            ManCommand.class);

    /** Commands that show all commands. */
    private static final Set<Class<?>> SHOW_ALL = Set.of(CompletionCommand.class, ManCommand.class);

    /** Commands whose arguments are those of {@code run}. */
    private static final Set<Class<?>> NEED_RUNS = Set.of(CompareCommand.class, WhyCommand.class, StepCommand.class);

    private static final Set<String> NEED_SWEEPS = Set.of(SweepCommand.NAME, "completion", "man");
    private static final String FIRST_STEPS = """
        cdpsim simulates CUDA programs that launch grids from the device. Try first:

          cdpsim run example:hello-world   a kernel that launches another: what ran, when, at what cost
          cdpsim check prog.cu             your program under several policies and seeds: which rules it breaks
          cdpsim doctor                    which tools are there and which are missing, such as a compiler for .cu files

        'cdpsim --help' lists all commands; docs/use/guide.md is the user guide.
        """;

    private static final Set<String> NEED_TUNING = Set.of(TuneCommand.NAME, "completion", "man");

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version and exit.")
    private boolean version;

    @Option(
            names = ErrorReport.DEBUG_OPTION,
            scope = ScopeType.INHERIT,
            description = "With an error, print the stack trace too.")
    private boolean debug;

    Main() {}

    /**
     * Runs the command and ends the process with one of the {@link ExitCode}s.
     *
     * @param args the command line, without the program's name
     */
    public static void main(String[] args) {
        // Libraries too write numbers: with the digits of some locales no shell reads the completion script.
        Locale.setDefault(Locale.ROOT);
        FailureRecordingStream output = new FailureRecordingStream(new FileOutputStream(FileDescriptor.out));
        PrintWriter out = new PrintWriter(output, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        int exitCode = execute(args, out, err);
        out.flush();
        String problem = output.problem();
        if (problem != null) {
            err.println("cdpsim: cannot write the output: " + PrintableText.line(problem));
            exitCode = ExitCode.UNFINISHED;
        }
        err.flush();
        System.exit(exitCode);
    }

    /** Runs the command and returns its exit code; reports every error. */
    static int execute(String[] args, PrintWriter out, PrintWriter err) {
        return execute(args, System.getenv(WorkloadPath.VARIABLE), out, err);
    }

    /** Runs the command with the workloads of a path; {@code null} means the workloads of CDPSim alone. */
    static int execute(String[] args, @Nullable String workloadPath, PrintWriter out, PrintWriter err) {
        return execute(args, () -> WorkloadPath.load(workloadPath), out, err);
    }

    /** Runs the command with the given workloads. */
    static int execute(String[] args, Supplier<Workloads> workloads, PrintWriter out, PrintWriter err) {
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
            // Without picocli, which takes longer to start than all else together
            for (String line : new VersionProvider().getVersion()) {
                out.println(line);
            }
            return ExitCode.DONE;
        }
        PrintWriter plain = new PrintWriter(new PrintableWriter(out));
        try {
            return commandLine(workloads.get(), Arrays.asList(args))
                    .setOut(plain)
                    .setErr(err)
                    .execute(args);
        } catch (InvalidInputException e) {
            return ErrorReport.wrongUse(e, args, err);
        } catch (OutOfMemoryError e) {
            return ErrorReport.outOfMemory(e, args, err);
        } catch (Error e) {
            return ErrorReport.fault(e, args, err);
        } finally {
            plain.flush();
        }
    }

    /**
     * The command line, ready to execute.
     *
     * @param words the arguments that follow; commands that they cannot name may be left out
     */
    static CommandLine commandLine(Workloads workloads, List<String> words) {
        // To build all commands takes longer than most commands run.
        Optional<Class<?>> first = words.isEmpty() ? Optional.empty() : command(words.get(0));
        if (first.isEmpty() || SHOW_ALL.contains(first.get())) {
            return of(COMMANDS, Optional.empty(), workloads, words);
        }
        if (NEED_RUNS.contains(first.get())) {
            return of(List.of(first.get(), RunCommand.class), Optional.empty(), workloads, words);
        }
        Optional<Workload> named = words.size() == 1
                ? Optional.empty()
                : first.get().equals(RunCommand.class)
                        ? RunCommand.named(workloads, words.get(1))
                        : RunCommand.ofName(workloads, words.get(1));
        return of(List.of(first.get()), named, workloads, words);
    }

    private static Optional<Class<?>> command(String name) {
        return COMMANDS.stream()
                .filter(each -> each.getAnnotation(Command.class).name().equals(name))
                .findFirst();
    }

    /** The command line with some commands, and of these with the workload that is named, or with all. */
    private static CommandLine of(
            List<Class<?>> commands, Optional<Workload> named, Workloads workloads, List<String> words) {
        CommandLine commandLine = new CommandLine(new Main());
        commands.forEach(commandLine::addSubcommand);
        if (commands.contains(RunCommand.class)) {
            RunCommand.addWorkloads(commandLine, workloads, named);
        }
        if (commands.contains(SweepCommand.class) && words.stream().anyMatch(NEED_SWEEPS::contains)) {
            SweepCommand.addWorkloads(commandLine, workloads, named);
        }
        if (commands.contains(TuneCommand.class) && words.stream().anyMatch(NEED_TUNING::contains)) {
            TuneCommand.addWorkloads(commandLine, workloads, named);
        }
        if (commands.contains(ExecCommand.class)) {
            ExecCommand.addOptions(commandLine);
        }
        if (commands.contains(CheckCommand.class)) {
            CheckCommand.addWorkloads(commandLine, workloads);
        }
        ErrorReport errors = new ErrorReport(() -> of(COMMANDS, Optional.empty(), workloads, words));
        return commandLine
                // The same bytes on a terminal and in a file
                .setColorScheme(Help.defaultColorScheme(Ansi.OFF))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
    }

    @Override
    public void run() {
        spec.commandLine().getOut().print(FIRST_STEPS);
    }
}
