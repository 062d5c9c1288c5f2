package io.cdpsim.semantics.rules.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenarios race where a rule leaves memory a choice, and nowhere else. */
class RuleScenarioRacesTest {
    private static final Map<String, GpuProfile> PROFILES = new ConcurrentHashMap<>();

    /** Rules about what memory may show. */
    private static final Set<String> RACING_RULES =
            Set.of("MEM-2", "MEM-3", "MEM-4", "MEM-5", "MEM-6", "MEM-7", "MEM-10", "MEM-13", "HEAP-5");

    /** Rules about uses that are reported. */
    private static final Set<String> MISUSE_RULES =
            Set.of("MEM-1", "MEM-8", "STR-1", "STR-2", "STR-3", "STR-4", "EVT-3", "VER-3", "HEAP-3", "C-5");

    /** Rules about calls that fail, whose programs look at what becomes of them and not at the error of each. */
    private static final Set<String> FAILING_RULES =
            Set.of("DEPTH-2", "DEPTH-4", "LNCH-6", "FAF-8", "POOL-1", "POOL-8", "CONC-2");

    /** Errors that no thread asks for. */
    private static final Set<String> UNCHECKED_ERRORS = Set.of("LNCH-6", "ERR-2");

    static Stream<Arguments> scenarios() {
        return RuleScenarios.all().stream()
                .flatMap(s -> s.profiles().stream().map(p -> Arguments.of(Named.of(s.testName(), s), p)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("scenarios")
    void onlyAScenarioWithAChoiceOfValuesRaces(RuleScenario scenario, String profile) {
        ProgramMachine lab = new ProgramMachine(MachineSettings.of(PROFILES.computeIfAbsent(profile, Profiles::load))
                .withCheck(true));
        assertThat(scenario.program().apply(lab)).isIn(scenario.allowed());
        VisibilityReport report = lab.machine().visibility();
        boolean chooses = scenario.reachesAll() && RACING_RULES.contains(scenario.rule());
        assertThat(report.races().isEmpty()).as("no races: %s", report.races()).isEqualTo(!chooses);
        if (!MISUSE_RULES.contains(scenario.rule())) {
            assertThat(report.misuses())
                    .filteredOn(
                            each -> !FAILING_RULES.contains(scenario.rule()) || !UNCHECKED_ERRORS.contains(each.rule()))
                    .isEmpty();
        }
    }
}
