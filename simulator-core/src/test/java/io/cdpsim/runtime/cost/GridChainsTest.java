package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.ChainSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chains of a device. Expected cycles are sums made by hand. */
class GridChainsTest {
    private static final int PARENT = 1;
    private static final int OTHER_PARENT = 300;
    private static final int STREAM = 1;
    private static final int OTHER_STREAM = 2;

    /** A completion takes 700 cycles, and 100 more for each chain of the same parent, 50 for each of another. */
    private static final ChainSpec TURNS = new ChainSpec(32, 2, 1_000, 100, 50, 700, 700, 0, 100, 0, 0, 0, 0.5);

    private final Engine engine = new Engine();
    private final Map<Integer, Long> retired = new LinkedHashMap<>();

    private GridChains chains(ChainSpec costs) {
        return new GridChains(engine, costs, Spec.pool(100), entry -> retired.put(entry, engine.now()));
    }

    @ParameterizedTest
    @CsvSource({"2,32,64", "3,32,96", "1,32,32", "2,8,16"})
    void tailsOverflowOnceAsManyWaitBehindTheFirstAsAllBatchesUnderWayHold(int underWay, int batch, int most) {
        GridChains chains = chains(Spec.chain(batch, underWay, 0, 0, 0, 0, 0));
        for (int waiting = 0; waiting < most; waiting++) {
            assertThat(chains.overflowsWithTails(PARENT)).as("with %d", waiting).isFalse();
            chains.queuedAsTail(PARENT);
        }
        assertThat(chains.overflowsWithTails(PARENT)).isTrue();
        assertThat(chains.overflowsWithTails(OTHER_PARENT)).isFalse();
    }

    @Test
    void aDeviceThatHandsGridsOverOneByOneHasNoChains() {
        GridChains chains = chains(ChainSpec.NONE);
        chains.queuedInStream(STREAM, PARENT, 0, 0);
        chains.queuedAsTail(PARENT);

        assertThat(chains.nextStart(STREAM, 500, launches -> 30L * launches, 1_000))
                .isEqualTo(1_530);
        assertThat(chains.nextTailStart(PARENT, 500, launches -> 30L * launches, 1_000))
                .isEqualTo(1_530);
        assertThat(chains.ended(7, STREAM, PARENT, 1_000)).isFalse();
        assertThat(chains.tailEnded(8, PARENT, 1_000)).isFalse();
        assertThat(chains.overflowsWithTails(PARENT)).isFalse();
        assertThat(engine.pending()).isZero();
    }

    @Test
    void aGridThatIsAloneInItsStreamIsInNoChain() {
        GridChains chains = chains(TURNS);
        assertThat(chains.ended(7, STREAM, PARENT, 1_000)).isFalse();
        assertThat(chains.ended(8, 0, PARENT, 1_000)).isFalse();
        assertThat(engine.pending()).isZero();
    }

    @Test
    void aGridOfAChainRetiresWhenItsCompletionHasBeenPaidFor() {
        GridChains chains = chains(TURNS);
        chains.queuedInStream(STREAM, PARENT, 0, 0);
        assertThat(chains.ended(7, STREAM, PARENT, 0)).isTrue();
        chains.nextStart(STREAM, 0, launches -> 0, 0);
        assertThat(chains.ended(8, STREAM, PARENT, 0)).isTrue();
        engine.run();
        assertThat(retired).containsExactly(Map.entry(7, 800L), Map.entry(8, 1_600L));
    }

    @Test
    void chainsOfOneParentTakeTurnsAndThoseOfAnotherCountHalf() {
        GridChains chains = chains(TURNS);
        chains.queuedInStream(STREAM, PARENT, 0, 0);
        chains.queuedAsTail(PARENT);
        chains.queuedInStream(OTHER_STREAM, OTHER_PARENT, 0, 0);
        chains.ended(7, STREAM, PARENT, 0);
        chains.ended(8, OTHER_STREAM, OTHER_PARENT, 0);
        engine.run();
        // Two chains of the one and one of the other; seen from the other, one and two.
        assertThat(retired).containsExactly(Map.entry(8, 700L + 100 + 2 * 50), Map.entry(7, 700L + 2 * 100 + 50));
    }

    @Test
    void aChainTakesItsTurnsUntilItsLastGridRetires() {
        GridChains chains = chains(TURNS);
        chains.queuedInStream(STREAM, PARENT, 0, 0);
        chains.queuedInStream(OTHER_STREAM, PARENT, 0, 0);
        // The only one that waits in the other stream has its turn: no more chain there once it has retired.
        chains.nextStart(OTHER_STREAM, 0, launches -> 0, 0);
        chains.ended(7, OTHER_STREAM, PARENT, 0);
        long retires = 700 + 2 * 100;
        chains.ended(8, STREAM, PARENT, 0);
        engine.run();
        chains.nextStart(STREAM, 0, launches -> 0, engine.now());
        chains.ended(9, STREAM, PARENT, 2_000);
        engine.run();
        assertThat(retired)
                .containsExactly(Map.entry(7, retires), Map.entry(8, retires), Map.entry(9, 2_000L + 700 + 100));
    }
}
