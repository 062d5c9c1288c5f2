package io.cdpsim.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FitCommandTest {
    @TempDir
    private Path folder;

    private String rows = "";
    private String out = "";

    @BeforeEach
    void measure() throws IOException {
        Path data = Files.createDirectory(folder.resolve("rows"));
        Files.writeString(data.resolve("micro.csv"), """
            device,NVIDIA Test,sm,100,l2,52428800
            latency,threadfence,-,0,per_op,cycles,670,677,690,5
            latency,shared_ld,-,0,per_load,cycles,29,29.07,29.1,5
            """);
        rows = data.toString();
        out = folder.resolve("own.yaml").toString();
    }

    @Test
    void theReportListsFittedAndUnfittedParametersAndTheirEffect() throws IOException {
        Path plot = folder.resolve("plot.svg");
        CommandRun run = CommandRun.of("fit", "--data", rows, "--out", out, "--plot", plot.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern(
                        "synchronization.fence_device +273 cycles +67\\d cycles +1\\.[567]% +1 +59\\.\\d% +0\\.\\d%")
                .contains("agrees: shared.latency")
                .contains("no rows: clock.core, ")
                .containsPattern("rows of the plan +2 +(29|30)\\.\\d% +0\\.\\d%");
        assertThat(Files.readString(Path.of(out)))
                .contains("extends: h200")
                .containsPattern(
                        "fence_device: \\{value: 67\\d cycles, source: \"fitted: latency,threadfence,\\*; within"
                                + " 1\\.[567]%\"}")
                .contains("count: {value: 100, source: \"measured: device properties\"}");
        assertThat(Files.readString(plot)).contains("before the fit");
        assertThat(CommandRun.of("profiles", "diff", "h200", out).out()).contains("fence_device");
    }

    @Test
    void jsonHasTheSame() {
        assertThat(CommandRun.of("fit", "--data", rows, "--out", out, "--quick", "--json")
                        .out())
                .contains("\"field\": \"synchronization.fence_device\"")
                .contains("\"outcome\": \"fitted\"", "\"uncertainty\": 0.01");
    }

    @Test
    void whatCannotBeDoneIsSaidBeforeTheMinutesAreSpent() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(CommandRun.of("fit", "--data", empty.toString(), "--out", out)
                        .err())
                .contains("holds no .csv file");
        assertThat(CommandRun.of("fit", "--data", rows, "--out", "own.txt").err())
                .contains("ends in .yaml");
        assertThat(CommandRun.of("fit", "--data", rows, "--out", folder + "/none/own.yaml")
                        .err())
                .contains("folder that does not exist");
        assertThat(CommandRun.of("fit", "--data", rows, "--out", out, "--extends", "h300")
                        .err())
                .contains("unknown profile 'h300'");
        assertThat(CommandRun.of("fit", "--data", rows, "--out", out, "--quick", "--plot", "a.svg")
                        .err())
                .contains("--quick does not simulate");
        Files.writeString(empty.resolve("other.csv"), "throughput,ffma,warps,1,per_sm,lanes/cycle,1,2,3,4\n");
        assertThat(CommandRun.of("fit", "--data", empty.toString(), "--out", out)
                        .err())
                .contains("no row measures a parameter");
    }
}
