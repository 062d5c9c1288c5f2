package io.cdpsim.cli.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.semantics.litmus.SimulatedOutcomes;
import io.cdpsim.semantics.litmus.SimulationComparison;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SimulationReportTest {
    private static final SimulationComparison WITH_BUG = new SimulationComparison(
            new SimulatedOutcomes(10, new TreeMap<>(Map.of("c:r0=0;", 2, "c:r0=1;", 7)), 1),
            2,
            List.of("c:r0=0;"),
            List.of("c:r0=2;"),
            true);

    private static final SimulationComparison UNDEFINED =
            new SimulationComparison(new SimulatedOutcomes(0, new TreeMap<>(), 0), 0, List.of(), List.of(), false);

    @Test
    void eachStateHasItsRunsAndAForbiddenOneIsNamedAsABug() {
        assertThat(SimulationReport.text(WITH_BUG)).isEqualTo("""
            Simulated 10 runs: 1 of 2 allowed states reached (50.0%), 1 forbidden, 1 did not end
            2  c:r0=0;  FORBIDDEN by the model: a bug of the simulator
            7  c:r0=1;
            0  c:r0=2;  allowed
            """);
    }

    @Test
    void aTestThatWasNotRunCountsInNoTotal() {
        assertThat(SimulationReport.text(UNDEFINED)).startsWith("Not simulated: ");
        assertThat(SimulationReport.total(List.of(WITH_BUG, UNDEFINED, WITH_BUG)))
                .isEqualTo("Simulated 2 tests, 20 runs: 2 of 4 allowed states reached (50.0%), 2 forbidden,"
                        + " 2 did not end\n");
    }
}
