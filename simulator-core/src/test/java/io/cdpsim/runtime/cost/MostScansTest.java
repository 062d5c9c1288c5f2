package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.runtime.launch.PendingLaunchPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pool of 1,000 slots, a cycle each. Expected cycles are made by hand. */
class MostScansTest {
    private static final int TOP = 1;
    private static final int ONE = 2;
    private static final int TWO = 3;

    /**
     * Three levels of launches that are found complete with others: a way through the pool for each. Of four launches the furthest lies four
     * fifths of the pool away on average.
     */
    @ParameterizedTest
    @CsvSource({"1,800", "2,1600", "3,2400", "4,2400"})
    void aGridIsFoundAfterAWayForEachLevelBelowItButAfterNoMoreThanTheSpecSays(int most, long cycles) {
        assertThat(cyclesBelow(most, 2)).isEqualTo(cycles);
    }

    @ParameterizedTest
    @CsvSource({"1,800", "2,800", "3,800"})
    void aGridBelowWhichAllWasFoundAloneIsFoundByOneWay(int most, long cycles) {
        assertThat(cyclesBelow(most, 1)).isEqualTo(cycles);
    }

    /** The way below the topmost of three levels whose launches are found complete so many at a time. */
    private static long cyclesBelow(int most, int together) {
        LaunchSpecBuilder spec = new LaunchSpecBuilder();
        spec.pool = LaunchSpecBuilder.scans(1, most);
        PendingLaunchPool pool = LaunchSpecBuilder.pool(1_000);
        for (int i = 0; i < 10; i++) {
            pool.allocate();
        }
        PoolScanCost scans = new PoolScanCost(spec.build(), pool);
        scans.completed(TWO, 4, together);
        scans.completed(TWO, 5, together);
        scans.completed(ONE, TWO, together);
        scans.completed(TOP, ONE, together);
        return scans.descendantCycles(TOP);
    }
}
