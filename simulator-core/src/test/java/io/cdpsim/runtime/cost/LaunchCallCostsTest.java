package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchCallSpec;
import io.cdpsim.profile.LinearCycles;
import io.cdpsim.profile.PendingPoolSpec;
import io.cdpsim.profile.PendingPoolSpec.CrowdedCall;
import io.cdpsim.profile.PendingPoolSpec.Hang;
import io.cdpsim.profile.PendingPoolSpec.PoolScan;
import io.cdpsim.profile.PendingPoolSpec.StreamService;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Expected times are sums of the costs below, made by hand. */
class LaunchCallCostsTest {
    private final LaunchSpecBuilder spec = new LaunchSpecBuilder();
    private final Engine engine = new Engine();
    private LaunchCallCosts costs = new LaunchCallCosts(engine, spec.build());

    @BeforeEach
    void eachKindOfStreamHasCostsOfItsOwn() {
        spec.nullStream = call(1_000, 30, 200, 9);
        spec.namedStream = call(1_100, 31, 210, 8);
        spec.fireAndForget = call(1_200, 32, 220, 7);
        spec.tail = call(1_300, 33, 0, 100);
        spec.virtualizedLaunch = 8_000;
        costs = new LaunchCallCosts(engine, spec.build());
    }

    @ParameterizedTest
    @CsvSource({"NULL,1030,1960", "NAMED,1131,2092", "FIRE_AND_FORGET,1232,2224", "TAIL,1333,2356"})
    void aCallTakesLongerForEachLaneThatLaunches(StreamKind stream, long oneLane, long allLanes) {
        assertThat(costs.cycles(stream, 1, 0)).isEqualTo(oneLane);
        assertThat(costs.cycles(stream, 32, 0)).isEqualTo(allLanes);
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

    /** Rulebook 24, M-3: with 64 launches in the pool and more. */
    @ParameterizedTest
    @EnumSource(StreamKind.class)
    void aCallTakesLongerWhileManyLaunchesAreInThePool(StreamKind stream) {
        long alone = costs.cycles(stream, 1, 0);
        spec.pool = new PendingPoolSpec(
                0,
                StreamService.NONE,
                PoolScan.NONE,
                LinearCycles.ZERO,
                LinearCycles.ZERO,
                new CrowdedCall(64, 6_100),
                Hang.NEVER);
        LaunchCallCosts crowded = new LaunchCallCosts(engine, spec.build());
        assertThat(crowded.cycles(stream, 1, 63)).isEqualTo(alone);
        assertThat(crowded.cycles(stream, 1, 64)).isEqualTo(alone + 6_100);
    }

    /** A warp takes places for 40 cycles and 3 a lane; a search takes 100 and half a cycle a slot. */
    @Test
    void aSearchOfAFullPoolWaitsForTheWarpThatTakesPlaces() {
        spec.pool = new PendingPoolSpec(
                0,
                StreamService.NONE,
                PoolScan.NONE,
                new LinearCycles(40, 3),
                new LinearCycles(100, 0.5),
                CrowdedCall.NONE,
                Hang.NEVER);
        costs = new LaunchCallCosts(engine, spec.build());
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

    /**
     * Alone a lane takes 32 cycles, beside one of another SM 70 more, also while the other's call returns. The second warp has a sixth of its turns: three times the square of 0.236,
     * the second multiple of the golden section modulo 1.
     */
    @Test
    void warpsThatLaunchTogetherTakeTurnsLaneByLane() {
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(1_200, 32, 0, 70), 200, 7);
        assertThat(turnsEnd(5_000, new int[] {3}, 4)).containsExactly(5_000L + 4 * 32);
        List<Long> ends = turnsEnd(9_000, new int[] {3, 4}, 4);
        double favoured = 9_000 + 4 * 0.1672 * 102;
        assertThat((double) ends.get(0)).isCloseTo(favoured, offset(2.0));
        assertThat((double) ends.get(1)).isCloseTo(9_000 + 4 * 102, offset(2.0));
    }

    /** Each other warp of the SM delays a lane by 700 cycles. The second warp has 1.67 of its 10 turns, the third 21.9. */
    @Test
    void warpsOfOneSmDelayEachOther() {
        spec.contentionPerLane = 700;
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(0, 32, 0, 70), 200, 7);
        List<Long> ends = turnsEnd(5_000, new int[] {1, 1, 1}, 10);
        double second = 5_000 + 1.672 * (32 + 2 * 70 + 2 * 700);
        double first = second + 8.328 * (32 + 70 + 700);
        assertThat((double) ends.get(0)).isCloseTo(second, offset(5.0));
        assertThat((double) ends.get(1)).isCloseTo(first, offset(5.0));
        assertThat((double) ends.get(2)).isCloseTo(first + 11.885 * 32, offset(5.0));
    }

