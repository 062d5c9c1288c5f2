package io.cdpsim.runtime.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.runtime.settings.LaunchPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program with no report gives the same result however it is run; and what is reported does not depend on how it is run. */
class OrderedProgramsPropertyTest {
    private static final int PROGRAMS = 100;
    private static final int SEEDS = 3;

    private record Outcome(boolean clean, List<Integer> words) {}

    private static Outcome run(String profile, long program, LaunchPolicy policy, long seed) {
        ProgramLab lab = new ProgramLab(profile, policy, seed);
        List<Integer> words = new RandomOrderedProgram(lab, program, profile.equals("k20x")).run();
        return new Outcome(lab.report().isClean(), words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h200", "k20x"})
    void aProgramWithoutReportGivesTheSameResultUnderEveryPolicyAndSeed(String profile) {
        int clean = 0;
        int racy = 0;
        for (long program = 1; program <= PROGRAMS; program++) {
            Outcome eager = run(profile, program, LaunchPolicy.EAGER, 1);
            for (LaunchPolicy policy : List.of(LaunchPolicy.LAZY, LaunchPolicy.ADVERSARIAL)) {
                int seeds = policy == LaunchPolicy.ADVERSARIAL ? SEEDS : 1;
                for (long seed = 1; seed <= seeds; seed++) {
                    Outcome other = run(profile, program, policy, seed);
                    assertThat(other.clean())
                            .as("program %d, policy %s, seed %d", program, policy, seed)
                            .isEqualTo(eager.clean());
                    if (eager.clean()) {
                        assertThat(other.words())
                                .as("program %d, policy %s, seed %d", program, policy, seed)
                                .isEqualTo(eager.words());
                    }
                }
            }
            clean += eager.clean() ? 1 : 0;
            racy += eager.clean() ? 0 : 1;
        }
        assertThat(clean).as("programs without races, or nothing is tested").isGreaterThan(PROGRAMS / 10);
        assertThat(racy).as("programs with races").isGreaterThan(PROGRAMS / 10);
    }

    @Test
    void aMissingEdgeShowsInTheResultOfAnAdversarialRun() {
        ProgramLab lab = new ProgramLab("h200", LaunchPolicy.ADVERSARIAL, 1);
        lab.run(1, 1, k -> {
            ProgramLab.launch(k, ProgramLab.child("writer", c -> ProgramLab.store(c, lab.x(), 1)));
            LaunchPrograms.pause(k);
            LaunchPrograms.pause(k);
            lab.observe(k, lab.x(), 9);
        });
        assertThat(lab.words()[0]).isEqualTo(1);
        assertThat(lab.words()[9]).as("what the parent saw, long after").isZero();
    }

    @Test
    void anAdversarialReadGivesTheValueBeforeAllThatTheReaderDoesNotKnow() {
        ProgramLab lab = new ProgramLab("h200", LaunchPolicy.ADVERSARIAL, 1);
        lab.run(1, 1, k -> {
            ProgramLab.store(k, lab.x(), 1);
            ProgramLab.launch(k, ProgramLab.child("reader", c -> {
                LaunchPrograms.pause(c);
                LaunchPrograms.pause(c);
                lab.observe(c, lab.x(), 9);
            }));
            ProgramLab.store(k, lab.x(), 2);
            ProgramLab.store(k, lab.x(), 3);
        });
        assertThat(lab.words()[9]).isEqualTo(1);
    }
}
