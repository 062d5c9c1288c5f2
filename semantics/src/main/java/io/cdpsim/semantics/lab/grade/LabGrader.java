package io.cdpsim.semantics.lab.grade;

import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.sandbox.Sandbox;
import io.cdpsim.semantics.lab.sandbox.SandboxFinder;
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
    private final boolean ptxAlone;

    /**
     * A grader.
     *
     * @param environment of this process: where compilers and sandboxes are looked for
     * @param trust whether programs may be run without a sandbox
     * @param ptxAlone whether PTX is graded though there is a compiler
     */
    public LabGrader(Map<String, String> environment, boolean trust, boolean ptxAlone) {
        this.environment = Map.copyOf(environment);
        this.trust = trust;
        this.ptxAlone = ptxAlone;
    }

    /**
     * Grades a submission. Blocks while its program runs.
     *
     * @throws InvalidInputException if the sheet of answers is none, or what is needed to run the program is missing; nothing was run then
     */
    public Grade grade(Lab lab, Submission submission) {
        List<ItemScore> answers = AnswerGrader.marks(lab, submission.answers());
        ProgramGrader programs = new ProgramGrader(lab);
        Optional<CudaCompiler> compiler =
                ptxAlone || submission.kernels().isEmpty() ? Optional.empty() : ProgramGrader.compiler(environment);
        String graded;
        List<ItemScore> program;
        if (compiler.isPresent()) {
            Sandbox sandbox = sandbox();
            Path kernels = submission.kernels().orElseThrow();
            graded = kernels.getFileName() + ", compiled by "
                    + compiler.get().tool().getFileName() + ", run in: " + sandbox.name();
            program = programs.ofSource(kernels, compiler.get(), sandbox);
        } else if (submission.ptx().isPresent()) {
            Path ptx = submission.ptx().get();
            graded = String.valueOf(ptx.getFileName());
            program = programs.ofPtx(ptx);
        } else if (submission.kernels().isPresent()) {
            throw new InvalidInputException(
                    "there is no compiler for " + submission.kernels().get().getFileName() + " and no " + Lab.PTX
                            + " beside it; install clang (Debian, Ubuntu: apt install clang), or hand in PTX");
        } else {
            graded = "answers alone";
            program = programs.none("no program was handed in");
        }
        List<ItemScore> marks = new ArrayList<>(program);
        marks.addAll(answers);
        return new Grade(lab, graded, marks);
    }

    private Sandbox sandbox() {
        return trust
                ? SandboxFinder.trusting()
                : SandboxFinder.find(environment).orElseThrow(() -> new InvalidInputException(SandboxFinder.missing()));
    }
}
