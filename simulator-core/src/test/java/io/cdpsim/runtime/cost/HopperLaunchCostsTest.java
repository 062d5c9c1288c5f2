package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchModel;
import io.cdpsim.profile.LaunchBatchSpec;
import io.cdpsim.profile.LinearCycles;
import io.cdpsim.profile.Probability;
import io.cdpsim.runtime.cost.PostedWorkRun.Setting;
import io.cdpsim.runtime.settings.LaunchPolicy;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches, rounds and ways through the pool put together. Expected cycles are sums made by hand. */
class HopperLaunchCostsTest {
    private static final int SLOTS = 1_000;

    private final LaunchSpecBuilder spec = new LaunchSpecBuilder();

    private PostedWorkRun run(PostedWork host) {
        return PostedWorkRun.of(LaunchModel.HOPPER, spec.build(), Setting.of(SLOTS), host);
    }

    private static PostedWork six(String... behind) {
        PostedWork host = PostedWork.host("parent", 10);
        for (String name : behind) {
            host.inStream(name, 1, 0, 50);
        }
        return host;
    }

    /** Six grids of a stream that run for 50 each, posted at once; their batches are handed over in 100 + 10 a grid, and told of in rounds of 1,000. */
    private PostedWorkRun sixInAStream(int maxGrids, int underWay) {
        spec.streamSuccessor = 500;
        spec.batches = LaunchSpecBuilder.chain(maxGrids, underWay, 100, 10, 5, 0);
        spec.completion = LaunchSpecBuilder.completions(1_000, 2, 0);
        PostedWorkRun run = run(six("a", "b", "c", "d", "e", "f"));
        assertThat(run.completionOf("parent")).isEqualTo(run.retirementOf("f"));
        return run;
    }

    private static List<Long> starts(PostedWorkRun run) {
        return Stream.of("a", "b", "c", "d", "e", "f").map(run::startOf).toList();
    }

    /** The next is found once the one before has ended, at a third of the pool; a grid that could have launched ends 70 later. */
    @Test
    void gridsThatCanLaunchAreHandedOverOneByOne() {
        spec.streamSuccessor = 500;
        spec.batches = LaunchSpecBuilder.chain(32, 2, 100, 10, 5, 0);
        spec.completion = LaunchSpecBuilder.completions(1_000, 2, 0);
        spec.pool = LaunchSpecBuilder.scans(3, 1);
        spec.capableGrid = 70;
        PostedWorkRun run = PostedWorkRun.of(
                LaunchModel.HOPPER,
                spec.build(),
                new Setting(LaunchSpecBuilder.pool(SLOTS), LaunchPolicy.EAGER, true),
                six("a", "b", "c", "d", "e", "f"));
        long step = 50 + 500 + 3 * SLOTS / 3 + 70;
        assertThat(starts(run)).containsExactly(0L, step, 2 * step, 3 * step, 4 * step, 5 * step);
    }

    @Test
    void aStreamIsHandedOverInBatchesAndOnceTheGridsOfOneHaveRunTheNextWaitsForTheirCompletions() {
        PostedWorkRun run = sixInAStream(2, 1);
        // a ends at 50 and retires at 1,050, and b, the second of two in flight, does not wait for that. It ends at 600
        // and retires at 2,050; the
        // batch of c and d, long prepared, is looked for once both are retired. It ends at 2,655, and the next waits
        // for the round of each.
        assertThat(starts(run))
                .containsExactly(0L, 550L, 2_050L + 500, 2_550L + 55, 2_655L + 2 * 1_000 + 500, 5_155L + 55);
        assertThat(run.retirementOf("e")).isEqualTo(5_210 + 50 + 1_000);
        assertThat(run.retirementOf("f")).isEqualTo(5_210 + 50 + 2 * 1_000);
    }

    @Test
    void withOneGridInFlightTheNextWaitsForAllCompletionsBefore() {
        PostedWorkRun run = sixInAStream(1, 1);
        // Each runs for 50, retires 1,000 later, and the next comes 500 after that.
        assertThat(starts(run)).containsExactly(0L, 1_550L, 2 * 1_550L, 3 * 1_550L, 4 * 1_550L, 5 * 1_550L);
        assertThat(run.retirementOf("f")).isEqualTo(5 * 1_550 + 50 + 1_000);
    }

