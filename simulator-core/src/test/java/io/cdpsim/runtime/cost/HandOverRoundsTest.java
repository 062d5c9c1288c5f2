package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.ChainSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is queued in streams, handed over in rounds, with round costs. Expected cycles are sums made by hand. */
class HandOverRoundsTest {
    private static final int WAKE = 5_000;
    private static final int BATCH = 1_000;
    private static final int PER_GRID = 100;
    /** The way to one launch that lies anywhere: half of the pool. */
    private static final int HALF_WAY = 600;

    private static final ChainSpec COSTS = Spec.chain(32, 2, BATCH, PER_GRID, 0, 0);

    private final Engine engine = new Engine();
    private final List<GridBatches.Next> started = new ArrayList<>();
    private final List<Long> ways = new ArrayList<>();

    private HandOverRounds rounds(int foundTogether) {
        return new HandOverRounds(
                engine,
                WAKE,
                waiting -> Math.min(waiting, foundTogether),
                () -> HALF_WAY,
                (entry, cycles) -> ways.add(cycles),
                started::add);
    }

    /** A chain of which the first grid has ended, with so many behind it; the next has a number. */
    private static StreamChain chain(int behind, int next) {
        StreamChain chain = new StreamChain(COSTS);
        for (int i = 0; i < behind; i++) {
            chain.batches().add();
        }
        chain.ended(next - 1);
        assertThat(chain.turn(next)).isFalse();
        return chain;
    }

    @Test
    void theSecondGridOfAStreamStartsOnceItsChainIsFound() {
        rounds(1).add(chain(1, 7), 100);
        engine.run();
        assertThat(started).containsExactly(new GridBatches.Next(7, 100 + WAKE + HALF_WAY, 1));
        assertThat(ways).containsExactly((long) HALF_WAY);
    }

    @Test
    void beforeTheNextRoundTheBatchBehindASingleGridIsPrepared() {
        HandOverRounds rounds = rounds(1);
        StreamChain chain = chain(8, 7);
        rounds.add(chain, 0);
        engine.run();
        long found = WAKE + HALF_WAY;
        long prepared = found + BATCH + 7 * PER_GRID;
        assertThat(engine.now()).isEqualTo(prepared);
        chain.ended(7);
        assertThat(chain.turn(8)).isFalse();
        rounds.add(chain, prepared);
        engine.run();
        // It was prepared: it starts when it is found, all seven together.
        assertThat(started.get(1)).isEqualTo(new GridBatches.Next(8, prepared + WAKE + HALF_WAY, 7));
    }

    @Test
    void aFurtherBatchIsPreparedBeforeItStarts() {
        HandOverRounds rounds = rounds(1);
        StreamChain chain = chain(40, 7);
        chain.ended(7);
        chain.turn(8);
        for (int grid = 8; grid < 40; grid++) {
            chain.ended(grid);
            assertThat(chain.turn(grid + 1)).isEqualTo(grid < 39);
        }
        rounds.add(chain, 0);
        engine.run();
        assertThat(started).containsExactly(new GridBatches.Next(40, WAKE + HALF_WAY + BATCH + 7 * PER_GRID, 7));
    }

    /** Of three chains the nearest lies a quarter of the pool away, which is half of the way to one alone. */
    @Test
    void theMoreChainsWaitTheNearerIsTheNext() {
        HandOverRounds rounds = rounds(1);
        for (int i = 0; i < 3; i++) {
            rounds.add(chain(1, 10 * i + 7), 0);
        }
        engine.run();
        assertThat(ways).containsExactly(HALF_WAY / 2L, HALF_WAY * 2L / 3, (long) HALF_WAY);
        assertThat(started)
                .extracting(GridBatches.Next::startCycle)
                .containsExactly(WAKE + 300L, 2L * WAKE + 700, 3L * WAKE + 1_300);
    }

    @Test
    void chainsThatAreFoundTogetherStartTogetherAndArePreparedBesideEachOther() {
        HandOverRounds rounds = rounds(2);
        rounds.add(chain(3, 7), 0);
        rounds.add(chain(9, 17), 0);
        rounds.add(chain(1, 27), 0);
        engine.run();
        long first = WAKE + 300;
        long second = first + BATCH + 8 * PER_GRID + WAKE + HALF_WAY;
        assertThat(started)
                .containsExactly(
                        new GridBatches.Next(7, first, 1),
                        new GridBatches.Next(17, first, 1),
                        new GridBatches.Next(27, second, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2048, 2", // 64 times the root of 1/2048 is 1.4
        "128, 2048, 17",
        "32, 65536, 2",
        "512, 65536, 7",
        "128, 262144, 2",
        "1, 262144, 1",
        "3, 32, 3"
    })
    void chainsAreFoundTogetherByTheRootOfHowDenseTheyLie(int waiting, long slots, int found) {
        int chains = new ChainSpec(32, 2, 0, 0, 0, 64, 0, 0).chainsFound(waiting, slots);
        assertThat(chains).isEqualTo(Math.min(waiting, found));
    }
}
