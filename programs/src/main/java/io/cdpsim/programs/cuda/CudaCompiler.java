package io.cdpsim.programs.cuda;

import io.cdpsim.workloads.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds CUDA programs with a compiler of this computer. */
public final class CudaCompiler {
    /** The environment variable that names the compiler. */
    public static final String VARIABLE = "CDPSIM_CUDA_COMPILER";

    private final Path tool;
    private final boolean isNvcc;

    private CudaCompiler(Path tool) {
        this.tool = tool;
        // A link may have any name: what it leads to tells which compiler it is.
        this.isNvcc = CompilerSearch.isNvcc(tool);
    }

    /**
     * Finds a compiler: the one that is asked for; else nvcc, {@code clang++}, the newest {@code clang++-N} of those on the path.
     *
     * @param search where to look
     * @param asked its name or its path; null or empty if any will do
     * @throws InvalidInputException if there is none; says what to install
     */
    public static CudaCompiler find(CompilerSearch search, @Nullable String asked) {
        if (asked != null && !asked.isEmpty()) {
            return new CudaCompiler(search.named(asked)
                    .orElseThrow(() -> new InvalidInputException(
                            "there is no compiler '" + asked + "'; name nvcc or clang++ 14 or newer")));
        }
        Optional<Path> any = search.any();
        return new CudaCompiler(any.orElseThrow(
                () -> new InvalidInputException("a .cu file needs a compiler once: install clang (Debian, Ubuntu: apt"
                        + " install clang; Fedora: dnf install clang), version 14 or newer, or NVIDIA's nvcc, or name"
                        + " yours in the environment variable " + VARIABLE)));
    }

    /** The compiler's file. */
    public Path tool() {
        return tool;
    }

    /** Whether it is NVIDIA's. */
    public boolean isNvcc() {
        return isNvcc;
    }

    /**
     * The executable of a program; builds it if none of this content is kept.
     *
     * @param kept the folder in which built things are kept
     * @throws CompileException if the compiler refuses the program
     * @throws InvalidInputException if a source cannot be read, or what is built cannot be kept
     */
    public Path executable(CudaBuild build, Path kept) {
        for (Path source : build.sources()) {
            if (!Files.isRegularFile(source)) {
                throw new InvalidInputException(
                        source + ": " + (Files.isDirectory(source) ? "is a folder" : "there is no such file"));
            }
        }
        BuildCache builds = new BuildCache(kept);
        String headers = isNvcc ? "" : CudaHeaders.hash();
        String key = BuildKey.of(build, tool, headers);
        return builds.find(key)
                .orElseGet(() -> builds.add(key, folder -> {
                    if (isNvcc) {
                        return new Nvcc(tool, build, folder).build();
                    }
                    return new Clang(tool, build, folder, CudaHeaders.folder(kept)).build();
                }));
    }
}
