package io.cdpsim.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep on a real Slurm of one node, which the test starts and stops. Debian: the packages slurm-wlm and munge. */
class SlurmSweepTest {
    @TempDir
    private Path folder;

    /** Starts and stops the cluster; empty until this machine is known to have Slurm. */
    private Optional<Path> script = Optional.empty();

    @BeforeEach
    void start() throws Exception {
        List<String> programs = List.of("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "sinfo");
        List<String> missing = programs.stream()
                .filter(each -> Stream.of(System.getenv("PATH").split(":"))
                        .noneMatch(path -> Files.isExecutable(Path.of(path, each))))
                .toList();
        assumeTrue(missing.isEmpty(), "no Slurm here, missing " + missing);
        assumeTrue("root".equals(System.getProperty("user.name")), "munged and slurmd want to run as root");
        Path copy = folder.resolve("slurm.sh");
        try (InputStream text = Objects.requireNonNull(SlurmSweepTest.class.getResourceAsStream("slurm.sh"))) {
            Files.copy(text, copy);
        }
        script = Optional.of(copy);
        slurm(copy, "start");
    }

    @AfterEach
    void stop() throws Exception {
        if (script.isPresent()) {
            slurm(script.get(), "stop");
        }
    }

    private void slurm(Path script, String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "bash",
                        script.toString(),
                        what,
                        folder.toString(),
                        String.valueOf(freePort()),
                        String.valueOf(freePort()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(what + ".log").toFile())
                .start();
        int status = process.waitFor();
        assertThat(status).as(Files.readString(folder.resolve(what + ".log"))).isZero();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** The process whose command line has a word. */
    private static ProcessHandle process(String word) {
        return ProcessHandle.allProcesses()
                .filter(each -> {
                    try {
                        String line = Files.readString(
                                Path.of("/proc", String.valueOf(each.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
                        return List.of(line.split("\0", -1)).contains(word);
                    } catch (IOException e) {
                        return false;
                    }
                })
                .findFirst()
                .orElseThrow();
    }

    private static void await(Path file, long lines, int seconds) throws IOException, InterruptedException {
        for (int i = 0; i < 100 * seconds && CdpsimProcess.lines(file) < lines; i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(CdpsimProcess.lines(file)).as("lines of %s", file).isGreaterThanOrEqualTo(lines);
    }

    /** The output of the task that lingers. No other test has one of this name, whose process might be killed instead. */
    private static final String PART = "slurm.2-of-3.csv";

    @Test
    void aTaskThatIsKilledGoesBackToTheQueueAndTheMergedBytesAreThoseOfTheWholeSweep() throws Exception {
        Map<String, String> environment = Map.of(
                "SLURM_CONF",
                folder.resolve("slurm.conf").toString(),
                // Slurm hands it on to the tasks.
                CdpsimProcess.OPTIONS,
                CdpsimProcess.options());
        CdpsimProcess run = CdpsimProcess.of(
                folder,
                environment,
                "sweep submit --slurm --tasks " + LingeringSweep.TASKS + " --time 10 --sbatch=--output=%a.log "
                        + LingeringSweep.WORDS + " --out slurm.csv");
        assertThat(run.exitCode()).as(run.printed()).isZero();

        await(folder.resolve(PART + ".journal"), LingeringSweep.LINES, 120);
        // On Linux this is kill -9.
        assertThat(process(PART).destroyForcibly()).isTrue();
        await(folder.resolve("slurm.csv"), LingeringSweep.POINTS + 1L, 300);

        assertThat(folder.resolve("2.log"))
                .as("it went on after the points in its journal")
                .content()
                .containsPattern("done before +3\n");
        CommandRun.of(
                ("sweep " + LingeringSweep.WORDS + " --quiet --out " + folder.resolve("whole.csv")).split(" ", -1));
        assertThat(folder.resolve("slurm.csv")).hasSameBinaryContentAs(folder.resolve("whole.csv"));
    }
}
