package io.cdpsim.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import org.junit.jupiter.api.Test;

class UserProgramsTest {
    @Test
    void programsOfUsersStandBetweenTheModelsAndTheExamples() {
        assertThat(Workloads.installed().all())
                .extracting(Workload::name)
                .containsSequence("recursive", "graph", "ptx", "exec", "cuda", "example:hello-world");
    }
}
