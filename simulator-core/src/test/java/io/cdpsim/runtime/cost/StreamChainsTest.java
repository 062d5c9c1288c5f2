package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.profile.LaunchBatchSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The grids of a device that are queued behind others in streams, told of in rounds of 1,000 cycles and 10 a grid. Sums made by hand. */
class StreamChainsTest {
    /** Rounds double; a pass begins with three. */
    private static final CompletionSpec ROUNDS = LaunchSpecBuilder.completions(1_000, 2, 10);

    private static int threeAtMost(int waiting) {
        return Math.min(3, waiting);
    }

    /** A grid of which the parent was told, and when. */
    private record Told(int grid, long cycle) {}

    private final Engine engine = new Engine();
    private final List<Told> told = new ArrayList<>();
    private final List<ChainBatches.GridStart> resumed = new ArrayList<>();
    private final CompletionBatches rounds = new CompletionBatches(
            engine,
            ROUNDS,
            entry -> ROUNDS.streamGrid().cycles(false, 100, 0),
            StreamChainsTest::threeAtMost,
            entry -> 0,
            entry -> 0,
            entry -> 0,
            new CompletionBatches.Retirement() {
                @Override
                public void started(int entry) {
                    streams.completionStarted(entry, engine.now());
                }

                @Override
                public void retired(int entry, int together) {
                    told.add(new Told(entry, engine.now()));
                    streams.retire(entry, engine.now());
                }
            });
    private StreamChains streams = streams(LaunchSpecBuilder.chain(32, 2, 0, 0, 0, 0));

    /** Chains that are found at once, each alone, after 5 cycles. */
    private StreamChains streams(LaunchBatchSpec costs) {
        return new StreamChains(
                costs,
                rounds,
                new DispatchBatches(
                        engine, 5, waiting -> 1, dispatchedBatches -> 0, (entry, cycles) -> {}, resumed::add));
    }

    /** Grids that all end in cycle 0, the first of them the first of its stream. */
    private void allEnd(int stream, int first, int grids) {
        for (int i = 1; i < grids; i++) {
            streams.add(stream, false);
        }
        for (int grid = first; grid < first + grids; grid++) {
            assertThat(streams.complete(grid, stream, Launching.CANNOT, 0)).isEqualTo(grids > 1);
            if (grid + 1 < first + grids) {
                streams.startNext(grid + 1, stream, 0, () -> 0);
            }
        }
    }

    @Test
    void aGridThatIsAloneInItsStreamIsInNoChain() {
        assertThat(streams.complete(7, 1, Launching.CANNOT, 0)).isFalse();
        assertThat(streams.complete(8, 0, Launching.CANNOT, 0)).isFalse();
        assertThat(streams.startNext(9, 1, 1_000, () -> 530)).isEqualTo(ChainBatches.GridStart.single(9, 1_530));
        assertThat(engine.pending()).isZero();
    }

    @Test
    void aDeviceThatHandsGridsOverOneByOneHasNoChains() {
        streams = streams(LaunchBatchSpec.NONE);
        streams.add(1, false);
        streams.skip(1);
        assertThat(streams.complete(7, 1, Launching.CANNOT, 0)).isFalse();
    }

    @Test
    void ofABatchOneGridIsToldOfInARound() {
        allEnd(1, 10, 5);
        engine.run();
        // 10 and 11 go alone; 12, 13 and 14 are one batch.
        assertThat(told)
                .containsExactly(
                        new Told(10, 1_010),
                        new Told(11, 2_030),
                        new Told(12, 2_030),
                        new Told(13, 3_040),
                        new Told(14, 4_050));
    }

    /** A grid that is queued behind none keeps the first round busy, while those of the streams end. */
    private long otherGridFirst() {
        rounds.add(1, 0);
        return 1_010;
    }

    @Test
    void ofTwoChainsOneGridOfEachIsToldOfInAPass() {
        long first = otherGridFirst();
        allEnd(1, 10, 4);
        allEnd(2, 20, 4);
        engine.run();
        // Of each chain two grids go alone; then two are one batch.
        long second = first + 1_030;
        long third = second + 1_030;
        long furtherPass = third + 1_020;
        assertThat(told)
                .containsExactly(
                        new Told(1, first),
                        new Told(10, second),
                        new Told(11, second),
                        new Told(12, second),
                        new Told(20, third),
                        new Told(21, third),
                        new Told(22, third),
                        new Told(13, furtherPass),
                        new Told(23, furtherPass));
    }

    /** Seven chains of two: 3, 6 and 5 in the pass behind the first round. */
    @Test
    void aFurtherPassBeginsWithAsManyAsTheSpecSays() {
        long pass = otherGridFirst();
        for (int stream = 1; stream <= 7; stream++) {
            allEnd(stream, 10 * stream, 2);
        }
        engine.run();
        long second = pass + 1_030;
        long third = second + 1_060;
        assertThat(told.subList(1, 4)).extracting(Told::cycle).containsOnly(second);
        assertThat(told.subList(4, 10)).extracting(Told::cycle).containsOnly(third);
        assertThat(told.subList(10, 15)).extracting(Told::cycle).containsOnly(third + 1_050);
        assertThat(told).hasSize(15);
    }

