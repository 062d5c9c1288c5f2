package io.cdpsim.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.CommandRun;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code lab pack}: the zip holds what labs/README.md promises, and nothing that a student must not see. */
class LabPackTest {
    private static final String TOP = "cdpsim-labs/";

    @TempDir
    private Path folder;

    /** A program as a build leaves it: a JAR of the classes that this test runs, a library, pages, keys, and a link out of the pages. */
    private Path built() throws Exception {
        Path classes = Path.of(LabPackCommand.ProgramFiles.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path jar = folder.resolve("program.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes.resolve("io/cdpsim/cli"))) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(
                        new ZipEntry(classes.relativize(each).toString().replace('\\', '/')));
                Files.copy(each, zip);
            }
        }
        Files.writeString(Files.createDirectory(folder.resolve("lib")).resolve("one.jar"), "a library");
        Path docs = Files.createDirectories(folder.resolve("docs"));
        Files.writeString(docs.resolve("README.md"), "the documentation");
        Path labs = Files.createDirectories(folder.resolve("labs"));
        Files.writeString(labs.resolve("README.md"), "the labs");
        Files.writeString(Files.createDirectories(labs.resolve("keys/1")).resolve("key.yaml"), "the answers");
        Files.createSymbolicLink(labs.resolve("secret.md"), Files.writeString(folder.resolve("secret.md"), "outside"));
        return jar;
    }

    private String packed(Path jar, Path zip, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                jar + File.pathSeparator + System.getProperty("java.class.path"),
                "io.cdpsim.cli.Main",
                "lab",
                "pack",
                zip.toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void theZipHoldsProgramLabsAndPagesInOneFolderAndNoKeys() throws Exception {
        Path zip = folder.resolve("out.zip");
        Files.writeString(zip, "an older one");

        String said = packed(built(), zip);

        assertThat(said).contains("out.zip", "needs Java 17 or newer").doesNotContain("without the documentation");
        TreeSet<String> names = new TreeSet<>();
        try (ZipFile file = new ZipFile(zip.toFile())) {
            file.stream().filter(each -> !each.isDirectory()).forEach(each -> names.add(each.getName()));
            assertThat(file.getEntry(TOP + "lib/cdpsim.jar").getSize())
                    .isEqualTo(Files.size(folder.resolve("program.jar")));
        }
        assertThat(names).allSatisfy(name -> {
            assertThat(name).startsWith(TOP).doesNotContain("\\", "//");
            assertThat(List.of(name.split("/", -1))).doesNotContain("..", ".", "");
        });
        TreeSet<String> promised = new TreeSet<>(List.of(
                TOP + "README.txt",
                TOP + "bin/cdpsim",
                TOP + "bin/cdpsim.bat",
                TOP + "docs/README.md",
                TOP + "labs/README.md",
                TOP + "lib/cdpsim.jar",
                TOP + "lib/lib/one.jar"));
        for (Lab lab : LabCatalog.labs()) {
            lab.files().forEach(file -> promised.add(TOP + "labs/" + lab.name() + "/" + file));
        }
        assertThat(names).isEqualTo(promised).noneMatch(name -> name.contains("key"));
        try (FileSystem inside = FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", "true"))) {
            assertThat(Files.getPosixFilePermissions(inside.getPath(TOP + "bin/cdpsim")))
                    .contains(PosixFilePermission.OWNER_EXECUTE, PosixFilePermission.OTHERS_EXECUTE);
        }
        assertThat(folder.resolve(".out.zip.new")).doesNotExist();
    }

    @Test
    void aProgramThatIsNotAJarCannotBePacked() {
        CommandRun run = CommandRun.of("lab", "pack", folder.resolve("out.zip").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("only a program that was built can be packed");
        assertThat(folder.resolve("out.zip")).doesNotExist();
    }

    /** Each relative link of each page, with its anchor among the headings of its target. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noLinkIsDead(boolean forTeachers) throws IOException {
        Map<String, byte[]> files = PackedPages.of(Optional.of(LabsTest.ROOT.resolve("docs")), forTeachers, "");

        assertThat(files.keySet().stream().anyMatch(each -> each.startsWith("labs/keys/")))
                .isEqualTo(forTeachers);
        List<String> dead = new ArrayList<>();
        int links = 0;
        for (Map.Entry<String, byte[]> each : files.entrySet()) {
            if (!each.getKey().endsWith(".md")) {
                continue;
            }
            Matcher link = Pattern.compile("\\]\\(([^):\\s]+)\\)")
                    .matcher(new String(each.getValue(), StandardCharsets.UTF_8));
            while (link.find()) {
                links++;
                String[] parts = link.group(1).split("#", 2);
                String target = parts[0].isEmpty()
                        ? each.getKey()
                        : Path.of(each.getKey())
                                .resolveSibling(parts[0])
                                .normalize()
                                .toString();
                byte[] page = files.get(target);
                boolean isFolder = files.keySet().stream().anyMatch(name -> name.startsWith(target + "/"));
                boolean hasAnchor = parts.length < 2
                        || page != null
                                && anchors(new String(page, StandardCharsets.UTF_8))
                                        .contains(parts[1]);
                if (page == null && !isFolder || !hasAnchor) {
                    dead.add(each.getKey() + ": " + link.group(1));
                }
            }
        }
        assertThat(dead).isEmpty();
        assertThat(links).isGreaterThan(200);
    }

    /** The anchors of a page: its own, and those that GitHub gives headings. */
    private static Set<String> anchors(String page) {
        Set<String> anchors = new HashSet<>();
        Matcher own = Pattern.compile("<a id=\"([^\"]+)\">").matcher(page);
        while (own.find()) {
            anchors.add(own.group(1));
        }
        Matcher heading = Pattern.compile("(?m)^#+ (.*)$").matcher(page);
        while (heading.find()) {
            String text = heading.group(1).toLowerCase(Locale.ROOT).replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1");
            anchors.add(text.replaceAll("[^\\p{L}\\p{N} _-]", "").strip().replace(' ', '-'));
        }
        return anchors;
    }

    @Test
    void aPackageForAStudentHasItsOwnQuestionsAndLauncher() throws Exception {
        Path zip = folder.resolve("out.zip");

        packed(built(), zip, "--seed", "bob");

        try (ZipFile file = new ZipFile(zip.toFile())) {
            assertThat(text(file, "labs/10-pool/answers.yaml")).contains("seed: \"bob\"");
            assertThat(text(file, "bin/cdpsim")).contains("CDPSIM_LAB_SEED='bob'; export CDPSIM_LAB_SEED\nexec ");
            assertThat(text(file, "bin/cdpsim.bat")).contains("set CDPSIM_LAB_SEED=bob\r\n");
        }
    }

    private static String text(ZipFile file, String name) throws IOException {
        return new String(file.getInputStream(file.getEntry(TOP + name)).readAllBytes(), StandardCharsets.UTF_8);
    }
}
