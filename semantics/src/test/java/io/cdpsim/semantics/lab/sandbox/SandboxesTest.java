package io.cdpsim.semantics.lab.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.programs.exec.process.ProgramSettings.ProgramPaths;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that means harm, in the sandbox. Skipped where there is no bubblewrap, or no C compiler. */
class SandboxesTest {
    private static final String HARM = """
        #include <arpa/inet.h>
        #include <errno.h>
        #include <pthread.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <unistd.h>
        static void *nothing(void *x) { return x; }
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
            } else if (!strcmp(words[1], "fork")) {
                int made = 0;
                for (int i = 0; i < 200; i++) {
                    int child = fork();
                    if (child == 0) pause();
                    made += child > 0;
                }
                pthread_t thread;
                printf("%d processes, thread: %d\\n", made, pthread_create(&thread, 0, nothing, 0));
            } else if (!strcmp(words[1], "print")) {
                for (;;) puts("again and again");
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

    private record Ended(int exitCode, String output) {}

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        sandbox = Sandbox.find(Map.of("PATH", System.getenv().getOrDefault("PATH", "")));
        Path source = Files.writeString(folder.resolve("harm.c"), HARM);
        program = folder.resolve("harm");
        try {
            Process compiler = new ProcessBuilder("cc", "-o", program.toString(), source.toString(), "-pthread")
                    .inheritIO()
                    .start();
            assumeTrue(compiler.waitFor() == 0, "the C compiler refuses the test's program");
        } catch (IOException e) {
            assumeTrue(false, "there is no C compiler");
        }
    }

    private static List<String> command(String... words) throws IOException {
        assumeTrue(sandbox.isPresent(), "there is no bubblewrap, or it may make no sandbox here");
        Path own = Files.createTempDirectory(folder, "own");
        Path memory = Files.createFile(own.resolve("memory"));
        Path libraries = Files.createDirectory(own.resolve("libraries"));
        List<String> command = new ArrayList<>(
                sandbox.get().programs(folder).before(new ProgramPaths(program, libraries, own, memory)));
        command.add(program.toString());
        command.addAll(List.of(words));
        return command;
    }

    private static Ended run(String... words) throws IOException, InterruptedException {
        List<String> command = command(words);
        Path output = Files.createTempFile(folder, "output", "");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.size(output)).isLessThanOrEqualTo(ResourceLimits.PROGRAM.fileKib() * 1024);
        return new Ended(process.exitValue(), Files.readString(output));
    }

    @Test
    void aFileOfTheComputerIsNotThere() throws IOException, InterruptedException {
        Path secret = Files.writeString(folder.resolve("secret"), "secret");

        assertThat(run("read", "/etc/passwd").output()).startsWith("refused");
        assertThat(run("read", secret.toString()).output()).startsWith("refused");
        assertThat(run("read", "/proc/1/environ").output()).doesNotContain("PATH");
    }

    @Test
    void aServerOfTheComputerIsNotReached() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(run("connect", "" + server.getLocalPort()).output()).isEqualTo("refused\n");
        }
    }

    @Test
    void noProcessIsStartedButThreadsAre() throws IOException, InterruptedException {
        assertThat(run("fork").output()).isEqualTo("0 processes, thread: 0\n");
    }

    @Test
    void whatPrintsWithoutEndIsEnded() throws IOException, InterruptedException {
        assertThat(run("print").exitCode()).isNotZero();
    }

    @Test
    void whatAllocatesWithoutEndIsRefused() throws IOException, InterruptedException {
        assertThat(run("allocate").output()).isEqualTo("refused\n");
    }

    @Test
    void nothingIsLeftWhenTheSandboxIsEnded() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command("spin")).start();
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
    void aContainerSaysThatItIsOne() {
        assertThat(Sandbox.find(Map.of(Sandbox.VARIABLE, "container")))
                .hasValueSatisfying(each -> assertThat(each.name()).isEqualTo("container"));
        assertThat(Sandbox.find(Map.of("PATH", ""))).isEmpty();
    }
}
