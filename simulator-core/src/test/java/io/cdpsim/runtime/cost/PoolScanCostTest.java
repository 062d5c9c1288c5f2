package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far the pool is walked through, against measurements: slotwatch, lonepos and relaywatch. */
class PoolScanCostTest {
    private static final DeviceLaunchSpec H200 = Profiles.load("h200").launch();
    private static final long SLOTS = 262_144;
    private static final int PARENT = 1;
    private static final int FLOOD = 2_000;

    /** One way from the first slot to the last: 0.545 ns a slot at 1.98 GHz. */
    private static final double WHOLE_POOL_CYCLES = SLOTS * 0.545 * 1.98;

    private PendingLaunchPool pool;
    private PoolScanCost scans;

    @BeforeEach
    void aPoolThatHasHeldAFlood() {
        pool = new PendingLaunchPool(SLOTS, () -> 0, SLOTS, (fixed, virtual) -> {});
        for (int i = 0; i < FLOOD; i++) {
            pool.allocate();
        }
        scans = new PoolScanCost(H200, pool);
    }

    private static Offset<Double> aFew() {
        return within(0.01);
    }

    private static double partOfThePool(long cycles) {
        return cycles / WHOLE_POOL_CYCLES;
    }

    private void floodCompletes(int launches) {
        for (int i = 0; i < launches; i++) {
            scans.completed(PARENT, 2 + i, launches);
        }
    }

    @Test
    void inAFreshPoolALaunchIsHalfAPoolAwayAndTheFurthestOfManyAlmostAWholeOne() {
        assertThat(partOfThePool(scans.cycles(1))).isCloseTo(0.5, aFew());
        assertThat(partOfThePool(scans.cycles(3))).isCloseTo(0.75, aFew());
        assertThat(partOfThePool(scans.cycles(FLOOD))).isCloseTo(1, aFew());
    }

    @Test
    void behindAFloodALaunchGetsOneOfTheFourLowestSlotsOfThoseFoundTogether() {
        floodCompletes(FLOOD);
        scans.descendantCycles(PARENT);
        assertThat(partOfThePool(scans.cycles(1))).isCloseTo(4 / 33.0, aFew());
        assertThat(partOfThePool(scans.cycles(8))).isCloseTo(11 / 33.0, aFew());
        assertThat(partOfThePool(scans.cycles(FLOOD))).isCloseTo(1, aFew());
    }

    @Test
    void aTailLaunchLiesAnywhereEvenBehindAFlood() {
        floodCompletes(FLOOD);
        scans.descendantCycles(PARENT);
        assertThat(partOfThePool(scans.tailCycles(1))).isCloseTo(0.5, aFew());
    }

    /** Medians of floods of 4 to 32 tail launches lie 0.65 to 0.8 scans above those of a pool of 2,048 ({@code throughput_262144.csv} and further). */
    @Test
    void manyTailsAreNoFurtherAwayThanTheFourPlacesOfTheFreeLists() {
        for (int tails : new int[] {4, 8, 32, FLOOD}) {
            assertThat(partOfThePool(scans.tailCycles(tails))).isCloseTo(0.8, aFew());
            assertThat(scans.tailCycles(1) + scans.furtherTailCycles(tails - 1)).isEqualTo(scans.tailCycles(tails));
        }
    }

    @Test
    void aTailBehindAChildIsReachedInTheSameWalkOrInTheNextOneEachHalfOfTheTime() {
        scans.completed(PARENT, 2, 1);
        double inTheSame = 2 / 3.0;
        double inTheNext = 1 + 1 / 3.0;
        assertThat(partOfThePool(scans.descendantAndTailCycles(PARENT))).isCloseTo((inTheSame + inTheNext) / 2, aFew());
    }

    @Test
    void whatHasBeenFoundIsNotLookedForAgain() {
        scans.completed(PARENT, 2, 1);
        assertThat(scans.descendantCycles(PARENT)).isPositive();
        assertThat(scans.descendantCycles(PARENT)).isZero();
    }

    @Test
    void anEntryThatIsUsedAgainHasNothingBelowIt() {
        scans.completed(PARENT, 2, 1);
        scans.clear(PARENT);
        assertThat(scans.descendantCycles(PARENT)).isZero();
    }
}
