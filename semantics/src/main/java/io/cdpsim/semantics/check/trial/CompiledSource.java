package io.cdpsim.semantics.check.trial;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.cuda.CudaBuild;
import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.programs.cuda.ToolSearch;
import io.cdpsim.programs.exec.library.CudartLibrary;
import io.cdpsim.programs.exec.library.KeptFolder;
import java.nio.file.Path;
import java.util.Objects;

/** Builds a CUDA program for a GPU. */
public final class CompiledSource {
    private CompiledSource() {}

    /**
     * The executable; what was built before is taken again.
     *
     * @param gpu whose compute capability and kind of dynamic parallelism the code is made for
     * @throws io.cdpsim.programs.cuda.CompileException if the compiler refuses the source
     */
    public static Path program(Subject.CudaSource source, GpuProfile gpu) {
        Path kept = KeptFolder.path();
        String asked = source.compiler().orElse(System.getenv(CudaCompiler.VARIABLE));
        CudaCompiler compiler =
                CudaCompiler.find(new ToolSearch(Objects.requireNonNullElse(System.getenv("PATH"), "")), asked);
        return compiler.executable(
                CudaBuild.of(source.sources(), source.compilerOptions(), gpu, CudartLibrary.folder(kept)), kept);
    }
}