    @Test
    void withFourGridsInFlightTheNextBatchWaitsOnlyForTheEndOfTheOneBeforeWhileThreeAreNotRetired() {
        PostedWorkRun run = sixInAStream(2, 2);
        // b ends at 600; the batch behind it is prepared for 120 from 550 on, and then looked for: c comes at 1,170,
        // and d ends at 1,275. By then a
        // is retired, but not b, c and d. The last batch is looked for at once, and only then prepared.
        assertThat(starts(run))
                .containsExactly(0L, 550L, 550L + 120 + 500, 1_170L + 55, 1_275L + 500 + 120, 1_895L + 55);
        // The rounds from 50 on: a, b, then c and e in one pass and d and f in the next.
        assertThat(run.retirementOf("b")).isEqualTo(50 + 2 * 1_000);
        assertThat(run.retirementOf("d")).isEqualTo(50 + 5 * 1_000);
        assertThat(run.retirementOf("f")).isEqualTo(50 + 6 * 1_000);
    }

    /** Of three streams two are at hand; the third is found after 500 and half of the pool at 1 cycle a slot, whenever the others end. */
    @Test
    void aGridIntoAStreamBeyondThoseAtHandStartsOnceItsStreamIsFound() {
        spec.streamSuccessor = 500;
        spec.batches = new LaunchBatchSpec(4, 2, LinearCycles.ZERO, 2, 0, 0, 0);
        spec.pool = LaunchSpecBuilder.scans(1, 1);
        PostedWork host = PostedWork.host("parent", 10);
        for (int stream = 1; stream <= 3; stream++) {
            host.inStream("s" + stream, stream, 0, 50);
        }
        PostedWorkRun run = run(host);
        assertThat(List.of(run.startOf("s1"), run.startOf("s2"))).containsOnly(0L);
        assertThat(run.startOf("s3")).isEqualTo(500 + SLOTS / 2);
    }

    @ParameterizedTest
    @CsvSource({"1,1_010,2_020,7_070", "2,1_010,2_030,3_070", "3,1_010,2_040,3_070", "6,1_010,2_070,2_070"})
    void parentsHearOfTheirChildrenInRoundsThatGrowAsTheSpecSays(int growth, String first, String second, String last) {
        spec.completion = LaunchSpecBuilder.completions(1_000, growth, 10);
        PostedWork host = PostedWork.host("parent", 0);
        for (int i = 0; i < 7; i++) {
            host.forgotten("child" + i, 0, 0);
        }
        PostedWorkRun run = run(host);
        List<Long> told = IntStream.range(0, 7)
                .mapToObj(i -> run.retirementOf("child" + i))
                .toList();
        assertThat(told.get(0)).isEqualTo(cycles(first));
        assertThat(told.get(1)).isEqualTo(cycles(second));
        assertThat(told.get(6)).isEqualTo(cycles(last));
        assertThat(run.completionOf("parent")).isEqualTo(cycles(last));
    }

    /** The first round reports one grid, the second one two: it goes to their slots, among the first 100 of the pool, if blocks of their own have launched them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRoundGoesToTheSlotsThatSeveralBlocksHaveTaken(boolean firstOfBlock) {
        spec.completion = LaunchSpecBuilder.completions(1_000, 2, 10);
        spec.pool = LaunchSpecBuilder.scans(1, 1, 100);
        PostedWork host = PostedWork.host("parent", 0).ofBlocks(3, 32);
        for (int i = 0; i < 3; i++) {
            host.forgotten("child" + i, 0, 0).firstOfBlock = firstOfBlock;
        }
        PostedWorkRun run = run(host);
        assertThat(run.retirementOf("child0")).isEqualTo(1_010);
        long way = run.retirementOf("child2") - 2_030;
        assertThat(run.retirementOf("child1")).isEqualTo(2_030 + way);
        assertThat(way).isBetween(firstOfBlock ? 1L : 0L, firstOfBlock ? 100L : 0L);
    }

    /**
     * With a growth of 1 each round reports one grid. Below a nested grid, one costs 320 cycles over the KiB of its parent's kernel: 8 KiB for 8 blocks of 256 threads,
     * 16 KiB for 16 of 128.
     */
    @ParameterizedTest
    @CsvSource({"256,1040", "128,1020"})
    void completionsCostMoreTheLessSharedMemoryTheirParentsHave(int threads, long round) {
        spec.completion = new CompletionSpec(
                1_000,
                1,
                1,
                LaunchSpecBuilder.grid(10, 0),
                LaunchSpecBuilder.grid(10, 0),
                320,
                0,
                CompletionSpec.LargeBlocks.NONE,
                CompletionSpec.SlowState.NONE,
                1);
        PostedWork host = PostedWork.host("top", 0).ofBlocks(1, 1_024);
        PostedWork middle = host.forgotten("middle", 0, 0).ofBlocks(1, threads);
        middle.forgotten("first", 0, 0);
        middle.forgotten("last", 0, 0);
        PostedWorkRun run = run(host);
        assertThat(run.retirementOf("last") - run.retirementOf("first")).isEqualTo(round);
        assertThat(run.retirementOf("middle") - run.retirementOf("last")).isEqualTo(1_010);
    }

