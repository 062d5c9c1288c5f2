package io.cdpsim.workloads.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunResult;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {
    private static final int SEEDS = 4;
    private static final int SEEDS_TO_REACH_ALL = 400;

    static Stream<Arguments> runs() {
        return Examples.all().stream()
                .flatMap(example -> example.versions().stream()
                        .map(version -> Arguments.of(Named.of(example.name(), example), profile(version))));
    }

    private static String profile(CdpSupport version) {
        return version == CdpSupport.CDP1 ? "k20x" : "h200";
    }

    private static RunResult run(Example example, String profile, LaunchPolicy policy, long seed) {
        MachineSettings settings =
                MachineSettings.of(Profiles.load(profile)).withPolicy(policy).withSeed(seed);
        return new ExampleRun(example).run(settings, new Progress());
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("runs")
    void anExampleComesOutAsExpectedUnderEveryPolicy(Example example, String profile) {
        for (LaunchPolicy policy : LaunchPolicy.values()) {
            int seeds = policy == LaunchPolicy.ADVERSARIAL ? SEEDS : 1;
            for (long seed = 1; seed <= seeds; seed++) {
                assertThat(run(example, profile, policy, seed).failure())
                        .as("policy %s, seed %d", policy, seed)
                        .isEmpty();
            }
        }
    }

    static Stream<Arguments> choices() {
        return runs().filter(run ->
                ((Example) ((Named<?>) run.get()[0]).getPayload()).expected().size() > 1);
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("choices")
    void whereTheRulesLeaveAChoiceEveryOutcomeComesUp(Example example, String profile) {
        Set<String> seen = new HashSet<>();
        for (long seed = 1;
                seed <= SEEDS_TO_REACH_ALL && seen.size() < example.expected().size();
                seed++) {
            seen.add(outcome(run(example, profile, LaunchPolicy.ADVERSARIAL, seed)));
        }
        assertThat(seen).isEqualTo(example.expected());
    }

    private static String outcome(RunResult result) {
        return result.measures().stream()
                .filter(each -> each.name().equals("outcome"))
                .map(each -> ((ResultValue.Text) each).value())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anExampleOfTheOtherVersionIsRefusedWithAProfileThatHasIt() {
        assertThatThrownBy(() -> run(Examples.named("tail-pair").orElseThrow(), "k20x", LaunchPolicy.EAGER, 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("example:tail-pair does not exist for k20x, which has CDP1: it is a program for CDP2; "
                        + "use a profile such as h200");
        assertThatThrownBy(() -> run(Examples.named("launch-per-block").orElseThrow(), "gtx680", LaunchPolicy.EAGER, 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("example:launch-per-block does not exist for gtx680, whose device code cannot launch; "
                        + "use a profile such as k20x");
    }

    @Test
    void namesAreUnique() {
        assertThat(Examples.all()).extracting(Example::name).doesNotHaveDuplicates();
    }
}
