package io.cdpsim.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.read.Profiles;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a completion costs by the size of the pool, against floods of one H100 (pools-h100.csv in {@code measurements}). */
class PoolSizeTest {
    private static final GpuProfile H100 = Profiles.load("h100-sxm");

    /** Nanoseconds a launch of floods of whole warps, whose completions take longer than their starts. */
    @ParameterizedTest
    @CsvSource({"131072, 388", "253440, 393", "262144, 551"})
    void completionsOfFireAndForgetLaunchesStepUpBetweenTwoSizesOfThePool(long slots, double measuredNanos) {
        double uncached = 1 - (double) H100.limits().cachedSlots(H100.l2().bytes()) / slots;
        double cycles = H100.launch().completion().fireAndForgetGrid().cycles(false, slots, uncached);
        assertThat(cycles / 1.98).isCloseTo(measuredNanos, Percentage.withPercentage(12));
    }
}
