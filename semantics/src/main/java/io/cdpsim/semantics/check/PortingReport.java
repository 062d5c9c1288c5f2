package io.cdpsim.semantics.check;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.cuda.CompileException;
import io.cdpsim.programs.exec.process.ProgramSettings.ProgramWrapper;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.check.analysis.CompilerDiagnostics;
import io.cdpsim.semantics.check.analysis.PortingAdvice;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.semantics.check.run.PreparedProgram;
import io.cdpsim.workloads.FileErrors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The porting assistant: what replaces each part of a CDP1 program in CDP2. Nothing runs. */
public final class PortingReport {
    /** A GPU that runs CDP1. */
    private static final String CDP1_GPU = "k20x";

    private static final String CDP2_GPU = "h200";

    /** The rules that a program for CDP2 breaks under CDP1: special streams. */
    private static final Set<String> OF_CDP2 = Set.of("TAIL-9", "FAF-4");

    private PortingReport() {}

    /**
     * The advice for a program, device code first; the errors of the compiler if the source does not compile for CDP1. A program with streams of
     * CDP2 is ported in part: what does not compile for CDP2 is left to do.
     *
     * @throws io.cdpsim.workloads.InvalidInputException if a file is missing or malformed
     */
    public static List<Diagnostic> of(CheckedProgram program) {
        GpuProfile gpu = Profiles.load(CDP1_GPU);
        List<Diagnostic> advice = new ArrayList<>();
        try {
            advice.addAll(ofKernels(program, gpu));
        } catch (CompileException e) {
            List<Diagnostic> errors = CompilerDiagnostics.of(e.said(), gpu);
            if (!errors.stream().map(Diagnostic::rule).allMatch(OF_CDP2::contains)) {
                return errors;
            }
            advice.addAll(ofPorted(program));
        }
        if (program instanceof CheckedProgram.CudaSource cuda) {
            for (Path source : cuda.sources()) {
                List<String> lines =
                        FileErrors.textOf(source, "CUDA C++").lines().toList();
                for (int i = 0; i < lines.size(); i++) {
                    advice.addAll(PortingAdvice.ofLine(lines.get(i), new SourceLocation(source.toString(), i + 1)));
                }
            }
        }
        return advice;
    }

    private static List<Diagnostic> ofPorted(CheckedProgram program) {
        GpuProfile gpu = Profiles.load(CDP2_GPU);
        try {
            return ofKernels(program, gpu);
        } catch (CompileException e) {
            return CompilerDiagnostics.of(e.said(), gpu);
        }
    }

    private static List<Diagnostic> ofKernels(CheckedProgram program, GpuProfile gpu) {
        return PortingAdvice.ofKernels(
                PreparedProgram.of(program, gpu, ProgramWrapper.NONE).kernels(), MachineSettings.of(gpu));
    }
}
