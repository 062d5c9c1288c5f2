package io.cdpsim.semantics.lab.grade;

import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.grade.Grade.Score;
import io.cdpsim.semantics.lab.sandbox.Sandbox;
import io.cdpsim.workloads.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Grades submissions. */
public final class LabGrader {
    private final Map<String, String> environment;
    private final boolean trust;
    private final boolean ptxOnly;
    private final long seed;
    private final AnswerGrader.Student student;
    private final Measurements measurements;

    /**
     * A grader.
     *
     * @param environment the environment variables of this process, which determine compiler and sandbox
     * @param trust whether to run programs without a sandbox
     * @param ptxOnly whether to grade the PTX even if there is a compiler
     * @param seed the seed of the data that programs get
     */
    public LabGrader(Map<String, String> environment, boolean trust, boolean ptxOnly, long seed) {
        this(environment, trust, ptxOnly, seed, new AnswerGrader.Student("", false), Measurements.NONE);
    }

    private LabGrader(
            Map<String, String> environment,
            boolean trust,
            boolean ptxOnly,
            long seed,
            AnswerGrader.Student student,
            Measurements measurements) {
        this.environment = Map.copyOf(environment);
        this.trust = trust;
        this.ptxOnly = ptxOnly;
        this.seed = seed;
        this.student = student;
        this.measurements = measurements;
    }

    /**
     * A copy that grades the questions of a student.
     *
     * @param name the name that the questions were drawn from; empty for that in the sheet
     * @param isPersonal whether a sheet without a name has the questions of this student, and not the original ones
     * @param commands runs the commands of questions whose numbers differ
     */
    public LabGrader of(String name, boolean isPersonal, Measurements commands) {
        return new LabGrader(environment, trust, ptxOnly, seed, new AnswerGrader.Student(name, isPersonal), commands);
    }

    /**
     * Grades a submission. Blocks while its program runs.
     *
     * @throws InvalidInputException if the answer sheet is malformed, or a tool to run the program is missing; then nothing was run
     */
    public Grade grade(Lab lab, Submission submission) {
        List<Score> answers = AnswerGrader.scores(lab, submission.answers(), student, measurements);
        ProgramGrader programs = new ProgramGrader(lab, seed);
        Optional<CudaCompiler> compiler =
                ptxOnly || submission.kernels().isEmpty() ? Optional.empty() : ProgramGrader.compiler(environment);
        String graded;
        List<Score> program;
        if (compiler.isPresent()) {
            Sandbox sandbox = sandbox();
            Path kernels = submission.kernels().orElseThrow();
            graded = kernels.getFileName() + ", compiled by "
                    + compiler.get().tool().getFileName() + ", sandbox: " + sandbox.name();
            program = programs.ofSource(kernels, compiler.get(), sandbox);
        } else if (submission.ptx().isPresent()) {
            Path ptx = submission.ptx().get();
            graded = String.valueOf(ptx.getFileName());
            program = programs.ofPtx(ptx);
        } else if (submission.kernels().isPresent()) {
            throw new InvalidInputException(
                    "there is no compiler for " + submission.kernels().get().getFileName() + " and no " + Lab.PTX
                            + " beside it; install clang (Debian, Ubuntu: apt install clang), or submit PTX");
        } else {
            graded = "answers only";
            program = programs.none("no program was submitted");
        }
        List<Score> scores = new ArrayList<>(program);
        scores.addAll(answers);
        return new Grade(lab, graded, scores);
    }

    private Sandbox sandbox() {
        return trust
                ? Sandbox.trusting()
                : Sandbox.find(environment).orElseThrow(() -> new InvalidInputException(Sandbox.MISSING));
    }
}
