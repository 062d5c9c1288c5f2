package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run gives the same results, times and warnings on any number of threads. */
class SideBySideTest {
    @ParameterizedTest
    @CsvSource({
        "nbody, h200, bodies=512 block=64",
        "nbody, k40c, bodies=512 block=64 variant=shuffle",
        "nbody, h100-sxm, bodies=512 block=64 gpus=2",
        "bfs, h200, graph=rmat:9:8:1 variant=cdp",
        "bfs, k20c, graph=rmat:9:8:1 variant=warp",
        "bfs, h200, graph=rmat:10:8:1 variant=aggregate",
        "recursive, h200, ''",
        "irregular, h200, ''",
        "graph, h200, graph=grid:16",
        "pending, k20x, depth=2",
        "persistent, h200, iterations=6"
    })
    void everyNumberOfThreadsGivesTheSameRun(String workload, String profile, String options) {
        MachineSettings machine = MachineSettings.of(Profiles.load(profile));
        String alone = Measures.withoutWallTime(Measures.run(workload, machine, options));
        for (int threads : new int[] {2, 3, 8}) {
            assertThat(Measures.withoutWallTime(Measures.run(workload, machine.withThreads(threads), options)))
                    .as("%d threads", threads)
                    .isEqualTo(alone);
        }
    }
}
