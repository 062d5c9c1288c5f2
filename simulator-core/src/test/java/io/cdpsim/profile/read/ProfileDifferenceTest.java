package io.cdpsim.profile.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileDifferenceTest {
    private static List<ProfileDifference> difference(String... overrides) {
        return ProfileDifference.between(
                Profiles.document("h200", List.of()), Profiles.document("h200", List.of(overrides)));
    }

    @Test
    void aProfileDoesNotDifferFromItself() {
        Profiles.names()
                .forEach(name -> assertThat(ProfileDifference.between(
                                Profiles.document(name, List.of()), Profiles.document(name, List.of())))
                        .isEmpty());
    }

    @Test
    void justTheFieldsThatWereChangedAreThere() {
        assertThat(difference("sm.count=66", "l2.latency=300 cycles", "description=another"))
                .extracting(ProfileDifference::path)
                .containsExactlyInAnyOrder("sm.count", "l2.latency");
    }

    @ParameterizedTest
    @CsvSource({"clock.core=1.98 GHz", "l2.capacity=61440 KiB", "sm.count=132.0", "sm.shared_memory=233472 B"})
    void theSameValueInAnotherUnitIsNoDifference(String override) {
        assertThat(difference(override)).isEmpty();
    }

    @Test
    void theRatioIsOfValuesNotOfTheirTexts() {
        List<ProfileDifference> found = difference("clock.core=990000 kHz");
        assertThat(found).hasSize(1);
        assertThat(found.get(0).ratio().orElseThrow()).isCloseTo(0.5, within(1e-12));
        assertThat(found.get(0).first().orElseThrow().value()).isEqualTo("1980 MHz");
        assertThat(found.get(0).second().orElseThrow().value()).isEqualTo("990000 kHz");
    }

    @Test
    void whatIsNoQuantityHasNoRatio() {
        assertThat(difference("shared.native_atomics=false"))
                .singleElement()
                .satisfies(each -> assertThat(each.ratio()).isEmpty());
        assertThat(ProfileDifference.between(
                        Profiles.document("h200", List.of()), Profiles.document("k40c", List.of())))
                .filteredOn(each ->
                        each.path().equals("compute_capability") || each.path().equals("cdp"))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.ratio()).isEmpty());
    }

    /** Optional fields that a file leaves out read as 0. */
    @Test
    void aFieldThatOneSideLeavesOutCountsAsZero() {
        ProfileDocument with = Profiles.document("gtx680", List.of("launch.post_to_start=0 cycles"));
        ProfileDocument without = Profiles.document("gtx680", List.of());
        assertThat(ProfileDifference.between(with, without)).isEmpty();

        ProfileDocument more = Profiles.document("gtx680", List.of("launch.post_to_start=2 cycles"));
        assertThat(ProfileDifference.between(without, more)).singleElement().satisfies(each -> {
            assertThat(each.first()).isEmpty();
            assertThat(each.second().orElseThrow().value()).isEqualTo("2 cycles");
            assertThat(each.ratio()).isEmpty();
        });
    }
}
