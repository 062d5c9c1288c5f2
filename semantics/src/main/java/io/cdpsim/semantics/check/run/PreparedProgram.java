package io.cdpsim.semantics.check.run;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.programs.cuda.source.DiscardedResults;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.programs.exec.process.ProgramSettings;
import io.cdpsim.programs.exec.process.ProgramSettings.ProgramWrapper;
import io.cdpsim.programs.exec.process.ProgramSettings.StopSwitch;
import io.cdpsim.programs.plan.PtxPaths;
import io.cdpsim.programs.plan.PtxWorkload;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A program that is ready to run on a GPU: compiled, and its device code read. */
public final class PreparedProgram {
    private final Optional<Path> executable;
    private final Workload workload;
    private final OptionValues options;
    private final List<Kernel> kernels;
    private final ProgramWrapper wrapper;
    private final List<Path> sources;
    private final String warnings;
    private final DiscardedResults discarded;

    private PreparedProgram(
            Optional<Path> executable,
            Workload workload,
            OptionValues options,
            List<Kernel> kernels,
            ProgramWrapper wrapper,
            List<Path> sources,
            String warnings,
            DiscardedResults discarded) {
        this.executable = executable;
        this.workload = workload;
        this.options = options;
        this.kernels = List.copyOf(kernels);
        this.wrapper = wrapper;
        this.sources = List.copyOf(sources);
        this.warnings = warnings;
        this.discarded = discarded;
    }

    /**
     * Prepares a program.
     *
     * @param wrapper the wrapper that runs executables
     * @throws io.cdpsim.programs.cuda.CompileException if the compiler refuses the source
     * @throws io.cdpsim.workloads.InvalidInputException if a file is missing or malformed
     */
    public static PreparedProgram of(CheckedProgram program, GpuProfile gpu, ProgramWrapper wrapper) {
        if (program instanceof CheckedProgram.WorkloadWithOptions known) {
            return new PreparedProgram(
                    Optional.empty(),
                    known.workload(),
                    known.options(),
                    List.of(),
                    wrapper,
                    List.of(),
                    "",
                    DiscardedResults.none());
        }
        if (program instanceof CheckedProgram.PtxWithPlan ptx) {
            PtxWorkload workload = new PtxWorkload();
            OptionValues options = OptionValues.of(workload)
                    .with(PtxWorkload.FILES, new PtxPaths(ptx.files()))
                    .with(PtxWorkload.PLAN, ptx.plan().toString());
            return new PreparedProgram(
                    Optional.empty(),
                    workload,
                    options,
                    DeviceKernels.of(ptx.files()),
                    wrapper,
                    List.of(),
                    "",
                    DiscardedResults.none());
        }
        if (program instanceof CheckedProgram.CudaSource source) {
            Path built = SourceBuild.program(source, gpu);
            return executable(
                    built,
                    source.arguments(),
                    gpu,
                    wrapper,
                    source.sources(),
                    CudaCompiler.warnings(built),
                    SourceBuild.discardedResults(source));
        }
        CheckedProgram.Executable built = (CheckedProgram.Executable) program;
        return executable(built.program(), built.arguments(), gpu, wrapper, List.of(), "", DiscardedResults.none());
    }

    private static PreparedProgram executable(
            Path program,
            List<String> arguments,
            GpuProfile gpu,
            ProgramWrapper wrapper,
            List<Path> sources,
            String warnings,
            DiscardedResults discarded) {
        ExecWorkload workload = ExecWorkload.wrapped(new StopSwitch(), wrapper);
        OptionValues options = ExecWorkload.with(OptionValues.of(workload), program, arguments);
        return new PreparedProgram(
                Optional.of(program),
                workload,
                options,
                DeviceKernels.of(program, gpu),
                wrapper,
                sources,
                warnings,
                discarded);
    }

    /** The kernels that are known before a run; empty for a workload. */
    public List<Kernel> kernels() {
        return kernels;
    }

    /** Whether a kernel that is known before a run reads a clock, so that its values depend on times. */
    public boolean readsClocks() {
        return kernels.stream()
                .flatMap(kernel -> Arrays.stream(kernel.code()))
                .anyMatch(in -> in.modifiers() instanceof Modifiers.Special special
                        && special.register().isClock());
    }

    /** The file of an executable. */
    public Optional<Path> executable() {
        return executable;
    }

    /** The warnings of the compiler, as far as they are known. */
    public String warnings() {
        return warnings;
    }

    /** The functions of CUDA whose error codes the program never uses, as far as its sources are known. */
    DiscardedResults discarded() {
        return discarded;
    }

    /** The sources of the program, as far as they are known. */
    List<Path> sources() {
        return sources;
    }

    /** The options of a run. */
    OptionValues options() {
        return options;
    }

    /** Whether a run ends when its switch is turned. */
    boolean isStoppable() {
        return executable.isPresent();
    }

    /** The workload of one run. If it is an executable, the switch can stop it and the listener observes its end. */
    Workload workload(StopSwitch stop, ProgramSettings.EndListener end) {
        return executable.isPresent() ? ExecWorkload.wrapped(stop, wrapper, end, discarded.names()) : workload;
    }
}
