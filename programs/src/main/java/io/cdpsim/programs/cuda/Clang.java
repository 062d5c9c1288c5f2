package io.cdpsim.programs.cuda;

import io.cdpsim.programs.cuda.source.LaunchRewriter;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * clang without CUDA's toolkit. It preprocesses each source twice, for the device and for the host; launches in device code are rewritten in between.
 * Before clang 22 device code cannot refer to a kernel: there kernels are ordinary functions in a section of their own, and receive a kernel's
 * calling convention in clang's intermediate code. The host object contains the PTX as text.
 */
final class Clang {
    /** The declaration of a kernel that a section marks. */
    private static final String MARKED = "__attribute__((host)) __attribute__((device)) __attribute__((section(\""
            + KernelConvention.SECTION + "\"))) __attribute__((used))";

    private static final String GLOBAL = "__attribute__((global))";
    private static final String REWRITES = "-DCDPSIM_REWRITES_LAUNCHES";

    private final Path tool;
    private final CudaBuild build;
    private final Path folder;
    private final Path headers;
    private final ClangVersion version;

    Clang(Path tool, CudaBuild build, Path folder, Path headers) {
        this.tool = tool;
        this.build = build;
        this.folder = folder;
        this.headers = headers;
        int major = CompilerSearch.version(tool);
        if (major < ClangVersion.OLDEST) {
            throw new InvalidInputException(tool + " is " + (major == 0 ? "not clang" : "clang " + major) + "; clang "
                    + ClangVersion.OLDEST + " or newer is needed");
        }
        this.version = new ClangVersion(major);
    }

    Set<Path> build() throws IOException {
        Set<Path> files = new TreeSet<>();
        List<Path> ptx = ptx(files);
        List<String> link = new ArrayList<>(List.of(tool.toString()));
        if (ptx.size() > 1) {
            KernelConvention.declareAcross(ptx);
            link.addAll(LinkedUnits.write(ptx, folder));
            // The units' own symbols are not inspected.
            Path none = Files.writeString(folder.resolve("none.ptx"), "\n");
            ptx.replaceAll(each -> none);
        }
        for (int i = 0; i < build.sources().size(); i++) {
            files.addAll(preprocess(build.sources().get(i), unit(i, ".d"), host(), unit(i, ".host.cu")));
            link.add(compileHost(i, ptx.get(i)).toString());
        }
        build.options().stream()
                .filter(each -> each.startsWith("-l") || each.startsWith("-L") || each.startsWith("-Wl,"))
                .forEach(link::add);
        link.addAll(List.of(
                "-pthread",
                "-Wl,--no-as-needed",
                build.libraries().resolve("libcudart.so.12").toString()));
        link.addAll(List.of("-o", BuildCache.program(folder).toString()));
        CompilerRun.successful(link);
        return files;
    }

    /** The PTX of each source; adds the files that they depend on. */
    List<Path> ptx(Set<Path> files) throws IOException {
        List<Path> all = new ArrayList<>();
        for (int i = 0; i < build.sources().size(); i++) {
            files.addAll(preprocess(build.sources().get(i), unit(i, ".d"), device(), unit(i, ".device.cu")));
            all.add(compileDevice(i));
        }
        return all;
    }

    private Path unit(int number, String ending) {
        return folder.resolve("unit" + number + ending);
    }

    private Set<Path> preprocess(Path source, Path rule, List<String> pass, Path into) throws IOException {
        List<String> command = new ArrayList<>(pass);
        command.addAll(List.of("-isystem", headers.toString(), "-include", "cdpsim/prologue.h", REWRITES));
        if (build.isCdp1()) {
            command.add("-DCUDA_FORCE_CDP1_IF_SUPPORTED");
        }
        command.addAll(
                build.options().stream().filter(each -> !each.startsWith("-l")).toList());
        command.addAll(List.of("-E", "-MD", "-MF", rule.toString(), source.toString(), "-o", into.toString()));
        CompilerRun.successful(command);
        return SourceDependencies.read(rule, headers);
    }

    private Path compileDevice(int unit) throws IOException {
        Path source = unit(unit, ".device.cu");
        Path ptx = unit(unit, ".ptx");
        boolean isMarked = !version.takesKernelsInDeviceCode();
        Files.writeString(source, LaunchRewriter.forDevice(Files.readString(source), isMarked ? MARKED : GLOBAL));
        List<String> command = new ArrayList<>(device());
        command.addAll(compilerOptions());
        command.addAll(List.of("-O3", "-gline-directives-only", "-S"));
        if (!isMarked) {
            command.addAll(List.of(source.toString(), "-o", ptx.toString()));
            ClangDiagnostics.run(command, build.sources().get(unit));
            return ptx;
        }
        Path code = unit(unit, ".ll");
        command.addAll(
                List.of("-Xclang", "-disable-llvm-passes", "-emit-llvm", source.toString(), "-o", code.toString()));
        ClangDiagnostics.run(command, build.sources().get(unit));
        Files.writeString(code, KernelConvention.given(Files.readString(code)));
        List<String> generate = new ArrayList<>(List.of(tool.toString(), "--target=nvptx64-nvidia-cuda", "-nocudalib"));
        generate.addAll(List.of("-march=" + version.architecture(build.architecture())));
        generate.addAll(version.ptxOptions());
        generate.addAll(List.of("-x", "ir", code.toString(), "-O3", "-S", "-o", ptx.toString()));
        CompilerRun.successful(generate);
        Files.writeString(ptx, version.retargeted(Files.readString(ptx), build.architecture()));
        return ptx;
    }

    private Path compileHost(int unit, Path ptx) throws IOException {
        Path source = unit(unit, ".host.cu");
        Path object = unit(unit, ".o");
        Files.writeString(source, LaunchRewriter.forHost(Files.readString(source), GLOBAL));
        List<String> command = new ArrayList<>(host());
        command.addAll(compilerOptions());
        command.addAll(List.of("-O2", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", ptx.toString()));
        command.addAll(List.of("-c", source.toString(), "-o", object.toString()));
        ClangDiagnostics.run(command, build.sources().get(unit));
        return object;
    }

    /** The user's options, except those of the preprocessor and the linker. */
    private List<String> compilerOptions() {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < build.options().size(); i++) {
            String option = build.options().get(i);
            if (option.equals("-I") || option.equals("-D") || option.equals("-U") || option.equals("-include")) {
                i++;
            } else if (option.startsWith("-std=")
                    || option.startsWith("-f")
                    || (option.startsWith("-W") && !option.startsWith("-Wl,"))) {
                kept.add(option);
            }
        }
        return kept;
    }

    private List<String> device() {
        List<String> command = common();
        command.addAll(List.of("--cuda-device-only", "--cuda-gpu-arch=" + version.architecture(build.architecture())));
        command.addAll(version.ptxOptions());
        command.addAll(version.architectureMacro(build.architecture()));
        return command;
    }

    private List<String> host() {
        List<String> command = common();
        command.add("--cuda-host-only");
        return command;
    }

    private List<String> common() {
        List<String> command =
                new ArrayList<>(List.of(tool.toString(), "-x", "cuda", "-std=c++17", "-nocudainc", "-nocudalib"));
        command.addAll(List.of("-Wno-unknown-cuda-version", "-Xclang", "-target-sdk-version=" + version.toolkit()));
        return command;
    }
}
