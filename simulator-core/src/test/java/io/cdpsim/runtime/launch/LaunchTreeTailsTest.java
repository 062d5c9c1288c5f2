package io.cdpsim.runtime.launch;

import static io.cdpsim.runtime.launch.ManualTiming.Step.COMPLETE;
import static io.cdpsim.runtime.launch.ManualTiming.Step.RETIRE;
import static io.cdpsim.runtime.launch.ManualTiming.Step.START;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What tail launches wait for and what waits for them, and the places of the pool that they need. */
class LaunchTreeTailsTest {
    private final SteppedTree steps = SteppedTree.eager();
    private final LaunchScene scene = steps.scene;
    private final ManualTiming timing = steps.timing;
    private final RecordingExecutor work = steps.work;

    /** Rule TAIL-2: also for what is posted after the tail launch. */
    @Test
    void aTailWaitsForTheThreadsOfItsGridAndForAllThatTheyLaunchEarlierOrLater() {
        int parent = steps.runningHostGrid();
        int before = steps.running(scene.fireAndForget(parent));
        int tail = scene.tail(parent);
        int after = steps.running(scene.streamGrid(parent, scene.stream(parent)));

        steps.finishes(before);
        steps.exits(parent);
        assertThat(steps.mayStart(tail)).isFalse();
        int below = steps.running(scene.fireAndForget(after));
        steps.exits(after);
        assertThat(steps.mayStart(tail)).isFalse();
        steps.finishes(below);
        steps.completes(after);
        assertThat(steps.mayStart(tail)).isTrue();
        assertThat(steps.mayComplete(parent)).isFalse();
    }

    /** Rules TAIL-2 and TAIL-3. */
    @Test
    void aParentIsCompleteOnlyBehindItsLastTailAndAllBelowIt() {
        int parent = steps.runningHostGrid();
        int first = scene.tail(parent);
        int last = scene.tail(parent);
        steps.exits(parent);
        steps.finishes(steps.running(first));
        steps.running(last);
        int below = steps.running(scene.fireAndForget(last));
        steps.exits(last);
        assertThat(steps.mayComplete(parent)).isFalse();
        steps.finishes(below);
        timing.let(COMPLETE, last);
        assertThat(steps.mayComplete(parent)).isFalse();
        timing.let(RETIRE, last);
        assertThat(steps.mayComplete(parent)).isTrue();
    }

    /** Rule TAIL-4 with TAIL-3. */
    @Test
    void tailsRunOneAfterTheOtherInTheOrderOfTheirPosting() {
        int parent = steps.runningHostGrid();
        int first = scene.tail(parent);
        int second = scene.tail(parent);
        int third = scene.tailCopy(parent);
        steps.exits(parent);

        assertThat(timing.due(START)).containsExactly(first);
        steps.running(first);
        int below = steps.running(scene.fireAndForget(first));
        steps.exits(first);
        assertThat(timing.due(START)).isEmpty();
        steps.finishes(below);
        timing.let(COMPLETE, first);
        assertThat(timing.due(START)).containsExactly(second);
        steps.finishes(steps.running(second));
        assertThat(timing.due(START)).containsExactly(third);
        timing.let(START, third);
        assertThat(work.copied).containsExactly(third);
    }

    /** Rule TAIL-5. */
    @Test
    void theTailOfATailRunsBeforeTheNextTail() {
        int parent = steps.runningHostGrid();
        int first = scene.tail(parent);
        int second = scene.tail(parent);
        steps.exits(parent);
        steps.running(first);
        int ofFirst = scene.tail(first);
        steps.exits(first);

        assertThat(timing.due(START)).containsExactly(ofFirst);
        steps.finishes(steps.running(ofFirst));
        assertThat(steps.mayStart(second)).isFalse();
        steps.completes(first);
        assertThat(steps.mayStart(second)).isTrue();
    }

    /** Rule TAIL-4. */
    @Test
    void theNextOfAStreamWaitsForTheTailsOfTheOneBeforeIt() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int first = steps.running(scene.streamGrid(parent, stream));
        int second = scene.streamGrid(parent, stream);
        int tail = scene.tail(first);
        steps.exits(first);
        steps.finishes(steps.running(tail));
        assertThat(steps.mayStart(second)).isFalse();
        steps.completes(first);
        assertThat(steps.mayStart(second)).isTrue();
    }

    /** Rule TAIL-13. */
    @Test
    void aChainOfTailsOfTailsNeverHoldsMoreThanTwoPlaces() {
        int parent = steps.runningHostGrid();
        int last = scene.tail(parent);
        steps.exits(parent);
        for (int link = 0; link < 100; link++) {
            steps.running(last);
            int next = scene.tail(last);
            assertThat(scene.pool.used()).isEqualTo(2);
            steps.exits(last);
            assertThat(scene.pool.used()).isEqualTo(1);
            last = next;
        }
        assertThat(scene.pool.highWater()).isEqualTo(2);
        steps.exits(steps.running(last));
        while (!timing.due().isEmpty()) {
            ManualTiming.Due next = timing.due().get(0);
            timing.let(next.step(), next.entry());
        }
        assertThat(scene.pool.used()).isZero();
        assertThat(scene.grids.live()).isZero();
        assertThat(work.hostGridsCompleted).containsExactly(parent);
    }

    @Test
    void aGridWithATailKeepsItsPlaceUntilItsChildrenAreComplete() {
        int parent = steps.runningHostGrid();
        int launcher = steps.running(scene.fireAndForget(parent));
        scene.tail(launcher);
        int child = steps.running(scene.fireAndForget(launcher));
        steps.exits(launcher);
        assertThat(scene.pool.used()).isEqualTo(3);
        steps.finishes(child);
        // The child's place is free, and the launcher's goes to its tail.
        assertThat(scene.pool.used()).isEqualTo(1);
    }
}
