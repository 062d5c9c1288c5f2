package io.cdpsim.semantics.lab.grade;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.cuda.CompileException;
import io.cdpsim.programs.cuda.CompilerSearch;
import io.cdpsim.programs.cuda.CudaBuild;
import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxLinkException;
import io.cdpsim.ptx.read.PtxSyntaxException;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.semantics.check.CheckReport;
import io.cdpsim.semantics.check.ProgramCheck;
import io.cdpsim.semantics.check.RunMatrix;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.semantics.check.run.RunConditions;
import io.cdpsim.semantics.check.run.RunEnding;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.grade.Grade.Score;
import io.cdpsim.semantics.lab.key.ProgramTask;
import io.cdpsim.semantics.lab.key.ProgramTask.Criterion;
import io.cdpsim.semantics.lab.sandbox.Sandbox;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Runs the program of a submission under the conditions of the lab and scores it. */
final class ProgramGrader {
    private static final int MAX_COMPILER_LINES = 12;

    /** Far longer than the limit of events takes on any computer that is not overloaded. */
    private static final Duration CUT_AFTER = Duration.ofMinutes(10);

    private final Lab lab;
    private final long seed;
    private final ProgramTask task;
    private final GpuProfile gpu;

    ProgramGrader(Lab lab, long seed) {
        this.lab = lab;
        this.seed = seed;
        this.task = lab.key().program();
        this.gpu = Profiles.load(task.profile());
    }

    /** The compiler of this computer; empty if it has none. */
    static Optional<CudaCompiler> compiler(Map<String, String> environment) {
        CompilerSearch search = new CompilerSearch(Objects.requireNonNullElse(environment.get("PATH"), ""));
        String requested = environment.get(CudaCompiler.VARIABLE);
        if (requested != null && !requested.isEmpty()) {
            return Optional.of(CudaCompiler.find(search, requested));
        }
        try {
            return Optional.of(CudaCompiler.find(search, null));
        } catch (InvalidInputException e) {
            return Optional.empty();
        }
    }

    /** No points for any criterion, with a remark. */
    List<Score> none(String remark) {
        return List.of(Score.none("program", task.points(), remark));
    }

    /** The scores of kernels in PTX, which run without native code. */
    List<Score> ofPtx(Path ptx) {
        String text = Submission.text(ptx);
        if (isUnchanged(Lab.PTX, text)) {
            return none(Lab.PTX + " is unchanged");
        }
        return inTemporaryFolder(folder -> {
            Path kernels = Files.writeString(folder.resolve(Lab.PTX), text);
            Path plan = Files.write(folder.resolve(Lab.PLAN), lab.gradingPlan(seed));
            return scores(new CheckedProgram.PtxWithPlan(List.of(kernels), plan), folder);
        });
    }

    /**
     * The scores of kernels in CUDA C++: their device code runs with the launch plan of the lab, and no host code of theirs runs.
     *
     * @throws InvalidInputException if the computer could not complete a run
     */
    List<Score> ofSource(Path source, CudaCompiler compiler, Sandbox sandbox) {
        String text = Submission.text(source);
        if (isUnchanged(Lab.KERNELS, text)) {
            return none(Lab.KERNELS + " is unchanged");
        }
        return inTemporaryFolder(scratch -> {
            Path folder = Files.createDirectory(scratch.resolve("work"));
            Path kernels = Files.writeString(folder.resolve(Lab.KERNELS), text);
            CudaCompiler.DeviceCode code;
            try {
                code = compile(kernels, compiler, sandbox, scratch);
            } catch (CompileException e) {
                return none("does not compile:\n" + shortened(e.said(), folder));
            }
            Optional<Path> foreign = sandbox.foreign(code.read(), compiler.tool(), folder);
            if (foreign.isPresent()) {
                return none("includes " + foreign.get() + ", which belongs neither to the lab nor to the compiler");
            }
            Path plan = Files.write(scratch.resolve(Lab.PLAN), lab.gradingPlan(seed));
            return scores(new CheckedProgram.PtxWithPlan(code.ptx(), plan), scratch);
        });
    }

