package io.cdpsim.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.CommandRun;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.gpu.sampling.SamplingCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleOptionTest {
    @ParameterizedTest
    @ValueSource(strings = {"--fast", "--check", "--breakdown", "--counters", "--report=page.html"})
    void isRefusedWhereEachWarpNeedsItsTime(String other) {
        CommandRun run = CommandRun.of("run", "bfs", "--graph", "grid:3", "--sample", other);
        assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.err()).contains("leave out", other.replaceAll("=.*", "")).doesNotContain("Exception");
    }

    @Test
    void aRunWithoutALargeGridSaysThatAllBlocksWereTimed() {
        assertThat(CommandRun.of("run", "bfs", "--graph", "grid:3", "--sample").out())
                .containsPattern("sampled +no grid: none has enough blocks");
        assertThat(CommandRun.of("run", "bfs", "--graph", "grid:3", "--sample", "--json")
                        .out())
                .containsPattern("\"grids\": [1-9]")
                .contains("\"sampled_grids\": 0", "\"expected_error\": 0");
        assertThat(CommandRun.of("run", "bfs", "--graph", "grid:3").out()).doesNotContain("sampled");
    }

    @Test
    void theResultSaysHowManyBlocksWereTimedAndWhichErrorToExpect() {
        assertThat(SamplingReport.facts(new SamplingCounts(3, 2, 1_500, 8_500, 7, 1e6, 2e4)))
                .extracting(each -> each.value())
                .containsExactly(
                        "2 of 3 grids: 1,500 of 10,000 blocks timed",
                        "expected error of their time 2.0%, 7 blocks unlike any timed one");
    }
}
