package io.cdpsim.semantics.check;

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

/** The porting assistant: what replaces each part of a CDP1 program in CDP2. Nothing runs. */
public final class PortingReport {
    /** A GPU that runs CDP1. */
    private static final String CDP1_GPU = "k20x";

    private PortingReport() {}

    /**
     * The advice for a program, device code first; the errors of the compiler if the source does not compile for CDP1.
     *
     * @throws io.cdpsim.workloads.InvalidInputException if a file is missing or malformed
     */
    public static List<Diagnostic> of(CheckedProgram program) {
        var gpu = Profiles.load(CDP1_GPU);
        List<Diagnostic> advice = new ArrayList<>();
        try {
            advice.addAll(PortingAdvice.ofKernels(
                    PreparedProgram.of(program, gpu, ProgramWrapper.NONE).kernels(), MachineSettings.of(gpu)));
        } catch (CompileException e) {
            return CompilerDiagnostics.of(e.said(), gpu);
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
}
