package io.cdpsim.cli.doctor;

import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.workloads.HeapSize;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the tools and folders that CDPSim can use. */
final class EnvironmentReport {
    private static final int OLDEST_JAVA = 17;
    private static final long ENOUGH_BYTES = 512L << 20;
    private static final String CUDA = "run .cu files and executables";
    private static final String BUILD_CUDA = "compile .cu files";

    private final Map<String, String> environment;
    private final ToolVersions tools;
    private final Path cacheFolder;

    /**
     * A report on an environment.
     *
     * @param environment the variables of the process
     * @param cacheFolder the folder that caches builds
     */
    EnvironmentReport(Map<String, String> environment, Path cacheFolder) {
        this.environment = environment;
        this.tools = new ToolVersions(environment.getOrDefault("PATH", ""));
        this.cacheFolder = cacheFolder;
    }

    List<ToolStatus> results() {
        List<ToolStatus> all = new ArrayList<>();
        all.add(java());
        all.add(jdk());
        all.add(memory());
        all.add(folder());
        all.add(archive());
        all.add(system());
        all.add(cCompiler());
        all.addAll(cudaCompilers());
        all.add(sandbox());
        all.add(chromium());
        return all;
    }

    private static ToolStatus java() {
        int feature = Runtime.version().feature();
        String found = System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), "
                + System.getProperty("java.home");
        return feature >= OLDEST_JAVA
                ? ToolStatus.ok("Java", found, "runs cdpsim")
                : ToolStatus.broken("Java", found, "runs cdpsim", "install a JDK 17 or newer");
    }

    private static ToolStatus jdk() {
        Path compiler = Path.of(Objects.requireNonNullElse(System.getProperty("java.home"), ""), "bin", "javac");
        String purpose = "build cdpsim from its sources";
        return Files.isExecutable(compiler)
                ? ToolStatus.ok("JDK", compiler.toString(), purpose)
                : ToolStatus.absent(
                        "JDK",
                        "",
                        purpose,
                        "install a JDK 17 or newer, not only a runtime (Debian, Ubuntu: apt install openjdk-17-jdk;"
                                + " Fedora: dnf install java-21-openjdk-devel), and set JAVA_HOME to it");
    }

    private static ToolStatus memory() {
        return ToolStatus.ok(
                "heap",
                NumberFormats.bytes(HeapSize.bytes()) + "; more with CDPSIM_JAVA_OPTS=" + HeapSize.larger(),
                "large runs");
    }

    private ToolStatus folder() {
        String purpose = "keep what was built: CUDA programs, the runtime library, the archive of classes";
        Path there = cacheFolder.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        try {
            FileStore store = Files.getFileStore(there);
            long free = store.getUsableSpace();
            String found = cacheFolder + ", " + NumberFormats.bytes(free) + " free";
            if (!Files.isWritable(there)) {
                return ToolStatus.broken(
                        "cache folder",
                        found,
                        purpose,
                        "make " + there + " writable, or set XDG_CACHE_HOME to a folder that is");
            }
            return free >= ENOUGH_BYTES
                    ? ToolStatus.ok("cache folder", found, purpose)
                    : ToolStatus.broken("cache folder", found, purpose, "free disk space: at least half a gigabyte");
        } catch (IOException e) {
            return ToolStatus.broken(
                    "cache folder", cacheFolder.toString(), purpose, "cannot be read: " + e.getMessage());
        }
    }

    /** The launcher writes an empty file if Java cannot make the archive. */
    private ToolStatus archive() {
        String purpose = "start in half the time";
        try (Stream<Path> files = Files.list(cacheFolder)) {
            Optional<Path> found = files.filter(each -> each.toString().endsWith(".jsa"))
                    .filter(each -> each.toFile().length() > 0)
                    .sorted()
                    .findFirst();
            if (found.isPresent()) {
                return ToolStatus.ok(
                        "launcher's archive", found.get().getFileName().toString(), purpose);
            }
        } catch (IOException e) {
            // No folder, no archive.
        }
        return ToolStatus.absent(
                "launcher's archive",
                "",
                purpose,
                "run ./cdpsim once where its folder can be written; nothing fails without it");
    }

    private static ToolStatus system() {
        String found = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
        boolean isRight = isLinux() && "amd64".equals(System.getProperty("os.arch"));
        return isRight
                ? ToolStatus.ok("system", found, CUDA)
                : ToolStatus.absent(
                        "system",
                        found,
                        CUDA,
                        "these need Linux on x86-64, such as a container or WSL 2; all else, PTX with plans too, runs"
                                + " here");
    }

    private static boolean isLinux() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
    }

    private ToolStatus cCompiler() {
        String asked = environment.getOrDefault("CC", "");
        List<String> names = asked.isEmpty() ? List.of("cc") : List.of(asked);
        return tool(
                "C compiler",
                tools.find(names),
                CUDA,
                (asked.isEmpty() ? "" : "CC names '" + asked + "', which is not there; ")
                        + "install gcc or clang (Debian, Ubuntu: apt install gcc)");
    }

    private List<ToolStatus> cudaCompilers() {
        Optional<Path> nvcc = tools.find(List.of("nvcc"));
        Optional<Path> clang = tools.clang();
        String oneWillDo = "one of nvcc and clang will do";
        return List.of(
                clang.map(each -> ToolStatus.ok("clang++", ToolVersions.versionAndPath(each), BUILD_CUDA))
                        .orElseGet(() -> ToolStatus.absent(
                                "clang++",
                                "",
                                BUILD_CUDA,
                                nvcc.isPresent()
                                        ? oneWillDo
                                        : "install clang 14 or newer (Debian, Ubuntu: apt install clang; Fedora: dnf"
                                                + " install clang); no toolkit of NVIDIA's is needed")),
                nvcc.map(each -> ToolStatus.ok(
                                "nvcc",
                                ToolVersions.versionAndPath(each),
                                BUILD_CUDA + ", with CUDA's own headers and libraries"))
                        .orElseGet(() -> ToolStatus.absent(
                                "nvcc",
                                "",
                                BUILD_CUDA + ", with CUDA's own headers and libraries",
                                clang.isPresent()
                                        ? oneWillDo
                                        : "comes with NVIDIA's CUDA toolkit; clang does without")));
    }

    private ToolStatus sandbox() {
        return tool(
                "bubblewrap",
                tools.find(List.of("bwrap")),
                "run programs of others in a sandbox",
                "Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap");
    }

    private ToolStatus chromium() {
        return tool(
                "Chromium",
                tools.find(List.of("chromium", "chromium-browser", "google-chrome", "chrome")),
                "look at pages of --report; tests of pages, which need chromedriver too",
                "any browser shows the pages; for the tests: apt install chromium chromium-driver");
    }

    private static ToolStatus tool(String name, Optional<Path> tool, String purpose, String fix) {
        return tool.map(each -> ToolStatus.ok(name, ToolVersions.versionAndPath(each), purpose))
                .orElseGet(() -> ToolStatus.absent(name, "", purpose, fix));
    }

    /**
     * The status of a tool or a folder that CDPSim uses.
     *
     * @param name its name
     * @param state whether it is usable
     * @param found the version and the path; empty if it is missing
     * @param purpose the purpose for which CDPSim uses it
     * @param fix how to get or repair it; empty if nothing is wrong
     */
    record ToolStatus(String name, State state, String found, String purpose, String fix) {
        /** Whether a tool is usable. */
        enum State {
            /** It is there and usable. */
            OK,
            /** It is missing or unusable, and some commands do not need it. */
            ABSENT,
            /** It is missing or unusable, and every command needs it. */
            BROKEN
        }

        static ToolStatus ok(String name, String found, String purpose) {
            return new ToolStatus(name, State.OK, found, purpose, "");
        }

        static ToolStatus absent(String name, String found, String purpose, String fix) {
            return new ToolStatus(name, State.ABSENT, found, purpose, fix);
        }

        static ToolStatus broken(String name, String found, String purpose, String fix) {
            return new ToolStatus(name, State.BROKEN, found, purpose, fix);
        }
    }
}
