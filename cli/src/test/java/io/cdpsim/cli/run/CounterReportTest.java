package io.cdpsim.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.CommandRun;
import org.junit.jupiter.api.Test;

class CounterReportTest {
    private static JsonNode json(String line) throws Exception {
        CommandRun run = CommandRun.of(("run " + line + " --json").split(" "));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void theInstructionsOfKernelsAreThoseOfTheRunAndCountingTakesNoSimulatedTime() throws Exception {
        String line = "bfs --graph rmat:7:8:1 --threshold 8";
        JsonNode counted = json(line + " --counters");
        long instructions = 0;
        long grids = 0;
        for (JsonNode each : counted.get("counters")) {
            instructions += each.get("sm__inst_executed.sum").asLong();
            grids += each.get("grids").asLong();
            assertThat(each.get("smsp__thread_inst_executed_per_inst_executed.ratio")
                            .asDouble())
                    .isBetween(0.0, 32.0);
            assertThat(each.get("accel_sim").get("L1D_total_cache_misses").asLong())
                    .isLessThanOrEqualTo(
                            each.get("accel_sim").get("L2_total_cache_accesses").asLong());
        }

        assertThat(instructions).isEqualTo(counted.get("warp_instructions").asLong());
        assertThat(grids).isEqualTo(counted.get("grids_run").asLong());
        assertThat(counted.get("cycles")).isEqualTo(json(line).get("cycles"));
    }

    @Test
    void theTableHasARowForEachKernel() {
        CommandRun run = CommandRun.of("run", "bfs", "--graph", "rmat:7:8:1", "--threshold", "8", "--counters");

        assertThat(run.out())
                .containsPattern(
                        "kernel +L1 hits +L2 hits +DRAM read +written +IPC +occupancy +threads/warp +launch calls")
                .containsPattern("expand +[0-9.]+% +[0-9.]+% +[0-9,]+ B");
    }
}
