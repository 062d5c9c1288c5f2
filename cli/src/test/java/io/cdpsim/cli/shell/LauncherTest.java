package io.cdpsim.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts the program, in a checkout that holds nothing else, with a Java that only tells what it is given. */
class LauncherTest {
    private static final Path SCRIPT = Path.of("..", "cdpsim").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private Path home;

    /** What a call of the script gave. */
    private record Call(int exitCode, String out, String err) {}

    @BeforeEach
    void makeJava() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "the launcher is a script for bash");
        home = Files.createDirectories(folder.resolve("jdk"));
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        script(home.resolve("bin/java"), """
            case " $* ${JDK_JAVA_OPTIONS-} " in
                *' -bad '*)
                    [ -z "${JDK_JAVA_OPTIONS-}" ] || echo "NOTE: Picked up JDK_JAVA_OPTIONS: $JDK_JAVA_OPTIONS" >&2
                    echo 'Unrecognized option: -bad' >&2
                    echo 'Error: Could not create the Java Virtual Machine.' >&2
                    exit 1 ;;
            esac
            case " $* " in *' -version '*) exit 0 ;; esac
            echo "locale=${LC_ALL-} $*"
            """);
        script(home.resolve("bin/javac"), "");
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/bash\n" + body);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** A checkout with the script, built or not. */
    private Path checkout(String name, boolean built) throws IOException {
        Path root = Files.createDirectories(folder.resolve(name));
        Files.copy(SCRIPT, root.resolve("cdpsim"));
        Files.createFile(root.resolve("pom.xml"));
        Files.createDirectory(root.resolve(".mvn"));
        Files.createFile(root.resolve(".mvn/RulePlaces.java"));
        for (String module : new String[] {
            "memory-model", "simulator-core", "workloads", "programs", "semantics", "experiments", "cli"
        }) {
            Files.createDirectories(root.resolve(module + "/src/main"));
            Files.createFile(root.resolve(module + "/pom.xml"));
        }
        Files.createDirectories(root.resolve("labs"));
        Files.createDirectories(root.resolve("examples/cuda/listings"));
        Files.createDirectories(root.resolve("cli/target/launcher"));
        if (built) {
            Files.createFile(root.resolve("cli/target/cdpsim.jar"));
            Files.createFile(root.resolve("cli/target/launcher/built"));
        }
        return root;
    }

    private Process start(Path root, Map<String, String> environment) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/bash", root.resolve("cdpsim").toString(), "--version");
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("CDPSIM_"));
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
        builder.environment().remove("LANG");
        builder.environment().put("JAVA_HOME", home.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    private Call call(Path root, Map<String, String> environment) throws IOException, InterruptedException {
        return end(start(root, environment));
    }

    private static Call end(Process process) throws IOException, InterruptedException {
        String out = text(process.getInputStream());
        String err = text(process.getErrorStream());
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Call(process.exitValue(), out, err);
    }

    private static String text(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aBuiltProgramIsRunWithTheArgumentsAndNothingElseIsPrinted() throws Exception {
        Call call = call(checkout("plain", true), Map.of());
        assertThat(call.err()).isEmpty();
        assertThat(call.exitCode()).isZero();
        assertThat(call.out()).endsWith("cdpsim.jar io.cdpsim.cli.Main --version\n");
    }

    @Test
    void aColonInTheFolderOfTheCheckoutIsNamed() throws Exception {
        Call call = call(checkout("a:b", true), Map.of());
        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.out()).isEmpty();
        assertThat(call.err())
                .startsWith("cdpsim: the folder '")
                .endsWith("a:b' has a colon in its name, at which Java splits paths; move the checkout to a folder"
                        + " without a colon\n");
    }

    @Test
    void javaIsGivenALocaleInWhichEveryFileHasAName() throws Exception {
        Path root = checkout("plain", true);
        assertThat(call(root, Map.of("LC_ALL", "C")).out()).startsWith("locale=C.UTF-8 ");
        assertThat(call(root, Map.of("LC_CTYPE", "POSIX")).out()).startsWith("locale=C.UTF-8 ");
        assertThat(call(root, Map.of()).out()).startsWith("locale=C.UTF-8 ");
        assertThat(call(root, Map.of("LANG", "C.UTF-8")).out()).startsWith("locale= ");
        // Handed on by ssh, say, and not installed here
        assertThat(call(root, Map.of("LANG", "xx_XX.UTF-8")).out()).startsWith("locale=C.UTF-8 ");
        assertThat(call(root, Map.of("LC_ALL", "xx_XX.utf8")).out()).startsWith("locale=C.UTF-8 ");
    }

    @Test
    void anOptionThatJavaRefusesIsSaidToComeFromTheVariable() throws Exception {
        Call call = call(checkout("plain", true), Map.of("CDPSIM_JAVA_OPTS", "-Xmx1g -bad"));
        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.out()).isEmpty();
        assertThat(call.err())
                .isEqualTo("cdpsim: Java refuses CDPSIM_JAVA_OPTS='-Xmx1g -bad': Unrecognized option: -bad;"
                        + " fix or unset the variable\n");
    }

    @Test
    void soIsOneFromAVariableOfJavasOwnBeforeAnythingIsBuilt() throws Exception {
        Path root = checkout("plain", false);
        script(root.resolve("mvnw"), "touch built");
        assertThat(call(root, Map.of("JDK_JAVA_OPTIONS", "-bad")))
                .isEqualTo(new Call(
                        1,
                        "",
                        "cdpsim: Java refuses JDK_JAVA_OPTIONS='-bad': Unrecognized option: -bad;"
                                + " fix or unset the variable\n"));
        assertThat(call(root, Map.of("JDK_JAVA_OPTIONS", "-bad", "CDPSIM_JAVA_OPTS", "-Xmx1g"))
                        .err())
                .isEqualTo("cdpsim: Java refuses CDPSIM_JAVA_OPTS='-Xmx1g' and JDK_JAVA_OPTIONS='-bad':"
                        + " Unrecognized option: -bad; fix or unset these variables\n");
        assertThat(root.resolve("built")).doesNotExist();
    }

    @Test
    void theCollectorOfWhateverVariableStays() throws Exception {
        Path root = checkout("plain", true);
        assertThat(call(root, Map.of()).out()).contains("-XX:+UseSerialGC");
        for (String variable : List.of("CDPSIM_JAVA_OPTS", "JDK_JAVA_OPTIONS")) {
            assertThat(call(root, Map.of(variable, "-XX:+UseParallelGC")).out()).doesNotContain("UseSerialGC");
        }
    }

    @Test
    void aChangeOfWhatTheBuildRunsIsBuilt() throws Exception {
        Path root = checkout("plain", true);
        script(root.resolve("mvnw"), "touch cli/target/cdpsim.jar built");
        call(root, Map.of());
        assertThat(root.resolve("built")).doesNotExist();

        Path built = root.resolve("cli/target/launcher/built");
        FileTime before = FileTime.from(Instant.now().minusSeconds(3600));
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.toList()) {
                Files.setLastModifiedTime(each, before);
            }
        }
        Files.setLastModifiedTime(root.resolve(".mvn/RulePlaces.java"), FileTime.from(Instant.now()));
        assertThat(call(root, Map.of()).err()).startsWith("cdpsim: building");
        assertThat(root.resolve("built")).exists();
        assertThat(Files.getLastModifiedTime(built)).isGreaterThan(before);
    }

    @Test
    void optionsThatJavaTakesAreHandedOn() throws Exception {
        Call call = call(checkout("plain", true), Map.of("CDPSIM_JAVA_OPTS", "-Xmx1g -Dx=y"));
        assertThat(call.err()).isEmpty();
        assertThat(call.out()).contains(" -Xmx1g -Dx=y -cp ");
    }

    @Test
    void aBuildThatAnotherCallWaitsForSaysSo() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/flock")), "without flock nobody waits");
        Path root = checkout("plain", false);
        Path began = root.resolve("began");
        Path goOn = root.resolve("go-on");
        // Ends only when told to, and not by time.
        script(root.resolve("mvnw"), """
            touch began
            until [ -e go-on ]; do sleep 0.05; done
            touch cli/target/cdpsim.jar
            """);

        Process first = start(root, Map.of());
        while (!Files.exists(began)) {
            assertThat(first.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        Process second = start(root, Map.of());
        String waiting = firstLine(second.getErrorStream());
        Files.write(goOn, new byte[0], StandardOpenOption.CREATE);

        assertThat(waiting).isEqualTo("cdpsim: another call is building; waiting for it ...");
        assertThat(end(second)).isEqualTo(new Call(0, call(root, Map.of()).out(), ""));
        assertThat(end(first).err())
                .isEqualTo("cdpsim: building (some minutes on first use, while libraries are fetched) ...\n");
    }

    /** Waits for the job in the background that makes the class archive. */
    private static Path archive(Path root) throws Exception {
        Path state = root.resolve("cli/target/launcher");
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (true) {
            List<Path> files;
            try (Stream<Path> all = Files.list(state)) {
                files = all.filter(each -> each.toString().contains(".jsa")).toList();
            }
            if (files.size() == 1 && files.get(0).toString().endsWith(".jsa")) {
                return files.get(0);
            }
            assertThat(System.nanoTime()).as("no archive, but %s", files).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Test
    void theClassListsOfSeveralRunsJoinWithoutTheirIds() throws Exception {
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"25.0.3\"\nJAVA_RUNTIME_VERSION=\"25.0.3+9-LTS\"\n");
        // As newer JDKs do: ids count from 0 in each list, and a list that repeats an id is refused.
        script(home.resolve("bin/java"), """
            echo "$*" >>"${0%/bin/java}/calls"
            for each; do
                case $each in
                    -XX:DumpLoadedClassList=*) list=${each#*=} ;;
                    -XX:SharedClassListFile=*) joined=${each#*=} ;;
                    -XX:SharedArchiveFile=*) archive=${each#*=} ;;
                esac
            done
            if [ -n "${list-}" ]; then
                run=$(grep -c DumpLoadedClassList "${0%/bin/java}/calls")
                printf '%s\\n' '# NOTE: Do not modify this file.' 'java/lang/Object id: 0' "run/Own$run id: 1" \\
                    'a/Foreign id: 2 super: 0 source: elsewhere.jar' '@cp a/Early 1 2' '@lambda-proxy a/B run ()V' >"$list"
            elif [ -n "${joined-}" ]; then
                cp "$joined" "${0%/bin/java}/joined"
                ids=$(grep -o ' id: [0-9]*' "$joined" | sort | uniq -d)
                [ -z "$ids" ] || { echo 'Duplicated ID: class list format error' >&2; exit 1; }
                echo archive >"$archive"
            fi
            """);
        Path root = checkout("plain", true);

        call(root, Map.of());
        Path archive = archive(root);

        assertThat(archive).content().isEqualTo("archive\n");
        assertThat(Files.readAllLines(home.resolve("joined")))
                .doesNotHaveDuplicates()
                .contains("java/lang/Object", "run/Own1", "run/Own2", "@lambda-proxy a/B run ()V")
                .noneMatch(line -> line.contains(" id: ") || line.contains(" source: ") || line.startsWith("@cp"));
        Files.delete(home.resolve("calls"));
        call(root, Map.of());
        assertThat(Files.readAllLines(home.resolve("calls")))
                .last()
                .asString()
                .contains("-XX:SharedArchiveFile=" + archive)
                .endsWith(" io.cdpsim.cli.Main --version");
    }

    @Test
    void anArchiveThatJavaRefusesIsNotTriedAgain() throws Exception {
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"25.0.3\"\nJAVA_RUNTIME_VERSION=\"25.0.3+9-LTS\"\n");
        script(home.resolve("bin/java"), """
            echo "$*" >>"${0%/bin/java}/calls"
            case " $* " in *' -Xshare:dump '* | *DumpLoadedClassList*) exit 1 ;; esac
            """);
        Path root = checkout("plain", true);

        call(root, Map.of());
        assertThat(archive(root)).isEmptyFile();
        Files.delete(home.resolve("calls"));

        assertThat(call(root, Map.of())).isEqualTo(new Call(0, "", ""));
        assertThat(home.resolve("calls")).content().doesNotContain("DumpLoadedClassList", "SharedArchiveFile");
    }

    /** A JDK of the newest long-term release, as distributions and CI services place them. */
    private static Optional<Path> newestLongTermJdk() throws IOException {
        List<Path> homes = new ArrayList<>();
        System.getenv().forEach((name, value) -> {
            if (name.matches("JAVA_HOME(_25.*)?|JDK_25.*")) {
                homes.add(Path.of(value));
            }
        });
        Path installed = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(installed)) {
            try (Stream<Path> all = Files.list(installed)) {
                all.sorted().forEach(homes::add);
            }
        }
        for (Path each : homes) {
            Path release = each.resolve("release");
            if (Files.isExecutable(each.resolve("bin/java"))
                    && Files.isReadable(release)
                    && Files.readString(release).contains("JAVA_VERSION=\"25")) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    @Test
    void theNewestLongTermJavaMakesTheArchiveAndLoadsClassesFromIt() throws Exception {
        Optional<Path> jdk = newestLongTermJdk();
        assumeTrue(jdk.isPresent(), "no JDK 25 in /usr/lib/jvm, JAVA_HOME or JAVA_HOME_25*");
        Path root = checkout("plain", true);
        makeJar(root.resolve("cli/target/cdpsim.jar"));
        home = jdk.get();

        assertThat(call(root, Map.of())).isEqualTo(new Call(0, "ran\n", ""));
        assertThat(archive(root)).isNotEmptyFile();

        Path log = folder.resolve("log");
        Call mapped = call(root, Map.of("CDPSIM_JAVA_OPTS", "-Xlog:class+load:file=" + log));
        assertThat(mapped).isEqualTo(new Call(0, "ran\n", ""));
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains("io.cdpsim.cli.Main source: shared objects file"));
    }

    /** A program in place of CDPSim, in class files that every supported Java reads. */
    private void makeJar(Path jar) throws IOException {
        Path source = folder.resolve("Main.java");
        Files.writeString(source, """
            package io.cdpsim.cli;
            public class Main {
                public static void main(String[] args) {
                    Runnable run = () -> System.out.println("ran");
                    run.run();
                }
            }
            """);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, "--release", "17", "-d", classes.toString(), source.toString()))
                .isZero();
        String name = "io/cdpsim/cli/Main.class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(name));
            out.write(Files.readAllBytes(classes.resolve(name)));
        }
    }

    private static String firstLine(InputStream stream) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = stream.read(); c >= 0 && c != '\n'; c = stream.read()) {
            line.append((char) c);
        }
        return line.toString();
    }
}
