package io.cdpsim.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps in processes of their own that really end in the middle. */
class StoppedSweepTest {
    private static final int POINTS = 60;
    private static final Pattern BEFORE = Pattern.compile("done before\\s+(\\d+)\n");

    /** The output of the same sweep, run to its end. */
    private static Path whole = Path.of("");

    @TempDir
    private Path folder;

    @BeforeAll
    static void sweepAllAtOnce(@TempDir Path kept) {
        whole = kept.resolve("whole.csv");
        CommandRun.of(arguments(whole).toArray(String[]::new));
    }

    private static List<String> arguments(Path out) {
        return List.of(
                "sweep",
                "bfs",
                "--graph",
                "rmat:9:8:1",
                "--vary",
                "seed=1.." + POINTS,
                "--workers",
                "2",
                "--out",
                out.toString());
    }

    private static List<String> command(Path out) {
        return CdpsimProcess.command(arguments(out));
    }

    /** Starts a sweep and waits until some points are done. */
    private Process started(Path out) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(out))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("printed").toFile())
                .start();
        Path journal = folder.resolve(out.getFileName() + ".journal");
        while (CdpsimProcess.lines(journal) < 4) {
            assertThat(process.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return process;
    }

    /** Continues a sweep that was stopped, and checks its rows. */
    private void goOn(Path out) throws IOException {
        CommandRun rest = CommandRun.of(arguments(out).toArray(String[]::new));

        assertThat(rest.exitCode()).as(rest.err()).isZero();
        Matcher before = BEFORE.matcher(rest.out());
        assertThat(before.find()).as(rest.out()).isTrue();
        assertThat(Integer.parseInt(before.group(1))).isBetween(3, POINTS);
        assertThat(out).hasSameTextualContentAs(whole);
        assertThat(Files.readAllLines(out)).hasSize(POINTS + 1);
        assertThat(folder.resolve(out.getFileName() + ".journal")).doesNotExist();
    }

    @Test
    void pointsThatAreDoneOutliveAKill() throws Exception {
        Path out = folder.resolve("r.csv");
        Process process = started(out);
        // On Linux this is kill -9.
        process.destroyForcibly();
        assertThat(process.waitFor()).isNotZero();
        assertThat(out).doesNotExist();

        goOn(out);
    }

    @Test
    void aSecondSweepOnTheSameOutputIsRefusedHoweverOftenItIsTried() throws Exception {
        Path out = folder.resolve("r.csv");
        Process process = started(out);
        // One that cannot end before the others have tried
        pause(process, "STOP");
        for (int i = 0; i < 2; i++) {
            Path printed = folder.resolve("second" + i);
            Process second = new ProcessBuilder(command(out))
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            assertThat(second.waitFor()).isEqualTo(2);
            assertThat(printed)
                    .content()
                    .isEqualTo("cdpsim: another run has the journal " + out
                            + ".journal; wait for it, or give another file with --out\n");
        }
        pause(process, "CONT");

        assertThat(process.waitFor()).isZero();
        assertThat(out).hasSameTextualContentAs(whole);
    }

    private static void pause(Process process, String signal) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void stoppingASweepPrintsThatPointsAreKept() throws Exception {
        Path out = folder.resolve("r.csv");
        Process process = started(out);
        process.destroy();
        assertThat(process.waitFor()).isNotZero();

        assertThat(folder.resolve("printed"))
                .content()
                .isEqualTo("cdpsim: stopped; finished points are kept in " + out
                        + ".journal, and the same command continues after them\n");
        goOn(out);
    }

    @Test
    void aJournalThatCannotGrowEndsTheSweepAndKeepsWhatIsDone() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "the limit on the size of files is a shell's");
        Path out = folder.resolve("r.csv");
        // 4 KiB: a full disk for every file that grows beyond
        String line = "ulimit -f 4; exec "
                + command(out).stream()
                        .map(each -> "'" + each.replace("'", "'\\''") + "'")
                        .collect(Collectors.joining(" "));
        Process process = new ProcessBuilder("/bin/bash", "-c", line)
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(printed).isEqualTo(3);
        assertThat(printed)
                .startsWith("cdpsim: cannot keep finished points: ")
                .endsWith(" before are kept: free disk space and give the same command again\n");
        assertThat(out).doesNotExist();
        goOn(out);
    }
}
