package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.LaunchBatchSpec;
import io.cdpsim.profile.LinearCycles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tail launches of a device. Expected cycles are sums made by hand. */
class TailChainsTest {
    private static final int PARENT = 1;
    private static final int OTHER_PARENT = 300;

    private final Engine engine = new Engine();
    private final Map<Integer, Long> retired = new LinkedHashMap<>();
    private final List<ChainBatches.GridStart> resumed = new ArrayList<>();

    private TailChains chains(LaunchBatchSpec costs) {
        return new TailChains(engine, costs, entry -> retired.put(entry, engine.now()), resumed::add);
    }

    @Test
    void aDeviceThatHandsGridsOverOneByOneHasNoChains() {
        TailChains chains = chains(LaunchBatchSpec.NONE);
        chains.add(PARENT, false);
        assertThat(chains.startNext(8, PARENT, 1_000, 500, (launches, goesOn, handOver) -> 30L * launches))
                .isEqualTo(ChainBatches.GridStart.single(8, 1_530));
        assertThat(chains.complete(8, PARENT, false, Launching.CANNOT, 1_000)).isFalse();
        assertThat(engine.pending()).isZero();
    }

    @Test
    void completionsArePaidForBehindTheirBatchOneAfterTheOther() {
        TailChains chains = chains(new LaunchBatchSpec(2, 2, LinearCycles.ZERO, 0, 50, 0, 750));
        for (int i = 0; i < 3; i++) {
            chains.add(PARENT, false);
        }
        assertThat(chains.complete(7, PARENT, false, Launching.CANNOT, 0)).isTrue();
        chains.startNext(8, PARENT, 0, 0, (launches, goesOn, handOver) -> 0);
        chains.complete(8, PARENT, false, Launching.CANNOT, 100);
        chains.startNext(9, PARENT, 100, 0, (launches, goesOn, handOver) -> 0);
        chains.complete(9, PARENT, false, Launching.CANNOT, 200);
        chains.startNext(10, PARENT, 200, 0, (launches, goesOn, handOver) -> 0);
        chains.complete(10, PARENT, false, Launching.CANNOT, 5_000);
        engine.run();
        // The batch of 8 and 9 has run at 200, when 7 is not paid for yet.
        assertThat(retired)
                .containsExactly(Map.entry(7, 750L), Map.entry(8, 1_500L), Map.entry(9, 2_250L), Map.entry(10, 5_750L));
    }

    @Test
    void tailsOfTwoGridsDoNotWaitForEachOther() {
        TailChains chains = chains(LaunchSpecBuilder.chain(32, 2, 0, 0, 50, 700));
        chains.add(PARENT, false);
        chains.add(OTHER_PARENT, false);
        chains.complete(7, PARENT, false, Launching.CANNOT, 0);
        chains.complete(8, OTHER_PARENT, false, Launching.CANNOT, 10);
        engine.run();
        assertThat(retired).containsExactly(Map.entry(7, 700L), Map.entry(8, 710L));
    }

    /** Two tails may be in flight: 8 waits only until it is prepared, but 9 waits for the retirement of 7 and 8 too. */
    @Test
    void aTailThatWaitedForTheRetirementOfOlderBatchesStartsOnceItIsPreparedToo() {
        TailChains chains = chains(LaunchSpecBuilder.chain(2, 1, 0, 1_000, 50, 1_100));
        chains.add(PARENT, false);
        chains.complete(7, PARENT, false, Launching.CANNOT, 0);
        assertThat(chains.startNext(8, PARENT, 0, 5, (launches, goesOn, handOver) -> 0))
                .isEqualTo(ChainBatches.GridStart.single(8, 1_000));
        chains.add(PARENT, false);
        chains.add(PARENT, false);
        chains.complete(8, PARENT, false, Launching.CANNOT, 1_050);
        assertThat(chains.startNext(9, PARENT, 1_050, 5, (launches, goesOn, handOver) -> 0))
                .isNull();
        engine.run();
        assertThat(retired).containsExactly(Map.entry(7, 1_100L), Map.entry(8, 2_200L));
        // From the start of 8 on, 9 and 10 are prepared.
        assertThat(resumed).containsExactly(ChainBatches.GridStart.single(9, 1_000 + 2 * 1_000));
    }

    @Test
    void aTailAloneIsABatchOfOneUnlessItHadTailsItself() {
        TailChains chains = chains(LaunchSpecBuilder.chain(32, 2, 1_000, 100, 50, 700));
        assertThat(chains.complete(7, PARENT, false, Launching.CANNOT, 40)).isTrue();
        assertThat(chains.complete(8, PARENT, true, Launching.CANNOT, 40)).isFalse();
        engine.run();
        assertThat(retired).containsExactly(Map.entry(7, 40L + 1_000 + 100 + 700));
    }
}
