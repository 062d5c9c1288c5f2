package io.cdpsim.runtime.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.runtime.settings.LaunchPolicy;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The checker reports the races of each labelled program, all of them and no others, however the run happens to go. */
class VisibilityCheckerTest {
    static Stream<LabelledProgram> programs() {
        return Stream.of(
                        LaunchPrograms.all(),
                        SynchronizePrograms.all(),
                        CopyPrograms.all(),
                        ThreadPrograms.all(),
                        FencePrograms.all(),
                        HostPrograms.all(),
                        HostCopyPrograms.all(),
                        DeviceBoxPrograms.all())
                .flatMap(java.util.List::stream);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void whatIsReportedIsWhatRaces(LabelledProgram labelled) {
        for (LaunchPolicy policy : new LaunchPolicy[] {LaunchPolicy.EAGER, LaunchPolicy.ADVERSARIAL}) {
            int seeds = policy == LaunchPolicy.ADVERSARIAL ? 3 : 1;
            for (long seed = 1; seed <= seeds; seed++) {
                ProgramLab lab = new ProgramLab(labelled.profile(), policy, seed);
                labelled.program().accept(lab);
                assertThat(lab.report().races())
                        .as("policy %s, seed %d", policy, seed)
                        .extracting(Race::kind)
                        .containsExactlyInAnyOrderElementsOf(labelled.races());
            }
        }
    }

    @Test
    void aLockWithoutFencesOrdersNothingWithinIt() {
        ProgramLab lab = new ProgramLab("h200", LaunchPolicy.EAGER, 1);
        FencePrograms.lockWithoutFences().accept(lab);
        assertThat(lab.report().races()).isNotEmpty().allMatch(race -> race.kind() == RaceKind.BLOCKS);
    }

    @Test
    void aFlagWithTheScopeOfABlockRacesBetweenBlocksAndSoDoesItsData() {
        ProgramLab lab = new ProgramLab("h200", LaunchPolicy.EAGER, 1);
        FencePrograms.narrowReleaseAndAcquire().accept(lab);
        assertThat(lab.report().races()).extracting(Race::kind).containsExactly(RaceKind.BLOCKS, RaceKind.BLOCKS);
    }
}
