package io.cdpsim.workloads.rules.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenarios race where a rule leaves memory a choice, and nowhere else. */
class RuleScenarioRacesTest {
    /** Rules about what memory may show. */
    private static final Set<String> RACING_RULES =
            Set.of("MEM-2", "MEM-3", "MEM-4", "MEM-5", "MEM-6", "MEM-7", "MEM-10");

    /** Rules about uses that are reported. */
    private static final Set<String> MISUSE_RULES =
            Set.of("MEM-1", "MEM-8", "STR-1", "STR-2", "STR-3", "STR-4", "EVT-3", "VER-3", "HEAP-3");

    static Stream<Arguments> scenarios() {
        return RuleScenarios.all().stream()
                .flatMap(s -> s.profiles().stream().map(p -> Arguments.of(Named.of(s.testName(), s), p)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("scenarios")
    void onlyAScenarioWithAChoiceOfValuesRaces(RuleScenario scenario, String profile) {
        ProgramLab lab =
                new ProgramLab(MachineSettings.of(Profiles.load(profile)).withCheck(true));
        assertThat(scenario.program().apply(lab)).isIn(scenario.allowed());
        VisibilityReport report = lab.machine().visibility();
        boolean chooses = scenario.reachesAll() && RACING_RULES.contains(scenario.rule());
        assertThat(report.races().isEmpty()).as("no races: %s", report.races()).isEqualTo(!chooses);
        if (!MISUSE_RULES.contains(scenario.rule())) {
            assertThat(report.misuses()).isEmpty();
        }
    }
}
