package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;
import io.cdpsim.profile.LinearCycles;
import io.cdpsim.profile.PendingPoolSpec;
import io.cdpsim.profile.PendingPoolSpec.Hang;
import io.cdpsim.profile.PendingPoolSpec.PoolScan;
import io.cdpsim.profile.PendingPoolSpec.Service;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected times are sums of the costs below, made by hand. */
class LaunchCallCostsTest {
    private final LaunchSpecBuilder spec = new LaunchSpecBuilder();
    private LaunchCallCosts costs = new LaunchCallCosts(spec.build());

    @BeforeEach
    void eachKindOfStreamHasCostsOfItsOwn() {
        spec.nullStream = new ContendedCallSpec(1_000, 30, 200, 9);
        spec.namedStream = new ContendedCallSpec(1_100, 31, 210, 8);
        spec.fireAndForget = new ContendedCallSpec(1_200, 32, 220, 7);
        spec.tail = new ContendedCallSpec(1_300, 33, 0, 100);
        spec.virtualizedLaunch = 8_000;
        costs = new LaunchCallCosts(spec.build());
    }

    @ParameterizedTest
    @CsvSource({"NULL,1030,1960", "NAMED,1131,2092", "FIRE_AND_FORGET,1232,2224", "TAIL,1333,2356"})
    void aCallTakesLongerForEachLaneThatLaunches(StreamKind stream, long oneLane, long allLanes) {
        assertThat(costs.cycles(stream, 1)).isEqualTo(oneLane);
        assertThat(costs.cycles(stream, 32)).isEqualTo(allLanes);
    }

    @Test
    void theFirstWarpBeginsAtOnce() {
        assertThat(costs.start(StreamKind.NULL, 0, 5_000, 32)).isEqualTo(5_000);
    }

    @Test
    void warpsPassTheLockOneAfterTheOtherWhateverTheyLaunchInto() {
        assertThat(costs.start(StreamKind.NULL, 0, 5_000, 4)).isEqualTo(5_000);
        long behindNull = 5_000 + 200 + 4 * 9;
        assertThat(costs.start(StreamKind.TAIL, 0, 5_001, 2)).isEqualTo(behindNull);
        long behindTail = behindNull + 2 * 100;
        assertThat(costs.start(StreamKind.FIRE_AND_FORGET, 0, 5_002, 1)).isEqualTo(behindTail);
        long behindFireAndForget = behindTail + 220 + 7;
        assertThat(costs.start(StreamKind.NAMED, 0, 5_003, 1)).isEqualTo(behindFireAndForget);
    }

    @Test
    void aWarpThatComesOnceTheLockIsFreeDoesNotWait() {
        costs.start(StreamKind.NULL, 0, 5_000, 4);
        assertThat(costs.start(StreamKind.NULL, 0, 5_236, 1)).isEqualTo(5_236);
    }

    /** A warp takes places for 40 cycles and 3 a lane; a search takes 100 and half a cycle a slot. */
    @Test
    void aSearchOfAFullPoolWaitsForTheWarpThatTakesPlaces() {
        spec.pool = new PendingPoolSpec(
                Service.NONE,
                Service.NONE,
                PoolScan.NONE,
                new LinearCycles(40, 3),
                new LinearCycles(100, 0.5),
                Hang.NEVER);
        costs = new LaunchCallCosts(spec.build());
        assertThat(costs.searchEnd(5_000, 2_048)).isEqualTo(5_000 + 100 + 1_024);
        costs.start(StreamKind.NULL, 0, 5_000, 4);
        assertThat(costs.searchEnd(5_001, 2_048)).isEqualTo(5_000 + 40 + 4 * 3 + 100 + 1_024);
        costs.start(StreamKind.NULL, 0, 5_010, 2);
        assertThat(costs.searchEnd(5_001, 2_048)).isEqualTo(5_052 + 40 + 2 * 3 + 100 + 1_024);
        assertThat(costs.searchEnd(6_000, 2_048)).isEqualTo(6_000 + 100 + 1_024);
    }

    @Test
    void aWarpWithoutALaneThatGetsAPlaceIsInNobodysWay() {
        costs.start(StreamKind.NULL, 0, 5_000, 4);
        assertThat(costs.start(StreamKind.NULL, 0, 5_001, 0)).isEqualTo(5_001);
        assertThat(costs.start(StreamKind.NULL, 0, 5_002, 1)).isEqualTo(5_000 + 200 + 4 * 9);
    }

    @Test
    void aLaunchIntoTheVirtualizedPoolCostsWhatTheSpecSays() {
        assertThat(costs.virtualizedCycles()).isEqualTo(8_000);
    }

    /** Three warps of 30 lanes at once, where 50 have room: of the second 10 are beyond that, of the third all. */
    @Test
    void lanesOfOneSmBeyondThoseThatHaveRoomTakeTurns() {
        spec.contentionFreeLanes = 50;
        spec.contentionPerLane = 700;
        costs = new LaunchCallCosts(spec.build());
        long passes = 220 + 30 * 7;

        assertThat(costs.start(StreamKind.FIRE_AND_FORGET, 3, 5_000, 30)).isEqualTo(5_000);
        long second = 5_000 + passes + 10 * 700;
        assertThat(costs.start(StreamKind.FIRE_AND_FORGET, 3, 5_000, 30)).isEqualTo(second);
        assertThat(costs.start(StreamKind.FIRE_AND_FORGET, 3, 5_000, 30)).isEqualTo(second + 30 * 700);
    }

    @Test
    void lanesOfOtherSmsAndThoseThatHaveReturnedTakeNoRoom() {
        spec.contentionFreeLanes = 32;
        spec.contentionPerLane = 700;
        costs = new LaunchCallCosts(spec.build());

        assertThat(costs.start(StreamKind.NULL, 0, 5_000, 32)).isEqualTo(5_000);
        assertThat(costs.start(StreamKind.NULL, 1, 6_000, 32)).isEqualTo(6_000);
        long returned = 5_000 + 1_000 + 32 * 30;
        assertThat(costs.start(StreamKind.NULL, 0, returned - 1, 1)).isEqualTo(returned - 1 + 700);
        assertThat(costs.start(StreamKind.NULL, 1, 9_000, 32)).isEqualTo(9_000);
    }
}