    /** Delays of 0.3 and of 0.5 in streams. */
    private static CompletionSpec.SlowState slowState(int minParents, Probability probability) {
        return slowState(minParents, probability, 0);
    }

    private static CompletionSpec.SlowState slowState(int minParents, Probability probability, int halfLaunches) {
        CompletionSpec.SlowState.Onset onset = new CompletionSpec.SlowState.Onset(probability, halfLaunches);
        return new CompletionSpec.SlowState(minParents, 0.3, onset, 0.5, onset);
    }

    private static long cycles(String text) {
        return Long.parseLong(text.replace("_", ""));
    }

    @Test
    void aChildOfAStreamWithoutOthersIsToldInARoundToo() {
        spec.completion = LaunchSpecBuilder.completions(1_000, 2, 10);
        PostedWork host = PostedWork.host("parent", 0);
        host.inStream("child", 1, 0, 100);
        assertThat(run(host).completionOf("parent")).isEqualTo(100 + 1_010);
    }

    @Test
    void aCopyAndATailAreToldAtOnce() {
        spec.completion = LaunchSpecBuilder.completions(1_000, 2, 10);
        PostedWork host = PostedWork.host("parent", 0);
        host.copy("copy", 1, 0, 100);
        host.tail("tail", 0, 100);
        assertThat(run(host).completionOf("parent")).isEqualTo(200);
    }

    /** Two parents one level down; the share is 0.5 in streams and 0.3 else, the odds of it 1 or 0. The last of their children are told of one by one. */
    @ParameterizedTest
    @CsvSource({
        "2, 32, 1, false, 1313", // 1,010 and 0.3 of it
        "2, 32, 1, true, 1515",
        "3, 32, 1, false, 1010", // no crowd yet
        "2, 31, 1, false, 1010", // too few children
        "2, 32, 0, false, 1010",
        "2, 32, 0, true, 1010"
    })
    void inACrowdOfParentsCompletionsTakeLongerInOneOfTwoStates(
            int crowd, int children, double probability, boolean inStreams, long round) {
        spec.completion = new CompletionSpec(
                1_000,
                1,
                1,
                LaunchSpecBuilder.grid(10, 0),
                LaunchSpecBuilder.grid(10, 0),
                320,
                0,
                CompletionSpec.LargeBlocks.NONE,
                slowState(crowd, new Probability(probability)),
                1);
        PostedWork host = PostedWork.host("top", 0);
        for (String name : List.of("a", "b")) {
            PostedWork parent = host.forgotten(name, 0, 0);
            for (int i = 0; i < children; i++) {
                if (inStreams) {
                    parent.inStream(name + i, i + 1, 0, 0);
                } else {
                    parent.forgotten(name + i, 0, 0);
                }
            }
        }
        PostedWorkRun run = run(host);
        long last = run.retirementOf("b" + (children - 1));
        assertThat(last - run.retirementOf("b" + (children - 2))).isEqualTo(round);
    }

