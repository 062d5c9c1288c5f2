package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BfsRunTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"serial", "warp", "cdp", "threshold", "aggregate", "aggregate-warp", "aggregate-grid", "driver"})
    void everyVariantRunsFromTheCommandLine(String variant) {
        CommandRun run = CommandRun.of("run", "bfs", "--graph", "rmat:6:4", "--variant", variant, "--json");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\"variant\": \"" + variant + "\"", "\"correct\": true");
    }

    @Test
    void aGpuWithoutDynamicParallelismIsNamedInOneLine() {
        CommandRun run = CommandRun.of("run", "bfs", "--graph", "grid:4", "--profile", "gtx680");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("cdpsim: ")
                .contains("gtx680", "dynamic parallelism")
                .hasLineCount(1);
    }

    @Test
    void childrenUseTheNullStreamWithoutFireAndForget() {
        CommandRun run = CommandRun.of("run", "bfs", "--graph", "grid:4", "--profile", "k20x");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsPattern("stream of children +null");
    }
}