    private CudaCompiler.DeviceCode compile(Path kernels, CudaCompiler compiler, Sandbox sandbox, Path scratch)
            throws IOException {
        Path folder = scratch.resolve("work");
        Optional<Path> sandboxed = sandbox.compiler(compiler.tool(), scratch, folder);
        CudaCompiler used = sandboxed.isPresent()
                ? CudaCompiler.find(new CompilerSearch(""), sandboxed.get().toString())
                : compiler;
        return used.deviceCode(CudaBuild.of(List.of(kernels), List.of(), gpu, folder), folder);
    }

    private List<Score> scores(CheckedProgram.PtxWithPlan checked, Path scratch) throws IOException {
        CriterionGrader grader;
        Optional<String> unnecessary;
        try {
            grader = new CriterionGrader(report(checked, task.policies(), task.seeds()));
            unnecessary = grader.missingLaunches(task.required());
            if (unnecessary.isEmpty()) {
                unnecessary = unnecessary(checked, grader, scratch);
            }
        } catch (InvalidInputException
                | PtxSyntaxException
                | PtxLinkException
                | UnsupportedPtxException
                | KernelLoadException
                | CudaException e) {
            return none("cannot run: " + e.getMessage());
        }
        if (unnecessary.isPresent()) {
            return none(unnecessary.get());
        }
        return task.criteria().stream()
                .map((Criterion each) -> grader.score(each))
                .toList();
    }

    private CheckReport report(CheckedProgram checked, List<LaunchPolicy> policies, List<Long> seeds) {
        CheckReport report = ProgramCheck.of(checked)
                .under(RunMatrix.on(gpu).withPolicies(policies).withSeeds(seeds))
                .within(CUT_AFTER)
                .withinEvents(task.eventLimit())
                .timed()
                .run();
        if (report.runs().stream().anyMatch(each -> each.ending() == RunEnding.TIMED_OUT)) {
            throw new CutException();
        }
        return report;
    }

    /** What a program with a correct result does not do: its result is correct without that, too. */
    private Optional<String> unnecessary(CheckedProgram.PtxWithPlan checked, CriterionGrader grader, Path scratch)
            throws IOException {
        Optional<RunConditions> conditions = grader.correctConditions();
        if (conditions.isEmpty()) {
            return Optional.empty();
        }
        Path folder = Files.createDirectory(scratch.resolve("idle"));
        Set<String> kernels = new LinkedHashSet<>();
        task.required().forEach(each -> kernels.add(each.kernel()));
        for (String kernel : kernels) {
            List<Path> idle = IdleKernel.copy(checked.files(), kernel, folder);
            if (isCorrect(new CheckedProgram.PtxWithPlan(idle, checked.plan()), conditions.get())) {
                return Optional.of("the result is correct even if the threads of " + kernel
                        + " return at once: the task is to be done by them");
            }
        }
        String plan = Files.readString(checked.plan());
        for (ProgramTask.PlanEdit edit : task.breaks()) {
            Path edited = Files.writeString(folder.resolve(Lab.PLAN), plan.replace(edit.text(), edit.replacement()));
            if (isCorrect(new CheckedProgram.PtxWithPlan(checked.files(), edited), conditions.get())) {
                return Optional.of(edit.remark());
            }
        }
        return Optional.empty();
    }

    private boolean isCorrect(CheckedProgram checked, RunConditions conditions) {
        CheckReport report = report(checked, List.of(conditions.policy()), List.of(conditions.seed()));
        return new CriterionGrader(report).correctConditions().isPresent();
    }

    private boolean isUnchanged(String file, String text) {
        return normalized(text).equals(normalized(new String(lab.file(file), StandardCharsets.UTF_8)));
    }

    private static String normalized(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private static String shortened(String text, Path folder) {
        return text.replace(folder + "/", "")
                .lines()
                .limit(MAX_COMPILER_LINES)
                .reduce((a, b) -> a + "\n" + b)
                .orElse("");
    }

    private interface FolderTask {
        List<Score> in(Path folder) throws IOException;
    }

    private static List<Score> inTemporaryFolder(FolderTask task) {
        try (TemporaryFolder scratch = new TemporaryFolder()) {
            return task.in(scratch.path());
        } catch (IOException e) {
            throw new InvalidInputException("cannot create a temporary folder: " + FileErrors.reason(e));
        }
    }
}