    /** Four chains of four: 3, 6 and 3 in the first pass, and in the further one the four that are left, the last grid of each. */
    @Test
    void aFurtherPassBeginsWithNoFewerThanTheRoundBefore() {
        long pass = otherGridFirst();
        for (int stream = 1; stream <= 4; stream++) {
            allEnd(stream, 10 * stream, 4);
        }
        engine.run();
        pass += 1_030 + 1_060 + 1_030;
        assertThat(told.subList(13, 17))
                .containsExactly(
                        new Told(13, pass + 1_030),
                        new Told(23, pass + 1_030),
                        new Told(33, pass + 1_030),
                        new Told(43, pass + 1_030 + 1_010));
    }

    /** A chain whose grids end one by one, each while its predecessor is reported, does not keep those of the other waiting. */
    @Test
    void gridsThatEndDuringAPassWaitForTheNext() {
        rounds.add(1, 0);
        rounds.add(2, 0);
        allEnd(1, 10, 2);
        rounds.add(3, 0);
        engine.run();
        assertThat(told)
                .containsExactly(
                        new Told(1, 1_010),
                        new Told(2, 1_010 + 1_020),
                        new Told(3, 1_010 + 1_020),
                        new Told(10, 1_010 + 2 * 1_020),
                        new Told(11, 1_010 + 2 * 1_020));
    }

    @Test
    void parentsHearOfAGridOnceItsBatchHasRun() {
        for (int i = 0; i < 3; i++) {
            streams.add(1, false);
        }
        streams.complete(10, 1, Launching.CANNOT, 0);
        streams.startNext(11, 1, 0, () -> 0);
        streams.complete(11, 1, Launching.CANNOT, 0);
        // 12 and 13 are a batch; 12 has ended and waits for 13.
        streams.startNext(12, 1, 0, () -> 0);
        streams.complete(12, 1, Launching.CANNOT, 0);
        engine.run();
        assertThat(told).extracting(Told::grid).containsExactly(10, 11);
        streams.startNext(13, 1, 5_000, () -> 0);
        streams.complete(13, 1, Launching.CANNOT, 5_000);
        engine.run();
        assertThat(told).extracting(Told::grid).containsExactly(10, 11, 12, 13);
    }

    /** The batch of 12 and 13 ends while 10 and 11 are told of: from then on one grid of each is told of in a pass. */
    @Test
    void ofTwoBatchesOfAChainThatHaveRunOneGridOfEachIsToldOfInAPass() {
        streams = streams(LaunchSpecBuilder.chain(2, 9, 0, 0, 0, 0));
        allEnd(1, 10, 6);
        engine.run();
        assertThat(told)
                .containsExactly(
                        new Told(10, 1_010),
                        new Told(11, 1_010 + 1_030),
                        new Told(12, 1_010 + 1_030),
                        new Told(14, 1_010 + 1_030),
                        new Told(13, 1_010 + 1_030 + 1_020),
                        new Told(15, 1_010 + 1_030 + 1_020));
    }

    /** Otherwise others would find it twice, and their way would be shorter for it. */
    @Test
    void aChainThatWaitsToBeHandedOverWaitsOnceHoweverManyOfItsBatchesRetire() {
        for (int i = 0; i < 9; i++) {
            streams.add(1, false);
        }
        streams.complete(10, 1, Launching.CANNOT, 0);
        streams.startNext(11, 1, 0, () -> 0);
        engine.run();
        streams.complete(11, 1, Launching.CANNOT, engine.now());
        streams.startNext(12, 1, engine.now(), () -> 0);
        engine.run();
        assertThat(resumed).extracting(ChainBatches.GridStart::entry).containsExactly(11, 12);
    }

    @Test
    void withinABatchOneGridFollowsTheOtherAtOnceAndIsTakenUpWithIt() {
        streams = streams(LaunchSpecBuilder.chain(32, 2, 500, 30, 70, 0));
        for (int i = 0; i < 3; i++) {
            streams.add(1, false);
        }
        streams.complete(10, 1, Launching.CANNOT, 0);
        assertThat(streams.startNext(11, 1, 0, () -> 0)).isNull();
        engine.run();
        streams.complete(11, 1, Launching.CANNOT, engine.now());
        assertThat(streams.startNext(12, 1, engine.now(), () -> 0)).isNull();
        engine.run();
        assertThat(resumed).extracting(ChainBatches.GridStart::dispatched).containsExactly(1, 2);
        streams.complete(12, 1, Launching.CANNOT, 9_000);
        assertThat(streams.startNext(13, 1, 9_000, () -> 0)).isEqualTo(new ChainBatches.GridStart(13, 9_070, 0));
    }

    /** Two grids may be in flight: 11 does not wait for 10, which has run alone, but 12 waits for both. */
    @Test
    void aGridThatWaitedForTheRetirementOfOlderBatchesStartsOnceTheLastOfThemIsHandedOver() {
        streams = streams(LaunchSpecBuilder.chain(2, 1, 500, 30, 0, 0));
        streams.add(1, false);
        streams.add(1, false);
        streams.complete(10, 1, Launching.CANNOT, 0);
        assertThat(streams.startNext(11, 1, 0, () -> 0)).isNull();
        int ends = engine.register((now, grid) -> {
            streams.complete((int) grid, 1, Launching.CANNOT, now);
            assertThat(streams.startNext((int) grid + 1, 1, now, () -> 0)).isNull();
        });
        engine.schedule(100, ends, 11);
        engine.run();
        assertThat(told).containsExactly(new Told(10, 1_010), new Told(11, 2 * 1_010));
        assertThat(resumed)
                .containsExactly(
                        new ChainBatches.GridStart(11, 5, 1), new ChainBatches.GridStart(12, 2 * 1_010 + 5, 1));
    }
}
