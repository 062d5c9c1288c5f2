package io.cdpsim.runtime.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Operand;
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

    @Test
    void aKernelThatReadsMemoryWithoutAValueIsReported() {
        ProgramLab lab = new ProgramLab("h200", LaunchPolicy.EAGER, 1);
        // From the second word of the first page to the end of the last one.
        long fresh = lab.host().malloc(10_000);
        lab.host().hasNoValue(fresh + 4, 10_000 - 4);
        lab.host().memory().write(fresh + 8, 1, 2);
        for (int word : new int[] {0, 2, 3, 5_000 / 4}) {
            lab.run(1, 1, k -> ProgramLab.store(k, Operand.u64(fresh + 5_000), 7));
            lab.run(1, 1, k -> ProgramLab.load(k, Operand.u64(fresh + 4L * word)));
        }
        assertThat(lab.report().misuses()).isEmpty();

        lab.run(1, 1, k -> ProgramLab.load(k, Operand.u64(fresh + 4)));
        lab.run(1, 1, k -> ProgramLab.load(k, Operand.u64(fresh + 9_996)));

        assertThat(lab.report().misuses()).singleElement().satisfies(each -> {
            assertThat(each.rule()).isEqualTo("MEM-14");
            assertThat(each.count()).isEqualTo(2);
        });
    }
}
