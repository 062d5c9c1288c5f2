package io.cdpsim.semantics.check.run;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.cuda.source.DiscardedResults;
import java.nio.file.Path;

/** Compiles CUDA programs that are checked. */
public final class SourceBuild {
    private SourceBuild() {}

    /**
     * The executable of a program, from the build cache if it was built before.
     *
     * @param gpu the GPU, whose compute capability and version of dynamic parallelism decide the code
     * @throws io.cdpsim.programs.cuda.CompileException if the compiler refuses the source
     */
    public static Path program(CheckedProgram.CudaSource source, GpuProfile gpu) {
        return io.cdpsim.programs.compilation.SourceBuild.program(
                source.sources(), source.compilerOptions(), source.compiler(), gpu);
    }

    /** The functions of CUDA whose error codes the program never uses. */
    static DiscardedResults discardedResults(CheckedProgram.CudaSource source) {
        return io.cdpsim.programs.compilation.SourceBuild.discardedResults(source.sources(), source.compilerOptions());
    }
}
