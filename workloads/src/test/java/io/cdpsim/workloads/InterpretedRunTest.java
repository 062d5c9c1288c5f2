package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compiled code gives the results and the times that interpreted code gives. */
class InterpretedRunTest {
    @ParameterizedTest
    @CsvSource({
        "nbody, h200, bodies=1024",
        "nbody, k40c, bodies=512 variant=shuffle",
        "bfs, h200, graph=rmat:9:8:1 variant=cdp",
        "bfs, k20c, graph=rmat:9:8:1 variant=warp",
        "recursive, h200, ''",
        "persistent, h200, iterations=20"
    })
    void compiledAndInterpretedRunsAreTheSame(String workload, String profile, String options) {
        MachineSettings machine = MachineSettings.of(Profiles.load(profile));
        String compiled = Measures.withoutWallTime(Measures.run(workload, machine, options));
        assertThat(Measures.withoutWallTime(Measures.run(workload, machine.withInterpret(true), options)))
                .isEqualTo(compiled);
    }
}
