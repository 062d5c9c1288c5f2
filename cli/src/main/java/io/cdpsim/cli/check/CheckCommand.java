package io.cdpsim.cli.check;

import io.cdpsim.cli.option.EnumConverter;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.ProgramVersion;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.scenario.ExpectationEdit;
import io.cdpsim.semantics.check.scenario.ScenarioText;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.Workloads;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim check}. */
@Command(
        name = CheckCommand.NAME,
        description =
                "Checks programs: runs them under several policies and seeds with the checker on, looks at their code,"
                        + " and fails where a rule is broken, or where runs do not match a file of scenarios:"
                        + " docs/use/check.md.")
public final class CheckCommand implements Callable<Integer> {
    /** The name of the command. */
    public static final String NAME = "check";

    private static final String GITHUB = "GITHUB_ACTIONS";

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE|DIR",
            description = "Files of scenarios (.yaml), a folder of them (*.check.yaml), or a program: .cu files, .ptx"
                    + " files with --plan, an executable.")
    private List<String> words = new ArrayList<>();

    @Mixin
    private CheckedProgramOptions program;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write the result as JUnit's XML.")
    private @Nullable Path junit;

    @Option(names = "--sarif", paramLabel = "FILE", description = "Write the diagnostics as SARIF 2.1.0.")
    private @Nullable Path sarif;

    @Option(
            names = "--litmus",
            arity = "0..1",
            paramLabel = "DIR",
            fallbackValue = ".",
            description = "Write each race of a program as a litmus test with its picture into this folder. Default:"
                    + " the current one.")
    private @Nullable Path litmus;

    @Option(
            names = "--github",
            description = "Print annotations for a GitHub workflow; implied where the variable GITHUB_ACTIONS is true.")
    private boolean github;

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            defaultValue = "warning",
            converter = Severities.class,
            completionCandidates = Severities.class,
            description = "The least severity that fails a case: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Severity failing = Severity.WARNING;

    @Option(
            names = "--port",
            paramLabel = "VERSION",
            converter = PortTargets.class,
            completionCandidates = PortTargets.class,
            description =
                    "Instead of a check, list what replaces each part of a CDP1 program: ${COMPLETION-CANDIDATES}.")
    private @Nullable PortTarget port;

    @Option(
            names = "--suppress",
            paramLabel = "FILE",
            description = "Accept the problems that this file lists: a rule, a file, a line, a reason.")
    private @Nullable Path suppress;

    @Option(names = "--baseline", paramLabel = "FILE", description = "Accept the problems of an earlier SARIF report.")
    private @Nullable Path baseline;

    @Option(
            names = "--update",
            description = "Show which expectations do not hold, and rewrite them to match the runs.")
    private boolean update;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description = "Runs at a time. Default: one a processor.")
    private @Nullable Integer jobs;

    @Option(names = "--quiet", description = "Print only the cases that fail.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    private @Nullable Workloads workloads;

    /** The versions of dynamic parallelism that a program can be ported to. */
    enum PortTarget {
        /** CUDA 12 and later, compute capability 9.0. */
        CDP2
    }

    /** The values of {@code --port}. */
    static final class PortTargets extends EnumConverter<PortTarget> {
        PortTargets() {
            super(PortTarget.values());
        }
    }

    /** The values of {@code --fail-on}. */
    static final class Severities extends EnumConverter<Severity> {
        Severities() {
            super(Severity.values());
        }
    }

    /**
     * Says which workloads scenarios may name.
     *
     * @param cdpsim the command line that this command is part of
     */
    public static void addWorkloads(CommandLine cdpsim, Workloads workloads) {
        CommandLine check = Objects.requireNonNull(cdpsim.getSubcommands().get(NAME), "not part of this command line");
        check.<CheckCommand>getCommand().workloads = workloads;
    }

    @Override
    public Integer call() {
        AtomicFile.check("--junit", junit, "--sarif", sarif);
        List<CheckTarget> targets = CheckTarget.of(words);
        program.rejectInapplicable(spec, targets);
        if (update && targets.stream().noneMatch(each -> each instanceof CheckTarget.OfScenarios)) {
            throw new ParameterException(spec.commandLine(), "--update needs a file of scenarios to rewrite");
        }
        if (litmus != null && targets.stream().allMatch(each -> each instanceof CheckTarget.OfScenarios)) {
            throw new ParameterException(
                    spec.commandLine(), "--litmus writes the races of a program; name one, such as prog.cu");
        }
        int threads = jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
        if (port != null) {
            List<CaseResult> advice =
                    new CaseRunner(Objects.requireNonNull(workloads), program, threads).ported(targets);
            advice.forEach(each -> spec.commandLine().getOut().print(TextReport.advice(each)));
            return advice.stream().anyMatch(CaseResult::isInvalid) ? ExitCode.WRONG_USE : ExitCode.DONE;
        }
        Suppressions suppressions = new Suppressions(suppress, baseline);
        boolean reportsErrors = junit != null || sarif != null || isGithub();
        List<CaseResult> cases =
                new CaseRunner(Objects.requireNonNull(workloads), program, threads).run(targets, reportsErrors);
        List<CaseResult> judged = suppressions.applied(cases);
        suppressions
                .unused()
                .forEach(each -> spec.commandLine().getErr().println("cdpsim: " + PrintableText.line(each)));
        return report(judged);
    }

    private int report(List<CaseResult> cases) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        for (CaseResult each : cases) {
            if (!quiet || !each.holds(failing)) {
                out.print(TextReport.text(each, failing));
            }
        }
        if (!quiet) {
            out.print(TextReport.total(cases, failing));
        }
        if (isGithub()) {
            out.print(GithubAnnotations.text(cases));
        }
        out.flush();
        if (!AtomicFile.write(junit, () -> JunitReport.text(cases, failing), err)
                || !AtomicFile.write(sarif, () -> SarifReport.text(cases, ProgramVersion.number()), err)) {
            return ExitCode.UNFINISHED;
        }
        List<RaceFiles.RaceTest> races =
                cases.stream().flatMap(each -> each.races().stream()).toList();
        if (litmus != null && !RaceFiles.write(races, litmus, out, err)) {
            return ExitCode.UNFINISHED;
        }
        if (update) {
            return ExpectationUpdate.rewrite(cases, failing, out, err);
        }
        if (cases.stream().anyMatch(CaseResult::isInvalid)) {
            return ExitCode.WRONG_USE;
        }
        return cases.stream().allMatch(each -> each.holds(failing)) ? ExitCode.DONE : ExitCode.FAILED_CHECK;
    }

    /** Rewrites the expectations in files of scenarios to match the runs, and shows what changes. */
    static final class ExpectationUpdate {
        private ExpectationUpdate() {}

        /** Whether an edited value makes a diagnostic expected. */
        private static boolean covers(ExpectationEdit change, Diagnostic found) {
            return found.rule().equals(CheckerRules.EXPECTATION)
                    ? change.place().line() == found.locations().get(0).line()
                    : List.of(change.value().split("[\\[\\], ]+")).contains(found.rule());
        }

        /** Rewrites the files of the cases. @return the exit code */
        static int rewrite(List<CaseResult> cases, Severity failing, PrintWriter out, PrintWriter err) {
            Map<String, List<ExpectationEdit>> files = new LinkedHashMap<>();
            boolean isLeft = false;
            for (CaseResult each : cases) {
                for (ExpectationEdit change : each.edits()) {
                    files.computeIfAbsent(change.place().file(), file -> new ArrayList<>())
                            .add(change);
                }
                isLeft |= each.occurrences().stream()
                        .map(Occurrence::diagnostic)
                        .filter(found -> found.severity().compareTo(failing) >= 0)
                        .anyMatch(found -> each.edits().stream().noneMatch(change -> covers(change, found)));
            }
            if (files.isEmpty()) {
                out.print("nothing to rewrite\n");
            }
            for (Map.Entry<String, List<ExpectationEdit>> each : files.entrySet()) {
                Path file = Path.of(each.getKey());
                String before = FileErrors.textOf(file, "scenarios as YAML");
                ScenarioText.Rewritten after = ScenarioText.rewritten(before, each.getValue());
                out.print(PrintableText.lines(after.difference(each.getKey())).stripTrailing() + "\n");
                if (after.lostComments() > 0) {
                    out.print("comments within values are not kept: " + after.lostComments() + "\n");
                }
                if (!AtomicFile.write(file, after::text, err)) {
                    return ExitCode.UNFINISHED;
                }
            }
            if (isLeft) {
                out.print("some cases still fail: fix the diagnostics above that are not rewritten here\n");
            }
            out.flush();
            return isLeft ? ExitCode.FAILED_CHECK : ExitCode.DONE;
        }
    }

    private boolean isGithub() {
        return github || "true".equals(System.getenv(GITHUB));
    }
}
