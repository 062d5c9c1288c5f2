package io.cdpsim.workloads.check.run;


import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.cuda.CudaBuild;
import io.cdpsim.workloads.cuda.CudaCompiler;
import io.cdpsim.workloads.cuda.ToolSearch;
import io.cdpsim.workloads.exec.library.CudartLibrary;
import io.cdpsim.workloads.exec.library.KeptFolder;
import java.nio.file.Path;
import java.util.Objects;

/** Builds a CUDA program for a GPU. */
public final class SourceBuild {
    private SourceBuild() {}

    /**
     * The executable; what was built before is taken again.
     *
     * @param gpu whose compute capability and kind of dynamic parallelism the code is made for
     * @throws io.cdpsim.workloads.cuda.CompileException if the compiler refuses the source
     */
    public static Path program(CheckedProgram.CudaSource source, GpuProfile gpu) {
        Path kept = KeptFolder.path();
        String asked = source.compiler().orElse(System.getenv(CudaCompiler.VARIABLE));
        CudaCompiler compiler =
                CudaCompiler.find(new ToolSearch(Objects.requireNonNullElse(System.getenv("PATH"), "")), asked);
        return compiler.executable(
                CudaBuild.of(source.sources(), source.compilerOptions(), gpu, CudartLibrary.folder(kept)), kept);
    }
}
