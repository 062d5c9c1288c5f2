package io.cdpsim.cli.doctor;

import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.workloads.HeapSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
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
        Optional<Path> nvcc = tools.find(List.of("nvcc"));
        Optional<Path> clang = tools.clang();
        String oneSuffices = "one of nvcc and clang will do";
        return List.of(
                java(),
                jdk(),
                ToolStatus.of(
                        true,
                        ToolStatus.State.OK,
                        "heap",
                        NumberFormats.bytes(HeapSize.bytes()) + "; more with CDPSIM_JAVA_OPTS=" + HeapSize.larger(),
                        "large runs",
                        ""),
                folder(),
                archive(),
                system(),
                cCompiler(),
                tool(
                        "clang++",
                        clang,
                        BUILD_CUDA,
                        nvcc.isPresent()
                                ? oneSuffices
                                : "install clang 14 or newer (Debian, Ubuntu: apt install clang; Fedora: dnf install"
                                        + " clang); it needs no toolkit of NVIDIA"),
                tool(
                        "nvcc",
                        nvcc,
                        BUILD_CUDA + ", with CUDA's own headers and libraries",
                        clang.isPresent() ? oneSuffices : "comes with NVIDIA's CUDA toolkit; clang does without"),
                tool(
                        "bubblewrap",
                        tools.find(List.of("bwrap")),
                        "run untrusted programs in a sandbox",
                        "Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap"),
                tool(
                        "Chromium",
                        tools.find(List.of("chromium", "chromium-browser", "google-chrome", "chrome")),
                        "show pages of --report; test pages, which also needs chromedriver",
                        "any browser shows the pages; for the tests: apt install chromium chromium-driver"));
    }

    private static ToolStatus java() {
        String found = System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), "
                + System.getProperty("java.home");
        boolean isNew = Runtime.version().feature() >= OLDEST_JAVA;
        return ToolStatus.of(isNew, ToolStatus.State.BROKEN, "Java", found, "run cdpsim", "install a JDK 17 or newer");
    }

    private static ToolStatus jdk() {
        Path compiler = Path.of(Objects.requireNonNullElse(System.getProperty("java.home"), ""), "bin", "javac");
        boolean isThere = Files.isExecutable(compiler);
        return ToolStatus.of(
                isThere,
                ToolStatus.State.ABSENT,
                "JDK",
                isThere ? compiler.toString() : "",
                "build cdpsim from its sources",
                "install a JDK 17 or newer, not only a runtime (Debian, Ubuntu: apt install openjdk-17-jdk;"
                        + " Fedora: dnf install java-21-openjdk-devel), and set JAVA_HOME to it");
    }

    private ToolStatus folder() {
        Path there = cacheFolder.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        String found = cacheFolder.toString();
        String problem = "";
        try {
            long free = Files.getFileStore(there).getUsableSpace();
            found += ", " + NumberFormats.bytes(free) + " free";
            if (!Files.isWritable(there)) {
                problem = "make " + there + " writable, or set XDG_CACHE_HOME to a folder that is";
            } else if (free < ENOUGH_BYTES) {
                problem = "free disk space: at least half a gigabyte";
            }
        } catch (IOException e) {
            problem = "make " + there + " readable: " + e.getMessage();
        }
        return ToolStatus.of(
                problem.isEmpty(),
                ToolStatus.State.BROKEN,
                "cache folder",
                found,
                "cache builds: CUDA programs, the runtime library, the class archive",
                problem);
    }

    /** The launcher writes an empty file if Java cannot make the archive. */
    private ToolStatus archive() {
        Optional<String> found = Optional.empty();
        try (Stream<Path> files = Files.list(cacheFolder)) {
            found = files.filter(each -> each.toString().endsWith(".jsa"))
                    .filter(each -> each.toFile().length() > 0)
                    .map(each -> each.getFileName().toString())
                    .min(Comparator.naturalOrder());
        } catch (IOException e) {
            // No folder, no archive.
        }
        return ToolStatus.of(
                found.isPresent(),
                ToolStatus.State.ABSENT,
                "launcher's archive",
                found.orElse(""),
                "start in half the time",
                "run ./cdpsim once where its folder is writable; nothing fails without it");
    }

    private static ToolStatus system() {
        String name = System.getProperty("os.name", "");
        String architecture = System.getProperty("os.arch");
        return ToolStatus.of(
                name.toLowerCase(Locale.ROOT).contains("linux") && "amd64".equals(architecture),
                ToolStatus.State.ABSENT,
                "system",
                name + " on " + architecture,
                CUDA,
                "these need Linux on x86-64, such as a container or WSL 2; everything else, also PTX with plans, runs"
                        + " here");
    }

    private ToolStatus cCompiler() {
        String named = environment.getOrDefault("CC", "");
        return tool(
                "C compiler",
                tools.find(List.of(named.isEmpty() ? "cc" : named)),
                CUDA,
                (named.isEmpty() ? "" : "CC names '" + named + "', which does not exist; ")
                        + "install gcc or clang (Debian, Ubuntu: apt install gcc)");
    }

    private static ToolStatus tool(String name, Optional<Path> tool, String purpose, String fix) {
        return ToolStatus.of(
                tool.isPresent(),
                ToolStatus.State.ABSENT,
                name,
                tool.map(ToolVersions::versionAndPath).orElse(""),
                purpose,
                fix);
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

        /**
         * The status of a tool.
         *
         * @param otherwise the state if it is not usable
         * @param fix how to get or repair it if it is not usable
         */
        static ToolStatus of(boolean isUsable, State otherwise, String name, String found, String purpose, String fix) {
            return new ToolStatus(name, isUsable ? State.OK : otherwise, found, purpose, isUsable ? "" : fix);
        }
    }
}
