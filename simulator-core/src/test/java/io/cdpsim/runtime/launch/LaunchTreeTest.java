package io.cdpsim.runtime.launch;

import static io.cdpsim.runtime.launch.ManualTiming.Step.COMPLETE;
import static io.cdpsim.runtime.launch.ManualTiming.Step.RETIRE;
import static io.cdpsim.runtime.launch.ManualTiming.Step.START;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who waits for whom in streams and below a grid, without a device and without time: a step happens when the test lets it. */
class LaunchTreeTest {
    private final SteppedTree steps = SteppedTree.eager();
    private final LaunchScene scene = steps.scene;
    private final ManualTiming timing = steps.timing;
    private final RecordingExecutor work = steps.work;

    @Test
    void gridsOfAStreamStartInTheOrderOfTheirPostingOneAfterTheOther() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int first = scene.streamGrid(parent, stream);
        int second = scene.streamGrid(parent, stream);
        int third = scene.streamGrid(parent, stream);

        assertThat(timing.due(START)).containsExactly(first);
        steps.finishes(steps.running(first));
        assertThat(timing.due(START)).containsExactly(second);
        steps.finishes(steps.running(second));
        assertThat(timing.due(START)).containsExactly(third);
    }

    @Test
    void gridsOfTwoStreamsDoNotWaitForEachOther() {
        int parent = steps.runningHostGrid();
        int first = scene.streamGrid(parent, scene.stream(parent));
        int second = scene.streamGrid(parent, scene.stream(parent));

        assertThat(timing.due(START)).containsExactly(first, second);
    }

    /** Rules STR-7 and NEST-1. */
    @Test
    void theNextOfAStreamWaitsForAllThatLiesBelowTheOneBeforeIt() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int first = steps.running(scene.streamGrid(parent, stream));
        int second = scene.streamGrid(parent, stream);
        int child = steps.running(scene.fireAndForget(first));
        int grandchild = steps.running(scene.fireAndForget(child));
        int tailOfGrandchild = scene.tail(grandchild);

        steps.exits(first);
        steps.exits(child);
        steps.exits(grandchild);
        assertThat(steps.mayStart(second)).isFalse();
        steps.finishes(steps.running(tailOfGrandchild));
        steps.completes(grandchild);
        assertThat(steps.mayStart(second)).isFalse();
        steps.completes(child);
        assertThat(steps.mayStart(second)).isFalse();
        timing.let(COMPLETE, first);
        assertThat(steps.mayStart(second)).isTrue();
    }

    @Test
    void whatIsPostedIntoAStreamWhoseWorkIsCompleteStartsAtOnce() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int first = steps.running(scene.streamGrid(parent, stream));
        steps.exits(first);
        timing.let(COMPLETE, first);
        int second = scene.streamGrid(parent, stream);

        assertThat(steps.mayStart(second)).isTrue();
    }

    /** Rules NEST-1 and NEST-5. */
    @Test
    void aParentIsCompleteOnlyBehindWorkInEachOfItsStreams() {
        int parent = steps.runningHostGrid();
        int ofStream = steps.running(scene.streamGrid(parent, scene.stream(parent)));
        int forgotten = steps.running(scene.fireAndForget(parent));
        int copy = scene.copy(parent, scene.stream(parent));

        steps.exits(parent);
        steps.finishes(ofStream);
        steps.finishes(forgotten);
        assertThat(steps.mayComplete(parent)).isFalse();
        timing.let(START, copy);
        assertThat(work.copied).containsExactly(copy);
        timing.bytesMoved(copy);
        steps.completes(copy);
        assertThat(steps.mayComplete(parent)).isTrue();
    }

    @Test
    void aParentWhoseChildrenAreCompleteIsNotCompleteWhileItsThreadsRun() {
        int parent = steps.runningHostGrid();
        steps.finishes(steps.running(scene.fireAndForget(parent)));

        assertThat(steps.mayComplete(parent)).isFalse();
        steps.exits(parent);
        assertThat(steps.mayComplete(parent)).isTrue();
    }

    /** A parent hears of a child when the child retires, which may be long after those in the child's stream have. */
    @Test
    void aChildThatIsCompleteAndHasNotRetiredKeepsItsParentOpen() {
        int parent = steps.runningHostGrid();
        int child = steps.running(scene.fireAndForget(parent));
        steps.exits(parent);
        steps.exits(child);
        timing.let(COMPLETE, child);

        assertThat(steps.mayComplete(parent)).isFalse();
        timing.let(RETIRE, child);
        assertThat(steps.mayComplete(parent)).isTrue();
    }

    @Test
    void aChildThatRetiresWithOthersIsRetiredOnceAndByTheTimingAlone() {
        timing.retiresWithOthers(entry -> true);
        int parent = steps.runningHostGrid();
        int child = steps.running(scene.streamGrid(parent, scene.stream(parent)));
        steps.exits(parent);
        steps.exits(child);
        timing.let(COMPLETE, child);

        assertThat(timing.due(RETIRE)).containsExactly(child);
        timing.let(RETIRE, child);
        assertThat(timing.due()).containsExactly(new ManualTiming.Due(COMPLETE, parent));
    }

    @Test
    void fireAndForgetWaitsForNobodyAndNobodyInAStreamWaitsForIt() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int first = steps.running(scene.streamGrid(parent, stream));
        scene.streamGrid(parent, stream);
        scene.tail(parent);
        int forgotten = scene.fireAndForget(parent);
        int another = scene.fireAndForget(parent);

        assertThat(timing.due(START)).containsExactly(forgotten, another);
        steps.finishes(first);
        assertThat(timing.due(START)).hasSize(3);
    }

    /** Rule EVT-8. */
    @Test
    void anEventWaitHoldsWhatComesAfterItUntilWhatWasRecordedIsCompleteWithAllBelowIt() {
        int parent = steps.runningHostGrid();
        int recorded = steps.running(scene.streamGrid(parent, scene.stream(parent)));
        int waiting = scene.stream(parent);
        int before = scene.streamGrid(parent, waiting);
        int wait = scene.eventWait(parent, waiting, recorded);
        int after = scene.streamGrid(parent, waiting);
        int elsewhere = scene.streamGrid(parent, scene.stream(parent));
        int below = steps.running(scene.fireAndForget(recorded));

        assertThat(timing.due(START)).containsExactly(before, elsewhere);
        steps.finishes(steps.running(before));
        steps.exits(recorded);
        assertThat(steps.mayStart(wait)).isFalse();
        steps.finishes(below);
        timing.let(COMPLETE, recorded);
        assertThat(steps.mayStart(after)).isFalse();
        timing.let(START, wait);
        assertThat(work.completed).contains(wait);
        assertThat(work.submitted).doesNotContain(wait);
        assertThat(steps.mayStart(after)).isTrue();
    }

    @Test
    void anEventWaitAlsoWaitsForWhatIsBeforeItInItsOwnStream() {
        int parent = steps.runningHostGrid();
        int recorded = steps.running(scene.streamGrid(parent, scene.stream(parent)));
        int waiting = scene.stream(parent);
        int before = steps.running(scene.streamGrid(parent, waiting));
        int wait = scene.eventWait(parent, waiting, recorded);

        steps.finishes(recorded);
        assertThat(steps.mayStart(wait)).isFalse();
        steps.finishes(before);
        assertThat(steps.mayStart(wait)).isTrue();
    }

    @Test
    void anEventWaitForTheLastOfItsOwnStreamWaitsForItOnce() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int recorded = steps.running(scene.streamGrid(parent, stream));
        int wait = scene.eventWait(parent, stream, recorded);
        int after = scene.streamGrid(parent, stream);

        steps.finishes(recorded);
        assertThat(timing.due(START)).containsExactly(wait);
        timing.let(START, wait);
        assertThat(steps.mayStart(after)).isTrue();
    }

    @Test
    void anEventWaitThatIsNotOverKeepsItsGridOpen() {
        int parent = steps.runningHostGrid();
        int recorded = steps.running(scene.streamGrid(parent, scene.stream(parent)));
        int wait = scene.eventWait(parent, scene.stream(parent), recorded);
        steps.exits(parent);
        steps.finishes(recorded);
        assertThat(steps.mayComplete(parent)).isFalse();
        timing.let(START, wait);
        timing.let(RETIRE, wait);
        assertThat(steps.mayComplete(parent)).isTrue();
    }

    /** Rule POOL-1, as the H200 does: from the posting until the launch retires. */
    @Test
    void aLaunchKeepsItsPlaceInThePoolUntilItRetires() {
        int parent = steps.runningHostGrid();
        assertThat(scene.pool.used()).isZero();
        int child = scene.fireAndForget(parent);
        assertThat(scene.pool.used()).isEqualTo(1);
        steps.exits(steps.running(child));
        timing.let(COMPLETE, child);
        assertThat(scene.pool.used()).isEqualTo(1);
        timing.let(RETIRE, child);
        assertThat(scene.pool.used()).isZero();
    }

    /** Rule ERR-7. */
    @Test
    void behindAFaultNothingStartsAnyMore() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int first = steps.running(scene.streamGrid(parent, stream));
        int copy = scene.copy(parent, 0);
        int second = scene.streamGrid(parent, stream);
        steps.finishes(first);
        work.fault();
        timing.let(START, second);
        timing.let(START, copy);

        assertThat(work.submitted).containsExactly(parent, first);
        assertThat(work.copied).isEmpty();
        assertThat(timing.due()).isEmpty();
    }
}
