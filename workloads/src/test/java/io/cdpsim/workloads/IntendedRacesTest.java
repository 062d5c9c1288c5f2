package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.bfs.BfsProgram;
import io.cdpsim.workloads.bfs.BfsSettings;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import io.cdpsim.workloads.examples.Example;
import io.cdpsim.workloads.examples.ExampleRun;
import io.cdpsim.workloads.examples.Examples;
import io.cdpsim.workloads.graph.GraphSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Workloads and examples have the races that they say they have, and no others. */
class IntendedRacesTest {
    private static MachineSettings watched(String profile, LaunchPolicy policy) {
        return MachineSettings.of(Profiles.load(profile)).withCheck(true).withPolicy(policy);
    }

    static Stream<Arguments> examples() {
        return Examples.all().stream()
                .flatMap(e -> Stream.of("k20x", "h200")
                        .filter(p -> e.versions().contains(Profiles.load(p).cdp()))
                        .map(p -> Arguments.of(Named.of(e.name(), e), p)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("examples")
    void anExampleRacesOnlyIfItIsMeantTo(Example example, String profile) {
        for (LaunchPolicy policy : LaunchPolicy.values()) {
            RunResult result = new ExampleRun(example).run(watched(profile, policy), new Progress());
            VisibilityReport report = result.visibility().orElseThrow();
            assertThat(result.racesUnmeant()).as("%s: %s", policy, report).isFalse();
            assertThat(report.isClean())
                    .as("%s: %s", policy, report)
                    .isEqualTo(result.intendedRaces().rules().isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void aSearchDoesNotRace(BfsVariant variant) {
        BfsSettings settings =
                new BfsSettings(GraphSource.parse("rmat:8:8:1"), variant, 4, Optional.empty(), 64, OptionalInt.empty());
        for (LaunchPolicy policy : LaunchPolicy.values()) {
            RunResult result = new BfsProgram(settings).run(watched("h200", policy), new Progress());
            assertThat(result.failure()).as("%s", policy).isEmpty();
            assertThat(result.visibility().orElseThrow().races())
                    .as("%s", policy)
                    .isEmpty();
        }
    }
}
