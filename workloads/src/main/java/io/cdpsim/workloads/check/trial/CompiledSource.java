package io.cdpsim.workloads.check.trial;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.cuda.CompilerSearch;
import io.cdpsim.workloads.cuda.CudaBuild;
import io.cdpsim.workloads.cuda.CudaCompiler;
import io.cdpsim.workloads.exec.library.CacheDirectory;
import io.cdpsim.workloads.exec.library.CudartLibrary;
import java.nio.file.Path;
import java.util.Objects;

/** Builds a CUDA program for a GPU. */
public final class CompiledSource {
    private CompiledSource() {}

    /**
     * The executable; what was built before is taken again.
     *
     * @param gpu whose compute capability and kind of dynamic parallelism the code is made for
     * @throws io.cdpsim.workloads.cuda.CompileException if the compiler refuses the source
     */
    public static Path program(Subject.CudaSource source, GpuProfile gpu) {
        Path kept = CacheDirectory.path();
        String asked = source.compiler().orElse(System.getenv(CudaCompiler.VARIABLE));
        CudaCompiler compiler =
                CudaCompiler.find(new CompilerSearch(Objects.requireNonNullElse(System.getenv("PATH"), "")), asked);
        return compiler.executable(
                CudaBuild.of(source.sources(), source.compilerOptions(), gpu, CudartLibrary.folder(kept)), kept);
    }
}
