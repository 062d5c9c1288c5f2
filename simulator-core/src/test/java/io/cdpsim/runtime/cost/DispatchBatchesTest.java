package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.LaunchBatchSpec;
import io.cdpsim.profile.LinearCycles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is queued in streams, handed over in rounds, with round costs. Expected cycles are sums made by hand. */
class DispatchBatchesTest {
    private static final int WAKE = 5_000;
    private static final int BATCH = 1_000;
    private static final int PER_GRID = 100;
    /** The way to one launch that lies anywhere: half of the pool. */
    private static final int HALF_WAY = 600;

    private static final LaunchBatchSpec COSTS = LaunchSpecBuilder.chain(32, 2, BATCH, PER_GRID, 0, 0);

    private final Engine engine = new Engine();
    private final List<ChainBatches.GridStart> started = new ArrayList<>();
    private final List<Long> ways = new ArrayList<>();

    private DispatchBatches rounds(int foundTogether) {
        return new DispatchBatches(
                engine,
                WAKE,
                waiting -> Math.min(waiting, foundTogether),
                next -> HALF_WAY,
                (entry, cycles) -> ways.add(cycles),
                started::add);
    }

    /** A chain of which the first grid has ended, with so many behind it; the next has a number. */
    private static StreamChain chain(int behind, int next) {
        StreamChain chain = new StreamChain(COSTS);
        for (int i = 0; i < behind; i++) {
            chain.batches().add(false);
        }
        chain.complete(next - 1, Launching.CANNOT);
        assertThat(chain.startNext(next)).isFalse();
        return chain;
    }

    @Test
    void theSecondGridOfAStreamStartsOnceItsChainIsFound() {
        rounds(1).add(chain(1, 7), 100);
        engine.run();
        assertThat(started).containsExactly(new ChainBatches.GridStart(7, 100 + WAKE + HALF_WAY, 1));
        assertThat(ways).containsExactly((long) HALF_WAY);
    }

    @Test
    void beforeTheNextRoundTheBatchBehindASingleGridIsPrepared() {
        DispatchBatches rounds = rounds(1);
        StreamChain chain = chain(8, 7);
        rounds.add(chain, 0);
        engine.run();
        long found = WAKE + HALF_WAY;
        long prepared = found + BATCH + 7 * PER_GRID;
        assertThat(engine.now()).isEqualTo(prepared);
        chain.complete(7, Launching.CANNOT);
        assertThat(chain.startNext(8)).isFalse();
        rounds.add(chain, prepared);
        engine.run();
        // It was prepared: it starts when it is found, all seven together.
        assertThat(started.get(1)).isEqualTo(new ChainBatches.GridStart(8, prepared + WAKE + HALF_WAY, 7));
    }

    @Test
    void aFurtherBatchIsPreparedBeforeItStarts() {
        DispatchBatches rounds = rounds(1);
        StreamChain chain = chain(40, 7);
        chain.complete(7, Launching.CANNOT);
        chain.startNext(8);
        for (int grid = 8; grid < 40; grid++) {
            chain.complete(grid, Launching.CANNOT);
            assertThat(chain.startNext(grid + 1)).isEqualTo(grid < 39);
        }
        rounds.add(chain, 0);
        engine.run();
        assertThat(started).containsExactly(new ChainBatches.GridStart(40, WAKE + HALF_WAY + BATCH + 7 * PER_GRID, 7));
    }

    /** Three chains part the pool into quarters, each half of the way to one alone. */
    @Test
    void theMoreChainsWaitTheNearerIsTheNext() {
        DispatchBatches rounds = rounds(1);
        for (int i = 0; i < 3; i++) {
            rounds.add(chain(1, 10 * i + 7), 0);
        }
        engine.run();
        assertThat(ways).containsExactly(HALF_WAY / 2L, HALF_WAY / 2L, HALF_WAY / 2L);
        assertThat(started)
                .extracting(ChainBatches.GridStart::startCycle)
                .containsExactly(WAKE + 300L, 2L * (WAKE + 300), 3L * (WAKE + 300));
    }

