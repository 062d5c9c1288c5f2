package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeMetricsTest {
    private final RuntimeMetrics metrics = new RuntimeMetrics();

    @Test
    void launchesThatFailedAreCountedByErrorAndApartWhereThePoolWasFull() {
        metrics.launchFailed(9, false);
        metrics.launchFailed(701, true);
        metrics.launchFailed(701, true);
        metrics.launchFailed(701, false);
        assertThat(metrics.failedLaunches()).isEqualTo(4);
        assertThat(metrics.refusedByPool()).isEqualTo(Map.of(701, 2L));
        assertThat(metrics.failedByCode()).isEqualTo(Map.of(9, 1L, 701, 1L));
    }

    @Test
    void whatIsAskedForAndWhatRunsIsCounted() {
        metrics.childLaunches += 3;
        metrics.gridsRun += 2;
        assertThat(metrics.childLaunches()).isEqualTo(3);
        assertThat(metrics.gridsRun()).isEqualTo(2);
    }
}
