package io.cdpsim.semantics.check.run;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.cuda.CompilerSearch;
import io.cdpsim.programs.cuda.CudaBuild;
import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.programs.exec.library.CacheDirectory;
import io.cdpsim.programs.exec.library.CudartLibrary;
import java.nio.file.Path;
import java.util.Objects;

/** Compiles CUDA programs. */
public final class SourceBuild {
    private SourceBuild() {}

    /**
     * The executable of a program, from the build cache if it was built before.
     *
     * @param gpu the GPU, whose compute capability and version of dynamic parallelism decide the code
     * @throws io.cdpsim.programs.cuda.CompileException if the compiler refuses the source
     */
    public static Path program(CheckedProgram.CudaSource source, GpuProfile gpu) {
        Path cache = CacheDirectory.path();
        String requested = source.compiler().orElse(System.getenv(CudaCompiler.VARIABLE));
        CudaCompiler compiler =
                CudaCompiler.find(new CompilerSearch(Objects.requireNonNullElse(System.getenv("PATH"), "")), requested);
        return compiler.executable(
                CudaBuild.of(source.sources(), source.compilerOptions(), gpu, CudartLibrary.folder(cache)), cache);
    }
}