    /** Below two parents are 80 launches; of all runs half are slow with 79, and the first seed's is slow with more than that. */
    @ParameterizedTest
    @CsvSource({"79, false, 1313", "79, true, 1515", "80, false, 1010", "80, true, 1010"})
    void theMoreLaunchesBelowACrowdTheMoreRunsAreSlow(int halfLaunches, boolean inStreams, long round) {
        spec.completion = new CompletionSpec(
                1_000,
                1,
                1,
                LaunchSpecBuilder.grid(10, 0),
                LaunchSpecBuilder.grid(10, 0),
                320,
                0,
                CompletionSpec.LargeBlocks.NONE,
                slowState(2, new Probability(1), halfLaunches),
                1);
        PostedWork host = PostedWork.host("top", 0);
        for (String name : List.of("a", "b")) {
            PostedWork parent = host.forgotten(name, 0, 0);
            for (int i = 0; i < 40; i++) {
                if (inStreams) {
                    parent.inStream(name + i, i + 1, 0, 0);
                } else {
                    parent.forgotten(name + i, 0, 0);
                }
            }
        }
        PostedWorkRun run = run(host);
        assertThat(run.retirementOf("b39") - run.retirementOf("b38")).isEqualTo(round);
    }

    @Test
    void theSlowStateBecomesMoreProbableWithTheSquareOfTheLaunches() {
        CompletionSpec.SlowState.Onset onset = new CompletionSpec.SlowState.Onset(new Probability(0.8), 100);
        assertThat(onset.probability(0)).isZero();
        assertThat(onset.probability(100)).isEqualTo(0.4);
        assertThat(onset.probability(200)).isEqualTo(0.75);
        assertThat(new CompletionSpec.SlowState.Onset(new Probability(0.8), 0).probability(0))
                .isEqualTo(0.8);
    }

    /** Three grids of a stream in a pool of 1,000 slots, of which 400 cost 2 cycles each: the first round is of one grid, then come two. */
    @Test
    void aChainPaysForAFarPoolWhatFireAndForgetLaunchesPay() {
        spec.batches = LaunchSpecBuilder.chain(32, 2, 0, 0, 0, 0);
        spec.completion = new CompletionSpec(
                1_000,
                2,
                2,
                LaunchSpecBuilder.grid(10, 0),
                new CompletionSpec.GridCost(0, 0, 0, 2, SLOTS - 400, SLOTS - 1),
                320,
                0,
                CompletionSpec.LargeBlocks.NONE,
                CompletionSpec.SlowState.NONE,
                1);
        PostedWork host = PostedWork.host("parent", 0);
        host.inStream("a", 1, 0, 0);
        host.inStream("b", 1, 0, 0);
        host.inStream("other", 2, 0, 5_000);
        PostedWorkRun run = run(host);
        assertThat(run.retirementOf("a")).isEqualTo(1_000 + 10 + 800);
        assertThat(run.retirementOf("other")).isEqualTo(5_000 + 1_000 + 10);
    }

    /** A third parent of 32 children, which posts long after two others are complete, is no crowd; its children are told of one by one. */
    @Test
    void aCrowdIsOverOnceNobodyOfItWaits() {
        spec.completion = new CompletionSpec(
                1_000,
                1,
                1,
                LaunchSpecBuilder.grid(10, 0),
                LaunchSpecBuilder.grid(10, 0),
                320,
                0,
                CompletionSpec.LargeBlocks.NONE,
                slowState(2, new Probability(1)),
                1);
        PostedWork host = PostedWork.host("top", 2_000_000);
        for (String name : List.of("a", "b", "c")) {
            PostedWork parent = host.forgotten(name, name.equals("c") ? 1_000_000 : 0, 0);
            for (int i = 0; i < 32; i++) {
                parent.forgotten(name + i, 0, 0);
            }
        }
        PostedWorkRun run = run(host);
        assertThat(run.retirementOf("b31") - run.retirementOf("b30")).isEqualTo(1_313);
        assertThat(run.retirementOf("c31") - run.retirementOf("c30")).isEqualTo(1_010);
    }

    /** A share of 0.5; with a growth of 1 each round reports one grid. */
    @ParameterizedTest
    @CsvSource({"2,65,1515", "2,64,1010", "1,65,1010"})
    void completionsTakeLongerOfWhatSeveralBlocksBelowTheTopLaunchFromMoreThanAWarpEach(
            long blocks, int children, long round) {
        spec.completion = new CompletionSpec(
                1_000,
                1,
                1,
                LaunchSpecBuilder.grid(10, 0),
                LaunchSpecBuilder.grid(10, 0),
                320,
                0.5,
                CompletionSpec.LargeBlocks.NONE,
                CompletionSpec.SlowState.NONE,
                1);
        PostedWork host = PostedWork.host("top", 0).ofBlocks(2, 64);
        PostedWork middle = host.forgotten("middle", 0, 0).ofBlocks(blocks, 64);
        for (int i = 0; i < children; i++) {
            middle.forgotten("bottom" + i, 0, 0);
        }
        PostedWorkRun run = run(host);
        long last = run.retirementOf("bottom" + (children - 1));
        assertThat(last - run.retirementOf("bottom" + (children - 2))).isEqualTo(round);
        assertThat(run.retirementOf("middle")).isEqualTo(last + 1_010);
    }

