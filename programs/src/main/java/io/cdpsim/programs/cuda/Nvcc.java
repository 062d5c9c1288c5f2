package io.cdpsim.programs.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** NVIDIA's compiler, which needs no headers of CDPSim. */
final class Nvcc {
    private final Path tool;
    private final CudaBuild build;
    private final Path folder;

    Nvcc(Path tool, CudaBuild build, Path folder) {
        this.tool = tool;
        this.build = build;
        this.folder = folder;
    }

    Set<Path> build() throws IOException {
        Set<Path> files = new TreeSet<>();
        StringBuilder reported = new StringBuilder();
        List<String> link = command();
        for (int i = 0; i < build.sources().size(); i++) {
            Path object = folder.resolve("unit" + i + ".o");
            reported.append(compile(i, "-c", object, files));
            link.add(object.toString());
        }
        build.options().stream().filter(Nvcc::isOfLinker).forEach(link::add);
        // The driver's interface, for a program that calls it.
        link.addAll(List.of(
                "-L" + build.libraries(),
                "-Xlinker",
                "--as-needed",
                "-Xlinker",
                "--allow-shlib-undefined",
                "-Xlinker",
                build.libraries().resolve("libcuda.so.1").toString()));
        link.addAll(List.of(
                "-cudart",
                "shared",
                "-lcudadevrt",
                "-o",
                BuildCache.program(folder).toString()));
        CompilerRun.successful(link);
        Files.writeString(BuildCache.log(BuildCache.program(folder)), reported);
        return files;
    }

    private static boolean isOfLinker(String option) {
        return option.startsWith("-l") || option.startsWith("-L");
    }

    /** The PTX of each source; adds the files that they depend on. */
    List<Path> ptx(Set<Path> files) throws IOException {
        List<Path> all = new ArrayList<>();
        for (int i = 0; i < build.sources().size(); i++) {
            Path ptx = folder.resolve("unit" + i + ".ptx");
            compile(i, "-ptx", ptx, files);
            all.add(ptx);
        }
        return all;
    }

    /** Compiles a source; adds the files that it depends on. @return the warnings */
    private String compile(int unit, String kind, Path to, Set<Path> files) throws IOException {
        Path rule = folder.resolve("unit" + unit + ".d");
        List<String> compile = command();
        compile.addAll(build.options());
        compile.addAll(List.of("-lineinfo", "-MD", "-MF", rule.toString(), kind));
        compile.addAll(List.of(build.sources().get(unit).toString(), "-o", to.toString()));
        String warnings = CompilerRun.successful(compile);
        files.addAll(SourceDependencies.read(rule, folder));
        return warnings;
    }

    private List<String> command() {
        // Extended lambdas and constexpr functions in device code, which clang compiles without a flag.
        List<String> command = new ArrayList<>(List.of(
                tool.toString(),
                "-rdc=true",
                "-arch=sm_" + build.architecture(),
                "--extended-lambda",
                "--expt-relaxed-constexpr"));
        if (build.isCdp1()) {
            command.add("-DCUDA_FORCE_CDP1_IF_SUPPORTED");
            command.add("-D__CDPRT_SUPPRESS_SYNC_DEPRECATION_WARNING");
        }
        return command;
    }
}
