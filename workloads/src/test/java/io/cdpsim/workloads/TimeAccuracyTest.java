package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeAccuracyTest {
    private static final GpuProfile H200 = Profiles.load("h200");
    private static final MeasuredRegime SEARCHES = new MeasuredRegime("bfs", "searches", "262,144", "to 9 vertices");

    private static RegimeErrors errors(int fitted) {
        return new RegimeErrors(List.of(
                new RegimeErrors.Line("h200", SEARCHES, new ErrorStatistics(44, fitted, 0.1267, 0.1, 0.25, 39), "0")));
    }

    private static String words(RegimeErrors errors, GpuProfile profile, RegimeMatch like) {
        return errors.trust(profile, Optional.of(like)).words();
    }

    @Test
    void itSaysWhatWasMeasuredHowFarOffItWasAndHowOften() {
        assertThat(words(errors(0), H200, RegimeMatch.within(SEARCHES)))
                .isEqualTo("mean error 13%, 39 of 44 within 25%: searches on h200, pool 262,144, to 9 vertices");
    }

    @Test
    void rowsThatWereFittedToAreOwnedUpTo() {
        assertThat(words(errors(40), H200, RegimeMatch.within(SEARCHES)))
                .startsWith("mean error 13%, 39 of 44 within 25%, of which 40 were fitted to: searches");
    }

    @Test
    void itNamesTheConditionsOutsideTheMeasuredRange() {
        RegimeMatch like = RegimeMatch.within(SEARCHES)
                .unless(false, "pool of 64")
                .unless(true, "not this")
                .unless(false, "2 GPUs");

        assertThat(words(errors(0), H200, like)).endsWith("to 9 vertices; not measured: pool of 64, 2 GPUs");
    }

    @Test
    void aProfileWithAnotherFieldIsNotTheOneThatWasMeasured() {
        GpuProfile changed = Profiles.load("h200", List.of("sm.count=16"));

        assertThat(words(errors(0), changed, RegimeMatch.within(SEARCHES))).endsWith("not measured: a changed profile");
    }

    @Test
    void whereNothingWasMeasuredItSaysSo() {
        GpuProfile other = Profiles.load("k40c");
        MeasuredRegime unknown = new MeasuredRegime("bfs", "searches", "", "");

        assertThat(words(errors(0), other, RegimeMatch.within(SEARCHES))).isEqualTo("k40c was never measured by us");
        assertThat(words(errors(0), H200, RegimeMatch.within(unknown)))
                .isEqualTo("nothing like this was measured on h200");
        assertThat(errors(0).trust(H200, Optional.empty()).words()).isEqualTo("nothing like this was measured on h200");
    }

    @Test
    void theResourceIsReadAsItIsWritten() {
        RegimeErrors shipped = RegimeErrors.shipped();

        assertThat(shipped.lines()).isNotEmpty();
        assertThat(shipped.text("1").lines().skip(2))
                .containsExactlyElementsOf(shipped.text("2").lines().skip(2).toList())
                .allMatch(line -> line.startsWith("h200\t") || line.startsWith("h100-sxm\t"));
    }
}
