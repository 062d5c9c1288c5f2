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
            new CompletionBatches.Retirement() {
                @Override
                public void started(int entry) {
                    streams.completionStarted(entry);
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
            streams.add(stream);
        }
        for (int grid = first; grid < first + grids; grid++) {
            assertThat(streams.complete(grid, stream, 0)).isEqualTo(grids > 1);
            if (grid + 1 < first + grids) {
                streams.startNext(grid + 1, stream, 0, () -> 0);
            }
        }
    }

    @Test
    void aGridThatIsAloneInItsStreamIsInNoChain() {
        assertThat(streams.complete(7, 1, 0)).isFalse();
        assertThat(streams.complete(8, 0, 0)).isFalse();
        assertThat(streams.startNext(9, 1, 1_000, () -> 530)).isEqualTo(ChainBatches.GridStart.single(9, 1_530));
        assertThat(engine.pending()).isZero();
    }

    @Test
    void aDeviceThatHandsGridsOverOneByOneHasNoChains() {
        streams = streams(LaunchBatchSpec.NONE);
        streams.add(1);
        streams.skip(1);
        assertThat(streams.complete(7, 1, 0)).isFalse();
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
        allEnd(1, 10, 2);
        allEnd(2, 20, 2);
        engine.run();
        assertThat(told)
                .containsExactly(
                        new Told(1, first),
                        new Told(10, first + 1_020),
                        new Told(20, first + 1_020),
                        new Told(11, first + 2 * 1_020),
                        new Told(21, first + 2 * 1_020));
    }

    /** Seven chains: 2, 4 and 1 behind the first round; 3 and 4 in the further pass. */
    @Test
    void aFurtherPassBeginsWithAsManyAsTheSpecSays() {
        long pass = otherGridFirst();
        for (int stream = 1; stream <= 7; stream++) {
            allEnd(stream, 10 * stream, 2);
        }
        engine.run();
        pass += 1_020 + 1_040 + 1_010;
        assertThat(told.get(7)).isEqualTo(new Told(70, pass));
        List<Told> furtherPass = told.subList(8, 15);
        assertThat(furtherPass.subList(0, 3)).extracting(Told::cycle).containsOnly(pass + 1_030);
        pass += 1_030 + 1_040;
        assertThat(furtherPass.subList(3, 7)).extracting(Told::cycle).containsOnly(pass);
        assertThat(furtherPass.get(6).grid()).isEqualTo(71);
    }

    @Test
    void parentsHearOfAGridOnceItsBatchHasRun() {
        for (int i = 0; i < 3; i++) {
            streams.add(1);
        }
        streams.complete(10, 1, 0);
        streams.startNext(11, 1, 0, () -> 0);
        streams.complete(11, 1, 0);
        // 12 and 13 are a batch; 12 has ended and waits for 13.
        streams.startNext(12, 1, 0, () -> 0);
        streams.complete(12, 1, 0);
        engine.run();
        assertThat(told).extracting(Told::grid).containsExactly(10, 11);
        streams.startNext(13, 1, 5_000, () -> 0);
        streams.complete(13, 1, 5_000);
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
            streams.add(1);
        }
        streams.complete(10, 1, 0);
        streams.startNext(11, 1, 0, () -> 0);
        engine.run();
        streams.complete(11, 1, engine.now());
        streams.startNext(12, 1, engine.now(), () -> 0);
        engine.run();
        assertThat(resumed).extracting(ChainBatches.GridStart::entry).containsExactly(11, 12);
    }

    @Test
    void withinABatchOneGridFollowsTheOtherAtOnceAndIsTakenUpWithIt() {
        streams = streams(LaunchSpecBuilder.chain(32, 2, 500, 30, 70, 0));
        for (int i = 0; i < 3; i++) {
            streams.add(1);
        }
        streams.complete(10, 1, 0);
        assertThat(streams.startNext(11, 1, 0, () -> 0)).isNull();
        engine.run();
        streams.complete(11, 1, engine.now());
        assertThat(streams.startNext(12, 1, engine.now(), () -> 0)).isNull();
        engine.run();
        assertThat(resumed).extracting(ChainBatches.GridStart::dispatched).containsExactly(1, 2);
        streams.complete(12, 1, 9_000);
        assertThat(streams.startNext(13, 1, 9_000, () -> 0)).isEqualTo(new ChainBatches.GridStart(13, 9_070, 0));
    }

    @Test
    void aGridThatWaitedForTheRetirementOfAnOlderBatchStartsOnceThatIsHandedOver() {
        streams = streams(LaunchSpecBuilder.chain(32, 1, 500, 30, 0, 0));
        streams.add(1);
        streams.complete(10, 1, 0);
        assertThat(streams.startNext(11, 1, 0, () -> 0)).isNull();
        engine.run();
        assertThat(resumed).containsExactly(new ChainBatches.GridStart(11, 1_010 + 5, 1));
    }
}
