package io.cdpsim.semantics.lab.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that means harm, run as if it were the compiler. Skipped where there is no bubblewrap, or no C compiler. */
class SandboxesTest {
    private static final String HARM = """
        #include <arpa/inet.h>
        #include <errno.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <unistd.h>
        int main(int count, char **words) {
            (void)count;
            if (!strcmp(words[1], "read")) {
                FILE *file = fopen(words[2], "r");
                printf(file ? "read\\n" : "refused: %s\\n", strerror(errno));
            } else if (!strcmp(words[1], "connect")) {
                struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(words[2]))};
                to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
                int s = socket(AF_INET, SOCK_STREAM, 0);
                printf(s >= 0 && !connect(s, (struct sockaddr *)&to, sizeof to) ? "connected\\n" : "refused\\n");
            } else if (!strcmp(words[1], "write")) {
                FILE *file = fopen(words[2], "w");
                printf(file ? "written\\n" : "refused: %s\\n", strerror(errno));
            } else if (!strcmp(words[1], "fill")) {
                FILE *file = fopen(words[2], "w");
                while (file) fputs("again and again", file);
            } else if (!strcmp(words[1], "allocate")) {
                long chunks = 0;
                while (chunks < 1024 && malloc(64 << 20)) chunks++;
                printf(chunks < 1024 ? "refused\\n" : "given\\n");
            } else if (!strcmp(words[1], "spin")) {
                for (;;) pause();
            }
            return 0;
        }
        """;

    @TempDir
    private static Path folder;

    private static Optional<Sandbox> sandbox = Optional.empty();
    private static Path program = Path.of("none");

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        sandbox = Sandbox.find(Map.of("PATH", System.getenv().getOrDefault("PATH", "")));
        Path source = Files.writeString(folder.resolve("harm.c"), HARM);
        program = folder.resolve("harm");
        try {
            Process compiler = new ProcessBuilder("cc", "-o", program.toString(), source.toString())
                    .inheritIO()
                    .start();
            assumeTrue(compiler.waitFor() == 0, "the C compiler refuses the test's program");
        } catch (IOException e) {
            assumeTrue(false, "there is no C compiler");
        }
    }

    private static List<String> command(Path work, String... words) throws IOException {
        assumeTrue(sandbox.isPresent(), "there is no bubblewrap, or it may make no sandbox here");
        Path tool = Files.copy(
                program,
                Files.createDirectories(
                                Files.createTempDirectory(folder, "compiler").resolve("bin"))
                        .resolve("harm"));
        List<String> command = new ArrayList<>();
        command.add(sandbox.get()
                .compiler(tool, Files.createTempDirectory(folder, "scratch"), work)
                .orElseThrow()
                .toString());
        command.addAll(List.of(words));
        return command;
    }

    private static Path work() throws IOException {
        return Files.createTempDirectory(folder, "work");
    }

    private static String run(Path work, String... words) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", "");
        Process process = new ProcessBuilder(command(work, words))
                .redirectOutput(output.toFile())
                .redirectErrorStream(true)
                .start();
        process.waitFor();
        return Files.readString(output);
    }

    @Test
    void aFileOfTheComputerIsNotThere() throws IOException, InterruptedException {
        Path secret = Files.writeString(folder.resolve("secret"), "secret");

        assertThat(run(work(), "read", "/etc/passwd")).startsWith("refused");
        assertThat(run(work(), "read", secret.toString())).startsWith("refused");
        assertThat(run(work(), "read", "/proc/1/environ")).doesNotContain("PATH");
    }

    @Test
    void onlyTheFolderOfTheSourcesIsWritten() throws IOException, InterruptedException {
        Path work = work();

        run(work, "write", folder.resolve("stray").toString());
        assertThat(folder.resolve("stray")).doesNotExist();
        assertThat(run(work, "write", work.resolve("object").toString())).isEqualTo("written\n");
    }

    @Test
    void aServerOfTheComputerIsNotReached() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(run(work(), "connect", "" + server.getLocalPort())).isEqualTo("refused\n");
        }
    }

    @Test
    void whatWritesWithoutEndIsEnded() throws IOException, InterruptedException {
        Path work = work();

        run(work, "fill", work.resolve("large").toString());

        assertThat(Files.size(work.resolve("large"))).isLessThanOrEqualTo(ResourceLimits.COMPILER.fileKib() * 1024);
    }

    @Test
    void whatAllocatesWithoutEndIsRefused() throws IOException, InterruptedException {
        assertThat(run(work(), "allocate")).isEqualTo("refused\n");
    }

    @Test
    void nothingIsLeftWhenTheSandboxIsEnded() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(work(), "spin")).start();
        while (process.descendants()
                        .noneMatch(each -> each.info().command().orElse("").endsWith("harm"))
                && process.isAlive()) {
            Thread.onSpinWait();
        }
        List<ProcessHandle> inside = process.descendants().toList();

        process.destroyForcibly().waitFor();

        for (ProcessHandle each : inside) {
            each.onExit().join();
            assertThat(each.isAlive()).isFalse();
        }
    }

    @Test
    void aFileOfAnotherStudentMayNotBeIncluded() throws IOException {
        Path work = work();
        Path own = Files.writeString(work.resolve("kernel.cu"), "");
        Path other = Files.writeString(folder.resolve("other.cu"), "");
        Path compiler = Path.of("/bin/sh");
        Sandbox any = new Bubblewrap(Path.of("bwrap"));

        assertThat(any.foreign(Set.of(own, Path.of("/usr/bin/env")), compiler, work))
                .isEmpty();
        assertThat(any.foreign(Set.of(own, other), compiler, work)).hasValue(other);
    }

    @Test
    void aContainerAloneIsNoSandbox() {
        assertThat(Sandbox.find(Map.of(Sandbox.VARIABLE, "container", "PATH", "")))
                .isEmpty();
        assertThat(Sandbox.find(Map.of("PATH", ""))).isEmpty();
    }

    /** Needs util-linux and the superuser. */
    @Test
    void inAContainerTheCompilerIsNobody() throws IOException, InterruptedException {
        Path setpriv = Path.of("/usr/bin/setpriv");
        assumeTrue(
                Files.isExecutable(setpriv) && SeparateUser.works(setpriv), "only the superuser becomes another user");
        Path shared = Files.createTempDirectory("cdpsim-test");
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwx--x--x"));
        Path secret = Files.writeString(shared.resolve("secret"), "secret");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Path work = Files.createDirectory(shared.resolve("work"));
        Path scratch = Files.createDirectory(shared.resolve("scratch"));
        Path tool = Files.copy(program, work.resolve("harm"));
        String script = new SeparateUser(setpriv)
                .compiler(tool, scratch, work)
                .orElseThrow()
                .toString();

        for (String each :
                List.of(secret.toString(), "/proc/" + ProcessHandle.current().pid() + "/environ")) {
            Process process = new ProcessBuilder(script, "read", each).start();
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("refused");
        }
        Process process = new ProcessBuilder(script, "write", script).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("refused");
    }
}
