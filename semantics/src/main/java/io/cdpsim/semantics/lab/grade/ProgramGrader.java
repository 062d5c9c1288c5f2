package io.cdpsim.semantics.lab.grade;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.cuda.CompileException;
import io.cdpsim.programs.cuda.CompilerSearch;
import io.cdpsim.programs.cuda.CudaBuild;
import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.programs.exec.library.CacheDirectory;
import io.cdpsim.programs.exec.library.CudartLibrary;
import io.cdpsim.programs.exec.process.ProgramWrapper;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxLinkException;
import io.cdpsim.ptx.read.PtxSyntaxException;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.semantics.check.CheckReport;
import io.cdpsim.semantics.check.ProgramCheck;
import io.cdpsim.semantics.check.RunMatrix;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.key.Criterion;
import io.cdpsim.semantics.lab.key.ProgramTask;
import io.cdpsim.semantics.lab.sandbox.Sandbox;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Runs the program of a submission under the conditions of the lab and gives its points. */
final class ProgramGrader {
    private static final int MOST_SAID = 12;

    private final Lab lab;
    private final ProgramTask task;
    private final GpuProfile gpu;

    ProgramGrader(Lab lab) {
        this.lab = lab;
        this.task = lab.key().program();
        this.gpu = Profiles.load(task.profile());
    }

    /** The compiler of this computer, if it has one. */
    static Optional<CudaCompiler> compiler(Map<String, String> environment) {
        CompilerSearch search = new CompilerSearch(Objects.requireNonNullElse(environment.get("PATH"), ""));
        String asked = environment.get(CudaCompiler.VARIABLE);
        if (asked != null && !asked.isEmpty()) {
            return Optional.of(CudaCompiler.find(search, asked));
        }
        try {
            return Optional.of(CudaCompiler.find(search, null));
        } catch (InvalidInputException e) {
            return Optional.empty();
        }
    }

    /** No points, with the same remark for all criteria. */
    List<ItemScore> none(String remark) {
        return List.of(ItemScore.none("program", task.points(), remark));
    }

    /** Of kernels in PTX, which run in the simulator alone. */
    List<ItemScore> ofPtx(Path ptx) {
        String text = Submission.text(ptx);
        if (isHandedOut(Lab.PTX, text)) {
            return none(Lab.PTX + " is as it was handed out");
        }
        return within(folder -> {
            Path kernels = Files.writeString(folder.resolve(Lab.PTX), text);
            Path plan = Files.write(folder.resolve(Lab.PLAN), lab.file(Lab.PLAN));
            return marks(new CheckedProgram.PtxWithPlan(List.of(kernels), plan), ProgramWrapper.NONE);
        });
    }

    /** Of kernels in CUDA C, with the lab's own host program. */
    List<ItemScore> ofSource(Path source, CudaCompiler compiler, Sandbox sandbox) {
        String text = Submission.text(source);
        if (isHandedOut(Lab.KERNELS, text)) {
            return none(Lab.KERNELS + " is as it was handed out");
        }
        return within(folder -> {
            Files.writeString(folder.resolve(Lab.KERNELS), text);
            Path host = Files.write(folder.resolve(Lab.HOST), lab.file(Lab.HOST));
            Path program;
            try {
                program = build(host, compiler, sandbox, folder);
            } catch (CompileException e) {
                return none("does not compile:\n" + said(e.said(), folder));
            }
            return marks(new CheckedProgram.Executable(program, List.of()), sandbox.programs(folder));
        });
    }

    private Path build(Path host, CudaCompiler compiler, Sandbox sandbox, Path folder) throws IOException {
        Path libraries = Files.createDirectories(folder.resolve("libraries"));
        for (String each : List.of("libcudart.so.12", "libcudart.so.13")) {
            Files.copy(CudartLibrary.folder(CacheDirectory.path()).resolve(each), libraries.resolve(each));
        }
        Optional<Path> kept = sandbox.compiler(compiler.tool(), folder);
        CudaCompiler used = kept.isPresent()
                ? CudaCompiler.find(new CompilerSearch(""), kept.get().toString())
                : compiler;
        // Kept in the folder of this grading: what one submission makes is none of the next one's.
        return used.executable(CudaBuild.of(List.of(host), List.of(), gpu, libraries), folder);
    }

    private List<ItemScore> marks(CheckedProgram subject, ProgramWrapper wrapper) {
        CheckReport report;
        try {
            report = ProgramCheck.of(subject)
                    .under(RunMatrix.on(gpu).withPolicies(task.policies()).withSeeds(task.seeds()))
                    .wrappedBy(wrapper)
                    .within(Duration.ofSeconds(task.secondsARun()))
                    .run();
        } catch (InvalidInputException
                | PtxSyntaxException
                | PtxLinkException
                | UnsupportedPtxException
                | KernelLoadException e) {
            return none("cannot be run: " + e.getMessage());
        }
        CriterionGrader grader = new CriterionGrader(report);
        return task.criteria().stream()
                .map((Criterion each) -> grader.mark(each))
                .toList();
    }

    private boolean isHandedOut(String file, String text) {
        return squeezed(text).equals(squeezed(new String(lab.file(file), StandardCharsets.UTF_8)));
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private static String said(String text, Path folder) {
        return text.replace(folder + "/", "")
                .lines()
                .limit(MOST_SAID)
                .reduce((a, b) -> a + "\n" + b)
                .orElse("");
    }

    private interface Work {
        List<ItemScore> in(Path folder) throws IOException;
    }

    private static List<ItemScore> within(Work work) {
        try (TemporaryFolder scratch = new TemporaryFolder()) {
            return work.in(scratch.path());
        } catch (IOException e) {
            throw new InvalidInputException("cannot make a folder to grade in: " + FileErrors.reason(e));
        }
    }
}
