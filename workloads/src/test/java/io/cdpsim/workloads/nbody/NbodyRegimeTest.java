package io.cdpsim.workloads.nbody;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What of a force step nobody has measured. */
class NbodyRegimeTest {
    @ParameterizedTest
    @EnumSource(NbodyVariant.class)
    void onlyTheLoopThatIsNotUnrolledWasNotMeasured(NbodyVariant variant) {
        NbodySettings settings = new NbodySettings(variant, 4096, 256, false, 1, 1);
        List<String> expected = variant == NbodyVariant.ROLLED ? List.of("a loop that is not unrolled") : List.of();
        assertThat(NbodyRegime.of(settings).differences()).isEqualTo(expected);
    }
}
