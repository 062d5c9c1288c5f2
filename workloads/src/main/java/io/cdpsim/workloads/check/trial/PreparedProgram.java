package io.cdpsim.workloads.check.trial;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.exec.ExecWorkload;
import io.cdpsim.workloads.exec.process.ProgramWrapper;
import io.cdpsim.workloads.exec.process.StopSwitch;
import io.cdpsim.workloads.plan.PtxPaths;
import io.cdpsim.workloads.plan.PtxWorkload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A subject, ready to run on a GPU: compiled, and its device code read. */
public final class PreparedProgram {
    private final Optional<Path> executable;
    private final Workload workload;
    private final OptionValues options;
    private final List<Kernel> kernels;
    private final ProgramWrapper wrapper;

    private PreparedProgram(
            Optional<Path> executable,
            Workload workload,
            OptionValues options,
            List<Kernel> kernels,
            ProgramWrapper wrapper) {
        this.executable = executable;
        this.workload = workload;
        this.options = options;
        this.kernels = List.copyOf(kernels);
        this.wrapper = wrapper;
    }

    /**
     * Prepares a subject.
     *
     * @param wrapper what runs executables
     * @throws io.cdpsim.workloads.cuda.CompileException if the compiler refuses the source
     * @throws io.cdpsim.workloads.InvalidInputException if a file is missing or is not what it should be
     */
    public static PreparedProgram of(Subject subject, GpuProfile gpu, ProgramWrapper wrapper) {
        if (subject instanceof Subject.OfWorkload of) {
            return new PreparedProgram(Optional.empty(), of.workload(), of.options(), List.of(), wrapper);
        }
        if (subject instanceof Subject.PtxWithPlan ptx) {
            PtxWorkload workload = new PtxWorkload();
            OptionValues options = OptionValues.of(workload)
                    .with(PtxWorkload.FILES, new PtxPaths(ptx.files()))
                    .with(PtxWorkload.PLAN, ptx.plan().toString());
            return new PreparedProgram(Optional.empty(), workload, options, DeviceKernels.of(ptx.files()), wrapper);
        }
        if (subject instanceof Subject.CudaSource source) {
            return executable(CompiledSource.program(source, gpu), source.arguments(), gpu, wrapper);
        }
        Subject.Executable built = (Subject.Executable) subject;
        return executable(built.program(), built.arguments(), gpu, wrapper);
    }

    private static PreparedProgram executable(
            Path program, List<String> arguments, GpuProfile gpu, ProgramWrapper wrapper) {
        ExecWorkload workload = ExecWorkload.wrapped(new StopSwitch(), wrapper);
        OptionValues options = ExecWorkload.with(OptionValues.of(workload), program, arguments);
        return new PreparedProgram(Optional.of(program), workload, options, DeviceKernels.of(program, gpu), wrapper);
    }

    /** The device code, as far as it is known before a run: none of a workload's. */
    public List<Kernel> kernels() {
        return kernels;
    }

    /** The executable, if it is one. */
    public Optional<Path> executable() {
        return executable;
    }

    /** What a run is asked for. */
    OptionValues options() {
        return options;
    }

    /** The workload for one run, which the switch ends where it can be ended. */
    Workload workload(StopSwitch stop) {
        return executable.isPresent() ? ExecWorkload.wrapped(stop, wrapper) : workload;
    }
}
