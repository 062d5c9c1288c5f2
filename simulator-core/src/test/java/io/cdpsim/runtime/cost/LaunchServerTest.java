package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.runtime.cost.LaunchSchedule.LaunchServer;
import org.junit.jupiter.api.Test;

class LaunchServerTest {
    private final LaunchServer server = new LaunchServer();

    @Test
    void aLaunchThatFindsItIdleHasItsTurnAtOnce() {
        assertThat(server.serve(1_000, 40)).isEqualTo(1_000);
        assertThat(server.serve(5_000, 40)).isEqualTo(5_000);
    }

    @Test
    void launchesAreHandledOneAfterTheOther() {
        assertThat(server.serve(1_000, 40)).isEqualTo(1_000);
        assertThat(server.serve(1_010, 30)).isEqualTo(1_040);
        assertThat(server.serve(1_010, 30)).isEqualTo(1_070);
        assertThat(server.serve(1_200, 30)).isEqualTo(1_200);
    }

    @Test
    void partsOfACycleAddUp() {
        for (long cycle : new long[] {0, 2, 5, 7, 10}) {
            assertThat(server.serve(0, 2.5)).isEqualTo(cycle);
        }
    }
}
