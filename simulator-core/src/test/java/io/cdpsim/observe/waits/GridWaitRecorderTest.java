package io.cdpsim.observe.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.RunEvent.DispatchState;
import io.cdpsim.observe.RunEvent.DispatchState.State;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.GridWait;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunEvent.WaitReason;
import org.junit.jupiter.api.Test;

/** Spans put together from events told by hand. */
class GridWaitRecorderTest {
    private static final long PARENT = 1;
    private static final long GRID = 2;
    private static final long OTHER = 3;

    private final GridWaitRecorder waits = new GridWaitRecorder();

    private void posted(long grid, long parent, long time) {
        waits.happened(new GridEvent.Posted(time, 0, grid, parent, "kernel", LaunchKind.STREAM, 1, 1, 1, 32));
    }

    private void waits(WaitReason reason, long time) {
        waits.happened(new GridWait(time, 0, GRID, reason));
    }

    private void queued(long time) {
        waits.happened(new GridEvent.Queued(time, 0, GRID));
    }

    private void dispatch(State state, long grid, long time) {
        waits.happened(new DispatchState(time, 0, state, grid));
    }

    private void starts(long admitted, long started) {
        waits.happened(new GridEvent.Admitted(admitted, 0, GRID));
        waits.happened(new GridEvent.Started(started, 0, GRID));
    }

    @Test
    void reasonsBeforeTheBlockSchedulerAreRecordedUnchanged() {
        posted(GRID, PARENT, 100);
        waits(WaitReason.PREDECESSOR, 100);
        waits(WaitReason.LAUNCH_SERVER, 700);
        waits(WaitReason.POOL, 900);
        queued(1_000);
        starts(1_000, 1_000);
        assertThat(waits.of(GRID))
                .containsExactly(
                        new WaitInterval(WaitReason.PREDECESSOR, 100, 700),
                        new WaitInterval(WaitReason.LAUNCH_SERVER, 700, 900),
                        new WaitInterval(WaitReason.POOL, 900, 1_000));
    }

    @Test
    void whatIsSaidAgainIsOneWait() {
        posted(GRID, PARENT, 100);
        waits(WaitReason.PREDECESSOR, 100);
        waits(WaitReason.LAUNCH_SERVER, 700);
        waits(WaitReason.LAUNCH_SERVER, 800);
        queued(1_000);
        starts(1_000, 1_000);
        assertThat(waits.of(GRID))
                .containsExactly(
                        new WaitInterval(WaitReason.PREDECESSOR, 100, 700),
                        new WaitInterval(WaitReason.LAUNCH_SERVER, 700, 1_000));
    }

    @Test
    void aGridThatStartsWhenItIsPostedWaitsForNothing() {
        posted(GRID, 0, 100);
        queued(100);
        starts(100, 100);
        assertThat(waits.of(GRID)).isEmpty();
    }

    @Test
    void aGridWithoutEventsWaitsForTheLaunchServerUntilItIsQueued() {
        posted(GRID, PARENT, 100);
        queued(350);
        starts(350, 350);
        assertThat(waits.of(GRID)).containsExactly(new WaitInterval(WaitReason.LAUNCH_SERVER, 100, 350));
    }

    @Test
    void withTheBlockSchedulerItWaitsForWhatThatSaysOfItself() {
        posted(GRID, PARENT, 0);
        dispatch(State.PLACES_BLOCKS, PARENT, 50);
        queued(100);
        dispatch(State.PLACES_BLOCKS, OTHER, 400);
        dispatch(State.RESIDENT_GRIDS, 0, 600);
        starts(900, 950);
        assertThat(waits.of(GRID))
                .containsExactly(
                        new WaitInterval(WaitReason.LAUNCH_SERVER, 0, 100),
                        new WaitInterval(WaitReason.PARENT_BLOCKS, 100, 400),
                        new WaitInterval(WaitReason.OTHER_BLOCKS, 400, 600),
                        new WaitInterval(WaitReason.RESIDENT_GRIDS, 600, 900),
                        new WaitInterval(WaitReason.SM_ROOM, 900, 950));
    }

    @Test
    void whatTheBlockSchedulerSaysInTheSameCycleCounts() {
        posted(GRID, PARENT, 0);
        queued(100);
        dispatch(State.RESIDENT_GRIDS, 0, 100);
        starts(300, 300);
        assertThat(waits.of(GRID))
                .containsExactly(
                        new WaitInterval(WaitReason.LAUNCH_SERVER, 0, 100),
                        new WaitInterval(WaitReason.RESIDENT_GRIDS, 100, 300));
    }

    @Test
    void whatTheBlockSchedulerSaidBeforeTheLastOfItIsForgotten() {
        posted(GRID, PARENT, 0);
        dispatch(State.RESIDENT_GRIDS, 0, 20);
        dispatch(State.PLACES_BLOCKS, OTHER, 60);
        queued(100);
        starts(300, 300);
        assertThat(waits.of(GRID).get(1)).isEqualTo(new WaitInterval(WaitReason.OTHER_BLOCKS, 100, 300));
    }

    @Test
    void theBlockSchedulerOfAnotherDeviceBlocksNoGridHere() {
        posted(GRID, PARENT, 0);
        dispatch(State.PLACES_BLOCKS, PARENT, 50);
        queued(100);
        waits.happened(new DispatchState(200, 1, State.RESIDENT_GRIDS, 0));
        starts(300, 300);
        assertThat(waits.of(GRID).get(1)).isEqualTo(new WaitInterval(WaitReason.PARENT_BLOCKS, 100, 300));
    }

    @Test
    void whatIsStillGoingOnIsLeftOut() {
        posted(GRID, PARENT, 0);
        waits(WaitReason.PREDECESSOR, 0);
        assertThat(waits.of(GRID)).isEmpty();
        waits(WaitReason.LAUNCH_SERVER, 500);
        assertThat(waits.of(GRID)).containsExactly(new WaitInterval(WaitReason.PREDECESSOR, 0, 500));
    }

    @Test
    void aGridThatWasNotPostedHasNoWaits() {
        waits(WaitReason.POOL, 100);
        starts(200, 300);
        assertThat(waits.of(GRID)).isEmpty();
    }
}
