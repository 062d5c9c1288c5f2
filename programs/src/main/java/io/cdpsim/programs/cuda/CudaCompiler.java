package io.cdpsim.programs.cuda;

import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Builds CUDA programs with an installed compiler. */
public final class CudaCompiler {
    /** The environment variable that names the compiler. */
    public static final String VARIABLE = "CDPSIM_CUDA_COMPILER";

    private final Path tool;
    private final boolean isNvcc;

    private CudaCompiler(Path tool) {
        this.tool = tool;
        // A link may have any name: its target identifies the compiler.
        this.isNvcc = CompilerSearch.isNvcc(tool);
    }

    /**
     * Finds a compiler: the requested one; else the first of nvcc, {@code clang++} and the newest {@code clang++-N} on the path.
     *
     * @param search the search path
     * @param requested its name or path; null or empty for the default
     * @throws InvalidInputException if there is none; the message says what to install
     */
    public static CudaCompiler find(CompilerSearch search, @Nullable String requested) {
        if (requested != null && !requested.isEmpty()) {
            return new CudaCompiler(search.named(requested)
                    .orElseThrow(() -> new InvalidInputException(
                            "there is no compiler '" + requested + "'; name nvcc or clang++ 14 or newer")));
        }
        Optional<Path> any = search.any();
        return new CudaCompiler(any.orElseThrow(
                () -> new InvalidInputException("a .cu file needs a compiler once: install clang (Debian, Ubuntu: apt"
                        + " install clang; Fedora: dnf install clang), version 14 or newer, or NVIDIA's nvcc, or name"
                        + " yours in the environment variable " + VARIABLE)));
    }

    /** The path of the compiler. */
    public Path tool() {
        return tool;
    }

    /** Whether it is nvcc. */
    public boolean isNvcc() {
        return isNvcc;
    }

    /**
     * The executable of a program; builds it if the cache does not contain it.
     *
     * @param kept the cache folder
     * @throws CompileException if the compiler rejects the program
     * @throws InvalidInputException if a source cannot be read, or the cache cannot be written
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

    /**
     * The warnings of the compiler for an executable that {@link #executable} returned; empty for compilers other than nvcc.
     *
     * @throws InvalidInputException if the cache cannot be read
     */
    public static String warnings(Path executable) {
        Path log = BuildCache.log(executable);
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new InvalidInputException("cannot read " + log + ": " + FileErrors.reason(e));
        }
    }

    /**
     * Compiles the device code of a program; no host code is compiled. Nothing is cached.
     *
     * @param folder receives the PTX, the headers that clang needs, and other files of the compiler
     * @throws CompileException if the compiler rejects the program
     * @throws IOException if the folder cannot be written
     */
    public DeviceCode deviceCode(CudaBuild build, Path folder) throws IOException {
        Set<Path> read = new TreeSet<>();
        List<Path> ptx = isNvcc
                ? new Nvcc(tool, build, folder).ptx(read)
                : new Clang(tool, build, folder, CudaHeaders.folder(folder)).ptx(read);
        return new DeviceCode(ptx, read);
    }

    /**
     * The device code of a program.
     *
     * @param ptx a file for each source
     * @param read the files that the compiler read, except those of CDPSim
     */
    public record DeviceCode(List<Path> ptx, Set<Path> read) {
        public DeviceCode {
            ptx = List.copyOf(ptx);
            read = Set.copyOf(read);
        }
    }
}
