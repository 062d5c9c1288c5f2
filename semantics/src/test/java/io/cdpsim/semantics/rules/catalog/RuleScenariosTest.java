package io.cdpsim.semantics.rules.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule's scenario gives what the rule allows, under every policy and many seeds, and all that it allows where it leaves a choice. */
class RuleScenariosTest {
    private static final int SEEDS = 3;
    private static final int SEEDS_TO_REACH_ALL = 60;
    private static final Map<String, GpuProfile> PROFILES = new ConcurrentHashMap<>();

    static Stream<Arguments> scenarios() {
        return RuleScenarios.all().stream()
                .flatMap(s -> s.profiles().stream().map(p -> Arguments.of(Named.of(s.testName(), s), p)));
    }

    private static String run(RuleScenario scenario, String profile, LaunchPolicy policy, long seed) {
        return run(scenario, settings(profile).withPolicy(policy).withSeed(seed));
    }

    private static MachineSettings settings(String profile) {
        return MachineSettings.of(PROFILES.computeIfAbsent(profile, Profiles::load));
    }

    private static String run(RuleScenario scenario, MachineSettings settings) {
        return scenario.program().apply(new ProgramMachine(settings));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("scenarios")
    void theRuleHoldsUnderEveryPolicyAndSeed(RuleScenario scenario, String profile) {
        for (LaunchPolicy policy : LaunchPolicy.values()) {
            int seeds = policy == LaunchPolicy.ADVERSARIAL ? SEEDS : 1;
            for (long seed = 1; seed <= seeds; seed++) {
                assertThat(run(scenario, profile, policy, seed))
                        .as("policy %s, seed %d", policy, seed)
                        .isIn(scenario.allowed());
            }
        }
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("scenarios")
    void strictlyTheDocumentedOutcomeComesUp(RuleScenario scenario, String profile) {
        MachineSettings strict = settings(profile).withStrict(true);
        assertThat(run(scenario, strict)).isIn(scenario.strictlyAllowed());
    }

    static Stream<Arguments> choices() {
        return scenarios().filter(a -> scenario(a).reachesAll());
    }

    private static RuleScenario scenario(Arguments arguments) {
        return (RuleScenario) ((Named<?>) arguments.get()[0]).getPayload();
    }

    @ParameterizedTest(name = "{0} on {1}", allowZeroInvocations = true)
    @MethodSource("choices")
    void whereTheRuleLeavesAChoiceEveryAllowedOutcomeComesUp(RuleScenario scenario, String profile) {
        Set<String> seen = new LinkedHashSet<>();
        for (LaunchPolicy policy : List.of(LaunchPolicy.EAGER, LaunchPolicy.LAZY)) {
            seen.add(run(scenario, profile, policy, 1));
        }
        for (long seed = 1;
                seed <= SEEDS_TO_REACH_ALL && seen.size() < scenario.allowed().size();
                seed++) {
            seen.add(run(scenario, profile, LaunchPolicy.ADVERSARIAL, seed));
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(scenario.allowed());
    }
}
