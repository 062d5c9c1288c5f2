package io.cdpsim.runtime.launch;

import static io.cdpsim.runtime.launch.ManualTiming.Step.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.runtime.launch.LaunchTiming.UnblockCause;
import io.cdpsim.runtime.launch.ManualTiming.Unblocked;
import org.junit.jupiter.api.Test;

/** A tree that keeps children as long as nothing forces it to let them start (rule LNCH-3). */
class LaunchTreeHeldChildrenTest {
    private final SteppedTree steps = SteppedTree.holdingChildren();
    private final LaunchScene scene = steps.scene;
    private final ManualTiming timing = steps.timing;
    private final RecordingExecutor work = steps.work;

    /** Rule LNCH-3. */
    @Test
    void aHeldChildStartsOnlyOnceTheThreadsOfItsParentHaveExited() {
        int parent = steps.runningHostGrid();
        int forgotten = scene.fireAndForget(parent);
        int ofStream = scene.streamGrid(parent, scene.stream(parent));

        assertThat(timing.due()).isEmpty();
        assertThat(scene.tree.isHeld(forgotten)).isTrue();
        assertThat(work.waits).containsEntry(forgotten, WaitReason.PARENT_END);
        steps.exits(parent);
        assertThat(scene.tree.isHeld(forgotten)).isFalse();
        assertThat(timing.due(START)).containsExactly(forgotten, ofStream);
    }

    @Test
    void holdingChildrenDoesNotHoldGridsOfTheHost() {
        int first = scene.hostGrid();
        steps.running(first);
        int second = scene.hostGrid();

        assertThat(steps.mayStart(second)).isTrue();
    }

    @Test
    void aHeldStreamStillKeepsItsOrderOnceItIsReleased() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int first = scene.streamGrid(parent, stream);
        int second = scene.streamGrid(parent, stream);

        steps.exits(parent);
        assertThat(timing.due(START)).containsExactly(first);
        steps.finishes(steps.running(first));
        assertThat(timing.due(START)).containsExactly(second);
    }

    @Test
    void heldChildrenOfOneGridAreNotReleasedByAnother() {
        int one = steps.runningHostGrid();
        int other = steps.runningHostGrid();
        int child = scene.fireAndForget(one);

        steps.exits(other);
        assertThat(steps.mayStart(child)).isFalse();
        steps.exits(one);
        assertThat(steps.mayStart(child)).isTrue();
    }

    /** Rule SYNC-1: a parent that waits for its children must not keep them, nor those that it launches afterwards. */
    @Test
    void aParentThatSynchronizesReleasesItsChildrenBeforeItsThreadsExit() {
        int parent = steps.runningHostGrid();
        int before = scene.fireAndForget(parent);
        scene.tree.releaseHeld(parent);

        assertThat(timing.due(START)).containsExactly(before);
        int after = scene.fireAndForget(parent);
        assertThat(timing.due(START)).containsExactly(before, after);
    }

    @Test
    void aParentThatSynchronizesDoesNotReleaseItsTails() {
        int parent = steps.runningHostGrid();
        int tail = scene.tail(parent);
        scene.tree.releaseHeld(parent);

        assertThat(steps.mayStart(tail)).isFalse();
        steps.exits(parent);
        assertThat(steps.mayStart(tail)).isTrue();
    }

    @Test
    void anEntryUsedAgainIsHeldAlthoughTheGridThatHadItBeforeSynchronized() {
        int before = steps.runningHostGrid();
        scene.tree.releaseHeld(before);
        steps.finishes(before);
        int again = steps.runningHostGrid();
        assertThat(again).isEqualTo(before);

        assertThat(steps.mayStart(scene.fireAndForget(again))).isFalse();
    }

    @Test
    void theTimingLearnsWhatEachEntryWaitedForLast() {
        int parent = steps.runningHostGrid();
        int held = scene.fireAndForget(parent);
        int firstTail = scene.tail(parent);
        int nextTail = scene.tail(parent);
        steps.exits(parent);
        int stream = scene.stream(held);
        steps.running(held);
        scene.tree.releaseHeld(held);
        int first = scene.streamGrid(held, stream);
        int second = scene.streamGrid(held, stream);
        steps.exits(held);
        steps.finishes(steps.running(first));
        steps.finishes(steps.running(second));
        steps.completes(held);
        steps.finishes(steps.running(firstTail));

        assertThat(steps.causes(parent)).containsExactly(UnblockCause.POSTED);
        assertThat(steps.causes(held)).containsExactly(UnblockCause.POSTED, UnblockCause.RELEASED);
        assertThat(timing.unblocked())
                .contains(
                        new Unblocked(second, UnblockCause.PREDECESSOR),
                        new Unblocked(firstTail, UnblockCause.FIRST_TAIL),
                        new Unblocked(nextTail, UnblockCause.NEXT_TAIL));
    }
}