    @Test
    void whoComesWhileAPassIsUnderWayMayBeFoundBeforeThoseThatWaitedThen() {
        DispatchBatches rounds = rounds(1);
        for (int i = 0; i < 8; i++) {
            rounds.add(chain(1, 10 * i + 7), 0);
        }
        int late = 507;
        engine.schedule(WAKE, engine.register((now, unused) -> rounds.add(chain(1, late), now)), 0);
        engine.run();
        assertThat(started).extracting(ChainBatches.GridStart::entry).hasSize(9).doesNotHaveDuplicates();
        assertThat(started.get(8).entry()).isNotEqualTo(late);
    }

    @Test
    void theWayToABatchDependsOnHowManyOfItsChainHaveBeenHandedOver() {
        DispatchBatches rounds = new DispatchBatches(
                engine,
                WAKE,
                waiting -> 1,
                next -> 1_000L * next.dispatchedBatches(),
                (entry, cycles) -> ways.add(cycles),
                started::add);
        StreamChain chain = chain(2, 7);
        rounds.add(chain, 0);
        engine.run();
        chain.complete(7, Launching.CANNOT);
        chain.startNext(8);
        rounds.add(chain, engine.now());
        engine.run();
        assertThat(ways).containsExactly(1_000L, 2_000L);
    }

    @Test
    void chainsThatAreFoundTogetherStartTogetherAndArePreparedBesideEachOther() {
        DispatchBatches rounds = rounds(2);
        rounds.add(chain(3, 7), 0);
        rounds.add(chain(9, 17), 0);
        rounds.add(chain(1, 27), 0);
        engine.run();
        long first = WAKE + 300;
        // One of the two found first has three grids behind it or nine, whichever takes longer to prepare.
        assertThat(started).extracting(ChainBatches.GridStart::startCycle).startsWith(first, first);
        int longest = started.get(2).entry() == 17 ? 2 : 8;
        assertThat(started.get(2).startCycle()).isEqualTo(first + BATCH + longest * (long) PER_GRID + WAKE + 300);
    }

    /**
     * In how many rounds trees hand over the second grid of each parent's NULL stream and the seven behind it: medians of nine runs on an H200
     * ({@code measurements/chains-h200.csv}). A third of that is further than its runs are apart.
     */
    @ParameterizedTest
    @CsvSource({
        "16384, 8, 10", "16384, 32, 23", "16384, 128, 57", "16384, 512, 120", "16384, 1024, 156",
        "65536, 8, 12", "65536, 32, 33", "65536, 128, 100", "65536, 512, 205", "65536, 1024, 318",
        "262144, 8, 12", "262144, 32, 38", "262144, 128, 141", "262144, 512, 381", "262144, 1024, 557"
    })
    void chainsAreHandedOverInAboutAsManyRoundsAsMeasured(long slots, int chains, int measured) {
        LaunchBatchSpec spec = new LaunchBatchSpec(32, 2, new LinearCycles(BATCH, PER_GRID), 0, 0, 64, 0);
        Map<Integer, StreamChain> ofGrid = new HashMap<>();
        Set<Long> roundsAt = new HashSet<>();
        DispatchBatches[] part = new DispatchBatches[1];
        int singleEnds = engine.register((now, grid) -> {
            StreamChain chain = Objects.requireNonNull(ofGrid.get((int) grid));
            chain.complete((int) grid, Launching.CANNOT);
            chain.startNext((int) grid + 1);
            part[0].add(chain, now);
        });
        part[0] = new DispatchBatches(
                engine,
                WAKE,
                waiting -> spec.streamsPerScan(waiting, slots),
                dispatchedBatches -> 0,
                (entry, cycles) -> {},
                next -> {
                    roundsAt.add(next.startCycle());
                    if (next.dispatched() == 1) {
                        engine.schedule(next.startCycle() + 50, singleEnds, next.entry());
                    }
                });
        for (int i = 0; i < chains; i++) {
            StreamChain chain = chain(8, 10 * i + 7);
            ofGrid.put(10 * i + 7, chain);
            part[0].add(chain, 0);
        }
        engine.run();
        assertThat((double) roundsAt.size()).isCloseTo(measured, Percentage.withPercentage(34));
    }
}
