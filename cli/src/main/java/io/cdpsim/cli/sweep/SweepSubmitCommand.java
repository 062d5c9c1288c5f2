package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workloads;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code cdpsim sweep submit}: the points of a sweep as tasks of a batch system. */
@Command(
        name = SweepSubmitCommand.NAME,
        description = "Submits a sweep as a job array, one shard a task, and a job that merges the shards:"
                + " docs/use/sweep.md.")
final class SweepSubmitCommand implements Callable<Integer> {
    static final String NAME = "submit";

    /** Options of sbatch that this command sets itself. */
    private static final List<String> OWN =
            List.of("--array", "-a", "--dependency", "-d", "--wrap", "--requeue", "--no-requeue", "--parsable");

    private final Workloads workloads;

    // Required, so that another engine can be added compatibly; picocli reads it.
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--slurm", required = true, description = "Submit to Slurm, with sbatch.")
    private boolean slurm;

    @Option(
            names = "--tasks",
            paramLabel = "N",
            required = true,
            converter = WholeNumber.Positive.class,
            description = "Tasks of the array; no more than there are points.")
    private int tasks;

    @Option(names = "--time", paramLabel = "TIME", description = "Limit of a task's time, as sbatch takes it.")
    private @Nullable String time;

    @Option(names = "--partition", paramLabel = "NAME", description = "Slurm's partition.")
    private @Nullable String partition;

    @Option(names = "--mem", paramLabel = "SIZE", description = "Memory of a task, as sbatch takes it, such as 4G.")
    private @Nullable String memory;

    @Option(
            names = "--sbatch",
            paramLabel = "OPTION",
            description = "One more option of sbatch, such as --sbatch=--cpus-per-task=8. May be repeated.")
    private List<String> further = new ArrayList<>();

    @Option(names = "--dry-run", description = "Print scripts and commands, and submit nothing.")
    private boolean dryRun;

    @Parameters(
            paramLabel = "ARGUMENT",
            arity = "1..*",
            completionCandidates = CompletionCandidates.AnyFile.class,
            description = "What 'sweep' takes: a workload or FILE.yaml, its options, and --out.")
    private List<String> arguments = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    private SweepSubmitCommand(Workloads workloads) {
        this.workloads = workloads;
    }

    /** Makes the command. */
    static CommandLine of(Workloads workloads) {
        return new CommandLine(new SweepSubmitCommand(workloads)).setStopAtPositional(true);
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        SlurmJobArray array = array();
        if (dryRun) {
            out.print("# " + array.tasksFile() + "\n" + array.tasksScript() + "\n# " + array.mergeFile() + "\n"
                    + array.mergeScript() + "\n# Commands\n" + SlurmJobArray.line(array.submitTasks()) + "\n"
                    + SlurmJobArray.line(array.submitMerge("JOB")) + "\n");
            out.flush();
            return ExitCode.DONE;
        }
        write(array.tasksFile(), array.tasksScript());
        write(array.mergeFile(), array.mergeScript());
        String job = SlurmJobArray.submit(array.submitTasks());
        String merge;
        try {
            merge = SlurmJobArray.submit(array.submitMerge(job));
        } catch (InvalidInputException e) {
            throw new InvalidInputException("the tasks are job " + job + ", but nothing merges them: " + e.getMessage()
                    + "; once they have completed, run " + array.mergeFile());
        }
        out.print(new TextTable(Align.LEFT, Align.LEFT)
                .row("tasks", array.tasks() + ", job " + job)
                .row("merge", "job " + merge + ", once all tasks have completed")
                .row("rows", array.out().toString()));
        out.flush();
        return ExitCode.DONE;
    }

    private SlurmJobArray array() {
        // Sibling commands parse the sweep's own options, which resets the fields of this command too.
        List<String> given = List.copyOf(arguments);
        List<String> header = header();
        int most = tasks;
        boolean isDry = dryRun;
        SweepPointsCommand sweep = parse(given);
        dryRun = isDry;
        SweepOptions options = sweep.options();
        options.checkFiles();
        Path out = options.out();
        if (out == null || AtomicFile.isSpecial(out)) {
            throw new InvalidInputException(
                    "found no file for the rows of all tasks, expected --out FILE, .csv or .jsonl");
        }
        if (options.shard() != null) {
            throw new InvalidInputException("found --shard, which each task gets from 'submit'; leave it out");
        }
        Path report = options.report();
        boolean hasWorkers = options.hasWorkers();
        int points = Sweep.of(sweep.specification(), workloads).points().size();
        List<String> plain = withoutOutputs(given);
        if (parse(plain).options().out() != null || options.report() != null) {
            throw new InvalidInputException(
                    "found an output that is written like another argument, expected --out FILE");
        }
        return new SlurmJobArray(Math.min(most, points), header, plain, hasWorkers, out, report);
    }

    /** The command of a sweep, which has parsed its arguments. */
    private SweepPointsCommand parse(List<String> words) {
        CommandLine sweep = Objects.requireNonNull(spec.parent()).commandLine();
        ParseResult result = sweep.parseArgs(words.toArray(String[]::new));
        ParseResult leaf = result.hasSubcommand() ? result.subcommand() : result;
        if (leaf.commandSpec().userObject() instanceof SweepPointsCommand command) {
            return command;
        }
        throw new ParameterException(
                spec.commandLine(), "found '" + words.get(0) + "', expected a workload or a .yaml file");
    }

    private List<String> header() {
        List<String> header = new ArrayList<>();
        add(header, "--time", time);
        add(header, "--partition", partition);
        add(header, "--mem", memory);
        for (String each : further) {
            if (!each.startsWith("-") || each.chars().anyMatch(c -> c < ' ')) {
                throw new InvalidInputException("--sbatch: found '" + each + "', expected one option of sbatch, such as"
                        + " --sbatch=--cpus-per-task=8");
            }
            if (OWN.contains(each.split("[= ]", -1)[0])) {
                throw new InvalidInputException(
                        "--sbatch: found '" + each + "', which 'submit' sets itself; leave it out");
            }
            header.add(each);
        }
        return header;
    }

    private static void add(List<String> header, String option, @Nullable String value) {
        if (value != null) {
            if (!value.matches("[!-~]+")) {
                throw new InvalidInputException(option + ": found '" + value + "', expected one word");
            }
            header.add(option + "=" + value);
        }
    }

    private static List<String> withoutOutputs(List<String> words) {
        List<String> plain = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String each = words.get(i);
            if (each.equals("--")) {
                plain.addAll(words.subList(i, words.size()));
                break;
            }
            if (each.equals("--out") || each.equals("--report")) {
                i++;
            } else if (!each.startsWith("--out=") && !each.startsWith("--report=")) {
                plain.add(each);
            }
        }
        return plain;
    }

    private static void write(Path file, String text) {
        String problem = AtomicFile.write(file, text);
        if (!problem.isEmpty()) {
            throw new InvalidInputException(problem);
        }
    }
}
