package io.cdpsim.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What each policy draws, and from where. */
class NondeterministicChoicesTest {
    private static final int SEEDS = 400;
    private static final int LANES = 0b1001_0110;

    private static NondeterministicChoices of(LaunchPolicy policy, long seed) {
        return new NondeterministicChoices(policy, seed);
    }

    private static int[] order(NondeterministicChoices freedom) {
        return Arrays.copyOf(freedom.laneOrder(LANES), Integer.bitCount(LANES));
    }

    @ParameterizedTest
    @EnumSource(
            value = LaunchPolicy.class,
            names = {"ADVERSARIAL"},
            mode = Mode.EXCLUDE)
    void whoIsNotAdversarialDrawsNothing(LaunchPolicy policy) {
        for (long seed = 0; seed < 20; seed++) {
            NondeterministicChoices freedom = of(policy, seed);
            assertThat(freedom.startDelayCycles()).isZero();
            assertThat(freedom.returnDelayCycles()).isZero();
            assertThat(freedom.memoryOperationsAreGrids()).isFalse();
            assertThat(order(freedom)).containsExactly(1, 2, 4, 7);
        }
    }

    @ParameterizedTest
    @CsvSource({"EAGER, false", "LAZY, true", "ADVERSARIAL, false"})
    void aLazyDeviceAloneHoldsChildren(LaunchPolicy policy, boolean holds) {
        assertThat(of(policy, 1).holdsChildren()).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({
        "EAGER, 1, false",
        "LAZY, 1, false",
        "ADVERSARIAL, 1, true",
        "ADVERSARIAL, 2, false",
        "ADVERSARIAL, -3, true"
    })
    void anAdversaryShowsOldValuesWithOddSeeds(LaunchPolicy policy, long seed, boolean old) {
        assertThat(NondeterministicChoices.showsOldValues(policy, seed)).isEqualTo(old);
        assertThat(NondeterministicChoices.hostIsSlow(policy, seed))
                .isEqualTo(policy == LaunchPolicy.ADVERSARIAL && seed % 4 == 0);
    }

    /** Half of all delays are below 2^9, evenly on a logarithmic scale, and none is 2^18 or more. */
    @Test
    void delaysAreNearAndFarAlike() {
        long[] delays = LongStream.range(0, SEEDS)
                .map(seed -> of(LaunchPolicy.ADVERSARIAL, seed).startDelayCycles())
                .toArray();
        assertThat(Arrays.stream(delays)).allMatch(delay -> delay >= 0 && delay < 1 << 18);
        long near = Arrays.stream(delays).filter(delay -> delay < 1 << 8).count();
        assertThat((double) near / SEEDS).isBetween(0.4, 0.65);
        assertThat(Arrays.stream(delays).filter(delay -> delay >= 1 << 14).count())
                .isGreaterThan(SEEDS / 20);
        assertThat(LongStream.range(0, SEEDS)
                        .map(seed -> of(LaunchPolicy.ADVERSARIAL, seed).returnDelayCycles()))
                .contains(delays[3])
                .anyMatch(delay -> delay > 0);
    }

    /** 400 draws: three standard deviations are 7.5 points. */
    @ParameterizedTest
    @CsvSource({"0.23", "0.56", "0.9"})
    void aStateComesUpAsOftenAsItsOddsAndTheFirstSeedGivesTheCommonerOne(double odds) {
        long in = LongStream.range(0, SEEDS)
                .filter(seed -> of(LaunchPolicy.EAGER, seed).isInSecondState(odds))
                .count();
        assertThat((double) in / SEEDS).isBetween(odds - 0.075, odds + 0.075);
        assertThat(of(LaunchPolicy.EAGER, 1).isInSecondState(odds)).isEqualTo(odds > 0.5);
    }

    @Test
    void aStateWithoutOddsNeverComesUpAndOneWithoutAnOtherAlways() {
        assertThat(LongStream.range(0, SEEDS).mapToObj(seed -> of(LaunchPolicy.EAGER, seed)))
                .allMatch(freedom -> freedom.isInSecondState(1) && !freedom.isInSecondState(0))
                .allMatch(freedom -> freedom.hasReachedSecondState(1) && !freedom.hasReachedSecondState(0));
    }

    @ParameterizedTest
    @CsvSource({"0.23", "0.56", "0.9"})
    void aStateIsReachedAsOftenAsItsOddsAndByTheFirstSeedIfThatIsCommoner(double odds) {
        long reached = LongStream.range(0, SEEDS)
                .filter(seed -> of(LaunchPolicy.EAGER, seed).hasReachedSecondState(odds))
                .count();
        assertThat((double) reached / SEEDS).isBetween(odds - 0.02, odds + 0.02);
        assertThat(of(LaunchPolicy.EAGER, 1).hasReachedSecondState(odds)).isEqualTo(odds > 0.5);
    }

    @Test
    void aStateThatIsReachedIsReachedWithGreaterOddsToo() {
        for (long seed = 0; seed < SEEDS; seed++) {
            NondeterministicChoices choices = of(LaunchPolicy.EAGER, seed);
            assertThat(choices.hasReachedSecondState(0.4) && !choices.hasReachedSecondState(0.7))
                    .isFalse();
        }
    }

    @Test
    void lanesLaunchInAnyOrderEachOnce() {
        Set<String> orders = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            int[] order = order(of(LaunchPolicy.ADVERSARIAL, seed));
            assertThat(order).containsExactlyInAnyOrder(1, 2, 4, 7);
            orders.add(Arrays.toString(order));
        }
        assertThat(orders).hasSize(4 * 3 * 2);
    }

    @Test
    void copiesCountAsGridsNowAndThen() {
        long grids = LongStream.range(0, SEEDS)
                .filter(seed -> of(LaunchPolicy.ADVERSARIAL, seed).memoryOperationsAreGrids())
                .count();
        assertThat((double) grids / SEEDS).isBetween(0.4, 0.6);
    }

    @Test
    void whatHungOnHardwareInSomeRunsHangsInSomeToo() {
        long hung = LongStream.range(0, SEEDS)
                .filter(seed -> of(LaunchPolicy.EAGER, seed).hangs(0.25))
                .count();
        assertThat((double) hung / SEEDS).isBetween(0.18, 0.32);
        for (long seed = 0; seed < 20; seed++) {
            NondeterministicChoices freedom = of(LaunchPolicy.LAZY, seed);
            assertThat(freedom.hangs(0)).isFalse();
            assertThat(freedom.hangs(1)).isTrue();
            assertThat(freedom.hangs(0.5)).as("drawn once").isEqualTo(freedom.hangs(0.5));
            assertThat(of(LaunchPolicy.ADVERSARIAL, seed).hangs(0.001)).isTrue();
            assertThat(of(LaunchPolicy.ADVERSARIAL, seed).hangs(0)).isFalse();
        }
    }

    @Test
    void theSameSeedDrawsTheSame() {
        NondeterministicChoices one = of(LaunchPolicy.ADVERSARIAL, 42);
        NondeterministicChoices other = of(LaunchPolicy.ADVERSARIAL, 42);
        for (int i = 0; i < 20; i++) {
            assertThat(one.startDelayCycles()).isEqualTo(other.startDelayCycles());
            assertThat(order(one)).isEqualTo(order(other));
        }
    }
}