    /** Of 300 warps of one lane each, a queue of 200 goes through the lock ten times as fast as the rest. */
    @Test
    void theLockServesOneLaneOfTheDeviceAtATime() {
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(0, 32, 0, 70), 100, 7);
        int[] sms = IntStream.range(0, 300).toArray();
        List<Long> ends = turnsEnd(0, sms, 1);
        assertThat(ends).isSorted().hasSize(300);
        assertThat((double) ends.get(299)).isCloseTo(200 * 7 + 100 * 70, withPercentage(3));
    }

    /** Few lanes that start together return one after the other, many together: their calls differ by the lock's favour, not in the mean. */
    @ParameterizedTest
    @CsvSource({"40, 0.45, 0.55", "1000, 0.75, 0.95"})
    void theMoreWarpsStartTogetherTheLessTheirCallsDiffer(int warps, double leastMean, double mostMean) {
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(0, 0, 0, 70), 10_000, 70);
        List<Long> ends = turnsEnd(0, IntStream.range(0, warps).toArray(), 1);
        double mean = ends.stream().mapToLong(end -> end).average().orElseThrow();
        assertThat(mean / ends.get(warps - 1)).isBetween(leastMean, mostMean);
    }

    /** A warp that comes while another launches slows it: the first has 2 of its lanes left then. The second has 1.34 turns for its 8 lanes. */
    @Test
    void aWarpIsToldOnceThatItsTurnsEnd() {
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(1_200, 32, 0, 70), 200, 7);
        List<Long> ends = turnsEnd(5_000, 4, 5_064, 8);
        assertThat((double) ends.get(0)).isCloseTo(5_064 + 1.338 * 102, offset(1.0));
        assertThat((double) ends.get(1)).isCloseTo(5_064 + 2 * 102, offset(1.0));
    }

    /** A call whose turns end after 32 cycles returns 100,000 cycles later: until then a lane beside it takes 70 cycles more, of 1.67 turns for 10 lanes; then the 10 are alone. */
    @ParameterizedTest
    @CsvSource({"5064, 5234.5", "105100, 105420"})
    void aCallThatReturnsDelaysOthers(long begin, double end) {
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(100_000, 32, 0, 70), 200, 7);
        List<Long> ends = turnsEnd(5_000, 1, begin, 10);
        assertThat(ends).hasSize(2).startsWith(5_032L);
        assertThat((double) ends.get(1)).isCloseTo(end, offset(1.0));
    }

    @Test
    void aCallWhoseLanesHadTheirTurnsTakesItsBaseFurther() {
        spec.fireAndForget = new LaunchCallSpec(new ContendedCallSpec(1_200, 32, 0, 70), 200, 7);
        assertThat(turnsEnd(5_000, new int[] {0}, 2)).containsExactly(5_064L);
        assertThat(costs.endTurns(0)).isTrue();
        assertThat(costs.endTurns(0)).isFalse();
        long start = costs.start(StreamKind.FIRE_AND_FORGET, true, 5_064, 2);
        assertThat(start + costs.cycles(StreamKind.FIRE_AND_FORGET, 2, 0)).isEqualTo(5_064 + 1_200);
    }

    /** The cycles at which the turns of warps with some lanes each end, first to last, if all begin together. */
    private List<Long> turnsEnd(long begin, int[] sms, int lanes) {
        Engine engine = new Engine();
        costs = new LaunchCallCosts(engine, spec.build());
        List<Long> ends = new ArrayList<>();
        int begins = engine.register((now, warp) -> {
            boolean canRun =
                    costs.takeTurns(StreamKind.FIRE_AND_FORGET, (int) warp, sms[(int) warp], now, lanes, ends::add);
            assertThat(canRun).isFalse();
        });
        for (int warp = 0; warp < sms.length; warp++) {
            engine.schedule(begin, begins, warp);
        }
        engine.run();
        return ends;
    }

    /** The cycles at which the turns of two warps of different SMs end, first to last. */
    private List<Long> turnsEnd(long firstBegin, int firstLanes, long secondBegin, int secondLanes) {
        Engine engine = new Engine();
        costs = new LaunchCallCosts(engine, spec.build());
        List<Long> ends = new ArrayList<>();
        int begins = engine.register((now, warp) -> costs.takeTurns(
                StreamKind.FIRE_AND_FORGET,
                (int) warp,
                (int) warp,
                now,
                warp == 0 ? firstLanes : secondLanes,
                ends::add));
        engine.schedule(firstBegin, begins, 0);
        engine.schedule(secondBegin, begins, 1);
        engine.run();
        assertThat(engine.executed()).isLessThanOrEqualTo(8);
        return ends;
    }

    private static LaunchCallSpec call(int base, int perLane, int lock, int lockPerLane) {
        return new LaunchCallSpec(new ContendedCallSpec(base, perLane, lock, lockPerLane), 0, 0);
    }
}
