package io.cdpsim.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.CommandRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes on the loopback: a sweep and two workers, one of which is killed in the middle. */
class ClusterSweepTest {
    private static final int POINTS = 24;
    private static final Pattern LISTENING =
            Pattern.compile("listening on (127\\.0\\.0\\.1:[0-9]+) for sweeps, to run 1 point at a time");

    @TempDir
    private Path folder;

    private record StartedWorker(Process process, BufferedReader printed, String address) implements AutoCloseable {
        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.cdpsim.cli.Main",
                        "worker",
                        "--listen",
                        "127.0.0.1:0",
                        "--workers",
                        "1",
                        "--cluster-key",
                        folder.resolve("key").toString())
                .redirectErrorStream(true)
                .start();
    }

    /** Waits until it listens. */
    private static StartedWorker listening(Process process) throws IOException {
        BufferedReader printed = process.inputReader(StandardCharsets.UTF_8);
        for (String line = printed.readLine(); line != null; line = printed.readLine()) {
            Matcher listening = LISTENING.matcher(line);
            if (listening.matches()) {
                return new StartedWorker(process, printed, listening.group(1));
            }
        }
        throw new AssertionError("a worker ended");
    }

    private CommandRun sweep(Path out, String... more) {
        List<String> command = new ArrayList<>(List.of(
                "sweep",
                "bfs",
                "--graph",
                "rmat:11:8:1",
                "--vary",
                "seed=1.." + POINTS,
                "--workers",
                "1",
                "--out",
                out.toString()));
        command.addAll(List.of(more));
        return CommandRun.of(command.toArray(String[]::new));
    }

    private void awaitLines(Path journal, int count) throws IOException, InterruptedException {
        while (!Files.exists(journal) || Files.readString(journal).lines().count() < count) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void aSweepOutlivesAWorkerThatIsKilledInTheMiddle() throws Exception {
        Path whole = folder.resolve("whole.csv");
        Path out = folder.resolve("r.csv");
        Process one = start();
        Process other = start();
        try (StartedWorker survivor = listening(one);
                StartedWorker victim = listening(other)) {
            CompletableFuture<CommandRun> running = CompletableFuture.supplyAsync(() -> sweep(
                    out,
                    "--cluster",
                    survivor.address() + "," + victim.address(),
                    "--cluster-key",
                    folder.resolve("key").toString()));
            for (StartedWorker each : List.of(survivor, victim)) {
                assertThat(each.printed().readLine()).isEqualTo("takes points of a sweep of bfs with " + POINTS);
            }
            awaitLines(folder.resolve("r.csv.journal"), 4);
            // On Linux this is kill -9.
            victim.process().destroyForcibly().waitFor();
            CommandRun run = running.get(30, TimeUnit.SECONDS);

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.err())
                    .isEqualTo("cdpsim: lost the worker " + victim.address()
                            + ": no worker listens there; its points run elsewhere\n");
            sweep(whole);
            assertThat(out).hasSameTextualContentAs(whole);
            assertThat(Files.readAllLines(out)).hasSize(POINTS + 1);
        }
    }
}
