package io.cdpsim.programs.compilation;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.cuda.CompilerSearch;
import io.cdpsim.programs.cuda.CudaBuild;
import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.programs.cuda.source.DiscardedResults;
import io.cdpsim.programs.exec.library.CacheDirectory;
import io.cdpsim.programs.exec.library.CudartLibrary;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Compiles CUDA programs. */
public final class SourceBuild {
    private SourceBuild() {}

    /**
     * The executable of a program, from the build cache if it was built before.
     *
     * @param sources CUDA C++ files, at least one
     * @param compilerOptions options of the compiler, such as {@code -I} and {@code -D}
     * @param compiler nvcc or clang, by name or path; empty for the default compiler
     * @param gpu the GPU, whose compute capability and version of dynamic parallelism decide the code
     * @throws io.cdpsim.programs.cuda.CompileException if the compiler refuses the source
     */
    public static Path program(
            List<Path> sources, List<String> compilerOptions, Optional<String> compiler, GpuProfile gpu) {
        Path cache = CacheDirectory.path();
        CudaCompiler tool = CudaCompiler.find(
                new CompilerSearch(Objects.requireNonNullElse(System.getenv("PATH"), "")),
                compiler.orElse(System.getenv(CudaCompiler.VARIABLE)));
        return tool.executable(CudaBuild.of(sources, compilerOptions, gpu, CudartLibrary.folder(cache)), cache);
    }

    /** The functions of CUDA whose error codes a program never uses. */
    public static DiscardedResults discardedResults(List<Path> sources, List<String> compilerOptions) {
        Map<String, String> texts = new LinkedHashMap<>();
        sources.forEach(each -> texts.put(each.toString(), IncludedFiles.text(each)));
        return DiscardedResults.of(
                texts,
                IncludedFiles.of(sources, compilerOptions).stream()
                        .map(IncludedFiles::text)
                        .toList());
    }
}
