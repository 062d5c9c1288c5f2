package io.cdpsim.experiments.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.bench.BystanderBench;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bulk instruction beside other warps against the loop it stands for. */
class BystanderBenchTest {
    private static final GpuProfile ONE_SM = Profiles.load("h200", List.of("sm.count=1"));
    private static final int REPETITIONS = 16_000;

    /** Of several blocks, a younger one gets somewhat less of the slots that an older one leaves than the bulk instruction takes it to get. An H200 is in between. */
    @ParameterizedTest
    @CsvSource({"1, false, 3", "2, false, 9", "4, false, 9", "1, true, 3", "2, true, 9", "4, true, 9"})
    void aBulkInstructionGivesWayToALaunchingWarpAsTheLoopDoes(int blocksPerSm, boolean besideLauncher, int percent) {
        double loop = BystanderBench.micros(ONE_SM, blocksPerSm, besideLauncher, false, REPETITIONS);
        double bulk = BystanderBench.micros(ONE_SM, blocksPerSm, besideLauncher, true, REPETITIONS);
        assertThat(bulk).isCloseTo(loop, Percentage.withPercentage(percent));
    }
}
