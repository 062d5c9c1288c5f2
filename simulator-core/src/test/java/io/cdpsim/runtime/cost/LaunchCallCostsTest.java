package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchCallSpec;
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
        spec.nullStream = call(1_000, 30, 200, 9);
        spec.namedStream = call(1_100, 31, 210, 8);
        spec.fireAndForget = call(1_200, 32, 220, 7);
        spec.tail = call(1_300, 33, 0, 100);
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
        assertThat(costs.start(StreamKind.NULL, false, 5_000, 32)).isEqualTo(5_000);
    }

    @Test
    void warpsPassTheLockOneAfterTheOtherWhateverTheyLaunchInto() {
        assertThat(costs.start(StreamKind.NULL, false, 5_000, 4)).isEqualTo(5_000);
        long behindNull = 5_000 + 200 + 4 * 9;
        assertThat(costs.start(StreamKind.TAIL, false, 5_001, 2)).isEqualTo(behindNull);
        long behindTail = behindNull + 2 * 100;
        assertThat(costs.start(StreamKind.FIRE_AND_FORGET, false, 5_002, 1)).isEqualTo(behindTail);
        long behindFireAndForget = behindTail + 220 + 7;
        assertThat(costs.start(StreamKind.NAMED, false, 5_003, 1)).isEqualTo(behindFireAndForget);
    }

    @Test
    void aWarpThatComesOnceTheLockIsFreeDoesNotWait() {
        costs.start(StreamKind.NULL, false, 5_000, 4);
        assertThat(costs.start(StreamKind.NULL, false, 5_236, 1)).isEqualTo(5_236);
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
        costs.start(StreamKind.NULL, false, 5_000, 4);
        assertThat(costs.searchEnd(5_001, 2_048)).isEqualTo(5_000 + 40 + 4 * 3 + 100 + 1_024);
        costs.start(StreamKind.NULL, false, 5_010, 2);
        assertThat(costs.searchEnd(5_001, 2_048)).isEqualTo(5_052 + 40 + 2 * 3 + 100 + 1_024);
        assertThat(costs.searchEnd(6_000, 2_048)).isEqualTo(6_000 + 100 + 1_024);
    }

    @Test
    void aWarpWithoutALaneThatGetsAPlaceIsInNobodysWay() {
        costs.start(StreamKind.NULL, false, 5_000, 4);
        assertThat(costs.start(StreamKind.NULL, false, 5_001, 0)).isEqualTo(5_001);
        assertThat(costs.start(StreamKind.NULL, false, 5_002, 1)).isEqualTo(5_000 + 200 + 4 * 9);
    }

    @Test
    void aLaunchIntoTheVirtualizedPoolCostsWhatTheSpecSays() {
        assertThat(costs.virtualizedCycles()).isEqualTo(8_000);
    }

    /** Alone a lane takes 32 cycles, beside one of another SM 70 more. */
    @Test
    void warpsThatLaunchTogetherTakeTurnsLaneByLane() {
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(1_200, 32, 0, 70), 200, 7);
        costs = new LaunchCallCosts(spec.build());
        assertThat(turnsEnd(new long[] {5_000}, new int[] {3}, 4)).containsExactly(5_000L + 4 * 32);
        assertThat(turnsEnd(new long[] {9_000, 9_000}, new int[] {3, 4}, 4))
                .containsExactly(9_000L + 4 * 102, 9_000L + 4 * 102);
    }

    /** Each of two other warps of the SM delays a lane by 700 cycles. */
    @Test
    void warpsOfOneSmDelayEachOther() {
        spec.contentionPerLane = 700;
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(1_200, 32, 0, 70), 200, 7);
        costs = new LaunchCallCosts(spec.build());
        assertThat(turnsEnd(new long[] {5_000, 5_000, 5_000}, new int[] {1, 1, 1}, 10))
                .containsExactly(5_000L, 5_000L, 5_000L);
    }

    /** 300 warps of one lane: each waits for a lane of all 300. */
    @Test
    void theLockServesOneLaneOfTheDeviceAtATime() {
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(1_200, 32, 0, 70), 200, 7);
        costs = new LaunchCallCosts(spec.build());
        long[] starts = new long[300];
        int[] sms = new int[300];
        for (int warp = 0; warp < 300; warp++) {
            sms[warp] = warp;
        }
        assertThat(turnsEnd(starts, sms, 1)).containsOnly(300L * 7);
    }

    @Test
    void aCallWhoseLanesHadTheirTurnsTakesItsBaseFurther() {
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(1_200, 32, 0, 70), 200, 7);
        costs = new LaunchCallCosts(spec.build());
        assertThat(costs.turn(StreamKind.FIRE_AND_FORGET, 9, 0, 5_000, 2)).isEqualTo(5_064);
        assertThat(costs.turn(StreamKind.FIRE_AND_FORGET, 9, 0, 5_064, 2)).isEqualTo(5_064);
        assertThat(costs.endTurns(9, 5_064)).isTrue();
        long start = costs.start(StreamKind.FIRE_AND_FORGET, true, 5_064, 2);
        assertThat(start + costs.cycles(StreamKind.FIRE_AND_FORGET, 2)).isEqualTo(5_064 + 1_200);
    }

    /** The cycles at which the turns of warps with some lanes each end, asked again whenever the answer says so. */
    private long[] turnsEnd(long[] starts, int[] sms, int lanes) {
        long[] next = starts.clone();
        boolean[] ended = new boolean[starts.length];
        for (int left = starts.length; left > 0; ) {
            int warp = -1;
            for (int i = 0; i < next.length; i++) {
                warp = !ended[i] && (warp < 0 || next[i] < next[warp]) ? i : warp;
            }
            long turn = costs.turn(StreamKind.FIRE_AND_FORGET, warp, sms[warp], next[warp], lanes);
            if (turn == next[warp]) {
                ended[warp] = true;
                left--;
            }
            next[warp] = turn;
        }
        for (int warp = 0; warp < starts.length; warp++) {
            costs.endTurns(warp, next[warp]);
        }
        return next;
    }

    private static LaunchCallSpec call(int base, int perLane, int lock, int lockPerLane) {
        return new LaunchCallSpec(new ContendedCallSpec(base, perLane, lock, lockPerLane), 0, 0);
    }
}
