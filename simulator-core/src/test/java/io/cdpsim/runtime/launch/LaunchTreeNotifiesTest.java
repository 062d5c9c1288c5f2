package io.cdpsim.runtime.launch;

import static io.cdpsim.runtime.launch.ManualTiming.Step.COMPLETE;
import static io.cdpsim.runtime.launch.ManualTiming.Step.RETIRE;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.LaunchTiming.UnblockCause;
import org.junit.jupiter.api.Test;

/** What the tree says to the timing, to the host and to the blocks that launched. */
class LaunchTreeNotifiesTest {
    private final SteppedTree steps = SteppedTree.eager();
    private final LaunchScene scene = steps.scene;
    private final ManualTiming timing = steps.timing;
    private final RecordingExecutor work = steps.work;

    @Test
    void theFirstLaneOfACallIsToldApartOnlyWhereNothingIsBeforeItsLaunch() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int first = scene.grids.add(GridKind.STREAM_GRID, parent, 1);
        scene.tree.adopt(first);
        scene.tree.enqueue(first, stream);
        scene.tree.posted(first, true);
        int second = scene.grids.add(GridKind.STREAM_GRID, parent, 1);
        scene.tree.adopt(second);
        scene.tree.enqueue(second, stream);
        scene.tree.posted(second, true);

        assertThat(steps.causes(first)).containsExactly(UnblockCause.POSTED_FIRST_OF_CALL);
        assertThat(steps.causes(second)).isEmpty();
    }

    @Test
    void theTimingLearnsWhoJoinsOthers() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        scene.streamGrid(parent, stream);
        int second = scene.streamGrid(parent, stream);
        scene.tail(parent);
        int secondTail = scene.tail(parent);
        scene.fireAndForget(parent);

        assertThat(timing.queued()).containsExactly(second, secondTail);
    }

    @Test
    void itIsToldWhyAnEntryWaits() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int first = scene.streamGrid(parent, stream);
        int second = scene.streamGrid(parent, stream);
        int tail = scene.tail(parent);

        assertThat(work.waits)
                .containsOnlyKeys(second, tail)
                .containsEntry(second, WaitReason.PREDECESSOR)
                .containsEntry(tail, WaitReason.PARENT_END)
                .doesNotContainKey(first);
    }

    @Test
    void theHostLearnsOfItsGridOnlyOnceAllBelowIsComplete() {
        int parent = steps.runningHostGrid();
        int child = steps.running(scene.fireAndForget(parent));
        int tail = scene.tail(parent);
        steps.exits(parent);
        steps.finishes(child);
        steps.finishes(steps.running(tail));
        assertThat(work.hostGridsCompleted).isEmpty();
        steps.completes(parent);
        assertThat(work.hostGridsCompleted).containsExactly(parent);
        assertThat(scene.grids.live()).isZero();
    }

    @Test
    void theRecordOfABlockIsReleasedWhenTheLaunchRetires() {
        int parent = steps.runningHostGrid();
        int child = steps.running(scene.streamGrid(parent, scene.stream(parent)));
        long number = scene.grids.number(child);
        steps.exits(child);
        timing.let(COMPLETE, child);
        assertThat(work.released).isEmpty();
        timing.let(RETIRE, child);
        assertThat(work.released).containsExactly(number);
    }
}
