package io.cdpsim.cli.doctor;

import io.cdpsim.cli.output.Figures;
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

/** Looks for all that CDPSim can use. */
final class Examination {
    private static final int OLDEST_JAVA = 17;
    private static final long ENOUGH_BYTES = 512L << 20;
    private static final String CUDA = "run .cu files and executables";
    private static final String BUILD_CUDA = "compile .cu files";

    private final Map<String, String> environment;
    private final Tools tools;
    private final Path kept;

    /**
     * An examination.
     *
     * @param environment the variables of the process
     * @param kept the folder in which built things are kept
     */
    Examination(Map<String, String> environment, Path kept) {
        this.environment = environment;
        this.tools = new Tools(environment.getOrDefault("PATH", ""));
        this.kept = kept;
    }

    List<Diagnosis> results() {
        List<Diagnosis> all = new ArrayList<>();
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

    private static Diagnosis java() {
        int feature = Runtime.version().feature();
        String found = System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), "
                + System.getProperty("java.home");
        return feature >= OLDEST_JAVA
                ? Diagnosis.ok("Java", found, "runs cdpsim")
                : Diagnosis.broken("Java", found, "runs cdpsim", "install a JDK 17 or newer");
    }

    private static Diagnosis jdk() {
        Path compiler = Path.of(Objects.requireNonNullElse(System.getProperty("java.home"), ""), "bin", "javac");
        String purpose = "build cdpsim from its sources";
        return Files.isExecutable(compiler)
                ? Diagnosis.ok("JDK", compiler.toString(), purpose)
                : Diagnosis.absent(
                        "JDK",
                        "",
                        purpose,
                        "install a JDK 17 or newer, not only a runtime (Debian, Ubuntu: apt install openjdk-17-jdk; Fedora: dnf"
                                + " install java-21-openjdk-devel), and let JAVA_HOME lead to it");
    }

    private static Diagnosis memory() {
        return Diagnosis.ok(
                "heap",
                Figures.bytes(HeapSize.bytes()) + "; more with CDPSIM_JAVA_OPTS=" + HeapSize.larger(),
                "large runs");
    }

    private Diagnosis folder() {
        String purpose = "keep what was built: CUDA programs, the runtime library, the archive of classes";
        Path there = kept.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        try {
            FileStore store = Files.getFileStore(there);
            long free = store.getUsableSpace();
            String found = kept + ", " + Figures.bytes(free) + " free";
            if (!Files.isWritable(there)) {
                return Diagnosis.broken(
                        "cache folder",
                        found,
                        purpose,
                        "make " + there + " writable, or set XDG_CACHE_HOME to a folder that is");
            }
            return free >= ENOUGH_BYTES
                    ? Diagnosis.ok("cache folder", found, purpose)
                    : Diagnosis.broken("cache folder", found, purpose, "make room: half a gigabyte at least");
        } catch (IOException e) {
            return Diagnosis.broken("cache folder", kept.toString(), purpose, "cannot be looked at: " + e.getMessage());
        }
    }

    /** The launcher writes an empty one where Java cannot make it. */
    private Diagnosis archive() {
        String purpose = "start in half the time";
        try (Stream<Path> files = Files.list(kept)) {
            Optional<Path> found = files.filter(each -> each.toString().endsWith(".jsa"))
                    .filter(each -> each.toFile().length() > 0)
                    .sorted()
                    .findFirst();
            if (found.isPresent()) {
                return Diagnosis.ok(
                        "launcher's archive", found.get().getFileName().toString(), purpose);
            }
        } catch (IOException e) {
            // No folder, no archive.
        }
        return Diagnosis.absent(
                "launcher's archive",
                "",
                purpose,
                "run ./cdpsim once where its folder can be written; nothing fails without it");
    }

    private static Diagnosis system() {
        String found = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
        boolean isRight = isLinux() && "amd64".equals(System.getProperty("os.arch"));
        return isRight
                ? Diagnosis.ok("system", found, CUDA)
                : Diagnosis.absent(
                        "system",
                        found,
                        CUDA,
                        "these need Linux on x86-64, such as a container or WSL 2; all else, PTX with plans too, runs here");
    }

    private static boolean isLinux() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
    }

    private Diagnosis cCompiler() {
        String asked = environment.getOrDefault("CC", "");
        List<String> names = asked.isEmpty() ? List.of("cc") : List.of(asked);
        return diagnosis(
                "C compiler",
                tools.find(names),
                CUDA,
                (asked.isEmpty() ? "" : "CC names '" + asked + "', which is not there; ")
                        + "install gcc or clang (Debian, Ubuntu: apt install gcc)");
    }

    private List<Diagnosis> cudaCompilers() {
        Optional<Path> nvcc = tools.find(List.of("nvcc"));
        Optional<Path> clang = tools.clang();
        String oneWillDo = "one of nvcc and clang will do";
        return List.of(
                clang.map(each -> Diagnosis.ok("clang++", Tools.told(each), BUILD_CUDA))
                        .orElseGet(() -> Diagnosis.absent(
                                "clang++",
                                "",
                                BUILD_CUDA,
                                nvcc.isPresent()
                                        ? oneWillDo
                                        : "install clang 14 or newer (Debian, Ubuntu: apt install clang; Fedora: dnf install"
                                                + " clang); no toolkit of NVIDIA's is needed")),
                nvcc.map(each -> Diagnosis.ok(
                                "nvcc", Tools.told(each), BUILD_CUDA + ", with CUDA's own headers and libraries"))
                        .orElseGet(() -> Diagnosis.absent(
                                "nvcc",
                                "",
                                BUILD_CUDA + ", with CUDA's own headers and libraries",
                                clang.isPresent()
                                        ? oneWillDo
                                        : "comes with NVIDIA's CUDA toolkit; clang does without")));
    }

    private Diagnosis sandbox() {
        return diagnosis(
                "bubblewrap",
                tools.find(List.of("bwrap")),
                "run programs of others in a sandbox",
                "Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap");
    }

    private Diagnosis chromium() {
        return diagnosis(
                "Chromium",
                tools.find(List.of("chromium", "chromium-browser", "google-chrome", "chrome")),
                "look at pages of --report; tests of pages, which need chromedriver too",
                "any browser shows the pages; for the tests: apt install chromium chromium-driver");
    }

    private static Diagnosis diagnosis(String name, Optional<Path> tool, String purpose, String mend) {
        return tool.map(each -> Diagnosis.ok(name, Tools.told(each), purpose))
                .orElseGet(() -> Diagnosis.absent(name, "", purpose, mend));
    }
}
