package io.cdpsim.gpu.bulk;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.BulkMix.Spread;
import io.cdpsim.kernel.code.BulkMix.Step;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.RoundNumbers;
import org.junit.jupiter.api.Test;

/** Accesses whose sectors come in 700 cycles the first time and in 30 from then on, of an SM that moves 32 bytes a cycle. */
class LoopMemoryTimingTest {
    private static final int FETCH = 700;
    private static final int HIT = 30;
    private static final int LINE = 128;
    private static final int SECTOR = 32;

    private final LoopMemoryTiming memory = new LoopMemoryTiming(RoundNumbers.profile(), FETCH);

    private static Step load(StateSpace space, Spread spread, int values) {
        return Mixes.steps(spread, k -> k.memory().loadVector(space, ValueType.F32, values, u64(0), 0))
                .get(0);
    }

    private static Step loadByLane() {
        return load(StateSpace.GLOBAL, Spread.BY_LANE, 1);
    }

    private static Step loadOfOne() {
        return load(StateSpace.GLOBAL, Spread.UNIFORM, 1);
    }

    private static Step store() {
        return Mixes.steps(Spread.BY_LANE, k -> k.memory().store(StateSpace.GLOBAL, ValueType.F32, u64(0), 0, f32(1)))
                .get(0);
    }

    @Test
    void theFirstFetchesAndLaterOnesHit() {
        assertThat(memory.access(loadByLane(), 0, 100)).isEqualTo(100 + FETCH);
        assertThat(memory.access(loadByLane(), 0, 2_000)).isEqualTo(2_000 + HIT);
        assertThat(memory.access(loadByLane(), LINE, 3_000)).isEqualTo(3_000 + FETCH);
    }

    @Test
    void aLoadOfASectorInFlightWaitsForIt() {
        memory.access(loadByLane(), 0, 100);
        assertThat(memory.access(loadByLane(), 0, 500)).isEqualTo(100 + FETCH);
        assertThat(memory.access(loadByLane(), 0, 100 + FETCH - HIT + 1)).isEqualTo(100 + FETCH + 1);
    }

    @Test
    void eachSectorOfALineIsFetchedForItself() {
        for (int sector = 0; sector < LINE / SECTOR; sector++) {
            long time = 10_000L * (sector + 1);
            assertThat(memory.access(loadOfOne(), (long) sector * SECTOR, time)).isEqualTo(time + FETCH);
            assertThat(memory.access(loadOfOne(), (long) sector * SECTOR + SECTOR - 4, time + 5_000))
                    .isEqualTo(time + 5_000 + HIT);
        }
        assertThat(memory.access(loadByLane(), 0, 90_000)).isEqualTo(90_000 + HIT);
    }

    /** The second line is asked for a cycle after the first. */
    @Test
    void anAccessToSeveralLinesWaitsForTheLast() {
        assertThat(memory.access(loadByLane(), LINE - SECTOR, 100)).isEqualTo(100 + 1 + FETCH);
        assertThat(memory.access(loadByLane(), LINE - SECTOR, 5_000)).isEqualTo(5_000 + 1 + HIT);
        assertThat(memory.access(loadByLane(), 0, 9_000))
                .as("one sector of it is there")
                .isEqualTo(9_000 + FETCH);
        assertThat(memory.access(load(StateSpace.GLOBAL, Spread.BY_LANE, 4), 8 * LINE, 10_000))
                .isEqualTo(10_000 + 3 + FETCH);
    }

    @Test
    void loadsAndStoresTakeTurnsAtTheBandwidthOfL1() {
        int cycles = LINE / 32;
        memory.access(loadByLane(), 0, 0);
        memory.access(store(), 0, 2_000);
        assertThat(memory.access(loadByLane(), 0, 2_000)).isEqualTo(2_000 + cycles + HIT);
        memory.access(load(StateSpace.GLOBAL, Spread.BY_LANE, 4), 0, 5_000);
        assertThat(memory.access(loadByLane(), 0, 5_000)).isEqualTo(5_000 + 4 * cycles + HIT);
    }

    @Test
    void aStoreFetchesNothing() {
        memory.access(store(), 0, 0);
        assertThat(memory.access(loadByLane(), 0, 5_000)).isEqualTo(5_000 + FETCH);
    }

    /** 128 bytes a pass through the banks. */
    @Test
    void sharedMemoryHasALatencyAndAPortOfItsOwn() {
        assertThat(memory.access(load(StateSpace.SHARED, Spread.BY_LANE, 1), 0, 100))
                .isEqualTo(100 + 25);
        assertThat(memory.access(load(StateSpace.SHARED, Spread.BY_LANE, 4), 0, 100))
                .isEqualTo(101 + 3 + 25);
        assertThat(memory.access(load(StateSpace.SHARED, Spread.UNIFORM, 1), 0, 100))
                .isEqualTo(105 + 25);
        assertThat(memory.access(loadByLane(), 0, 100)).isEqualTo(100 + FETCH);
    }

    @Test
    void localMemoryIsInL1() {
        assertThat(memory.access(load(StateSpace.LOCAL, Spread.BY_LANE, 1), 0, 100))
                .isEqualTo(100 + HIT);
        assertThat(memory.access(load(StateSpace.LOCAL, Spread.BY_LANE, 1), 0, 100))
                .isEqualTo(101 + HIT);
    }

    @Test
    void whereL1KeepsNoGlobalLoadsTheyHitInL2() {
        LoopMemoryTiming uncached = new LoopMemoryTiming(RoundNumbers.profile("l1.caches_global_loads=false"), FETCH);
        assertThat(uncached.access(loadByLane(), 0, 0)).isEqualTo(FETCH);
        assertThat(uncached.access(loadByLane(), 0, 2_000)).isEqualTo(2_000 + 200);
    }
}