    /** A lone launch lies half of 1,000 slots away. */
    @Test
    void aGridOfTheHostEndsOnceWhatIsCompleteBelowItHasBeenFound() {
        spec.pool = LaunchSpecBuilder.scans(1, 2);
        spec.completionCycles = 4_000;
        PostedWork host = PostedWork.host("parent", 0);
        host.forgotten("child", 0, 100);
        assertThat(run(host).completionOf("parent")).isEqualTo(100 + 4_000 + 500);
    }

    /** The tail lies anywhere among 1,000 slots, half of them away; the child before it as well. */
    @Test
    void aTailIsLookedForBehindTheChildrenOfItsGrid() {
        spec.pool = LaunchSpecBuilder.scans(1, 2);
        spec.tailStart = 4_000;
        PostedWork host = PostedWork.host("grid", 0);
        host.tail("tail", 0, 0);
        assertThat(run(host).startOf("tail")).isEqualTo(4_000 + 500);
        // The pool has been looked through by then: the tail is not looked for again at its grid's end.
        assertThat(run(host).completionOf("grid")).isEqualTo(4_000 + 500);
        host.forgotten("child", 0, 0);
        assertThat(run(host).startOf("tail")).isEqualTo(4_000 + 500 + 500);
    }

    /** Two grids, a wait for an event, and two grids: those behind the wait are a batch of their own. */
    @Test
    void gridsBehindAnEventWaitWithinAStreamAreHandedOverAnew() {
        spec.streamSuccessor = 500;
        spec.batches = LaunchSpecBuilder.chain(4, 2, 100, 10, 5, 0);
        spec.completion = LaunchSpecBuilder.completions(20, 2, 0);
        PostedWork host = PostedWork.host("parent", 10);
        host.inStream("recorded", 1, 0, 5_000);
        host.inStream("a", 2, 0, 50);
        host.inStream("b", 2, 0, 50);
        host.wait("wait", 2, 1, 1);
        host.inStream("c", 2, 2, 50);
        host.inStream("d", 2, 3, 50);
        PostedWorkRun run = run(host);
        assertThat(run.startOf("b")).isEqualTo(50 + 500);
        assertThat(run.completionOf("wait")).isEqualTo(5_000);
        assertThat(run.startOf("c")).isEqualTo(5_000 + 500);
        assertThat(run.startOf("d")).isEqualTo(5_550 + 5);
        assertThat(run.retirementOf("d")).isEqualTo(5_605 + 2 * 20);
        assertThat(run.completionOf("parent")).isEqualTo(5_605 + 2 * 20);
    }

    /** The stream waits for an event before anything else is in it; three grids are queued behind. */
    @Test
    void gridsBehindAnEventWaitThatIsFirstInItsStreamAreOneChain() {
        spec.streamSuccessor = 500;
        spec.batches = LaunchSpecBuilder.chain(4, 2, 100, 10, 5, 0);
        spec.completion = LaunchSpecBuilder.completions(20, 2, 0);
        PostedWork host = PostedWork.host("parent", 10);
        host.inStream("recorded", 1, 0, 5_000);
        host.wait("wait", 2, 1, 0);
        host.inStream("a", 2, 1, 50);
        host.inStream("b", 2, 2, 50);
        host.inStream("c", 2, 3, 50);
        PostedWorkRun run = run(host);
        assertThat(run.completionOf("wait")).isEqualTo(5_000);
        // a goes alone, as the second of its stream; b and c are the batch behind it.
        assertThat(run.startOf("a")).isEqualTo(5_000 + 500);
        assertThat(run.startOf("b")).isEqualTo(5_500 + 120 + 500);
        assertThat(run.startOf("c")).isEqualTo(6_120 + 50 + 5);
        assertThat(run.retirementOf("c")).isEqualTo(run.retirementOf("b") + 20);
    }
}
