package io.cdpsim.runtime.launch;

import static io.cdpsim.runtime.launch.PatientTiming.Step.COMPLETE;
import static io.cdpsim.runtime.launch.PatientTiming.Step.RETIRE;
import static io.cdpsim.runtime.launch.PatientTiming.Step.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.WaitReason;
import io.cdpsim.runtime.launch.LaunchTiming.Turn;
import io.cdpsim.runtime.launch.PatientTiming.Turned;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of who waits for whom, without a device and without time: a step happens when the test lets it. */
class LaunchTreeTest {
    private final SeenWork work = new SeenWork();
    private LaunchScene scene = new LaunchScene(work, false);
    private PatientTiming timing = scene.timing;

    private void childrenAreHeld() {
        scene = new LaunchScene(work, true);
        timing = scene.timing;
    }

    private int running(int entry) {
        timing.let(START, entry);
        scene.tree.admit(entry);
        return entry;
    }

    private int runningHostGrid() {
        return running(scene.hostGrid());
    }

    private void exits(int entry) {
        scene.tree.bodyEnded(entry);
    }

    /** The threads of a grid that has posted nothing exit, and all that follows for itself happens. */
    private void finishes(int entry) {
        exits(entry);
        completes(entry);
    }

    private void completes(int entry) {
        timing.let(COMPLETE, entry);
        timing.let(RETIRE, entry);
    }

    private boolean mayStart(int entry) {
        return timing.due(START).contains(entry);
    }

    private boolean mayComplete(int entry) {
        return timing.due(COMPLETE).contains(entry);
    }

    private List<Turn> turns(int entry) {
        return timing.turned().stream()
                .filter(each -> each.entry() == entry)
                .map(Turned::turn)
                .toList();
    }

    @Test
    void gridsOfAStreamStartInTheOrderOfTheirPostingOneAfterTheOther() {
        int parent = runningHostGrid();
        int stream = scene.stream(parent);
        int first = scene.streamGrid(parent, stream);
        int second = scene.streamGrid(parent, stream);
        int third = scene.streamGrid(parent, stream);

        assertThat(timing.due(START)).containsExactly(first);
        finishes(running(first));
        assertThat(timing.due(START)).containsExactly(second);
        finishes(running(second));
        assertThat(timing.due(START)).containsExactly(third);
    }

    @Test
    void gridsOfTwoStreamsDoNotWaitForEachOther() {
        int parent = runningHostGrid();
        int first = scene.streamGrid(parent, scene.stream(parent));
        int second = scene.streamGrid(parent, scene.stream(parent));

        assertThat(timing.due(START)).containsExactly(first, second);
    }

    /** Rules STR-7 and NEST-1. */
    @Test
    void theNextOfAStreamWaitsForAllThatLiesBelowTheOneBeforeIt() {
        int parent = runningHostGrid();
        int stream = scene.stream(parent);
        int first = running(scene.streamGrid(parent, stream));
        int second = scene.streamGrid(parent, stream);
        int child = running(scene.fireAndForget(first));
        int grandchild = running(scene.fireAndForget(child));
        int tailOfGrandchild = scene.tail(grandchild);

        exits(first);
        exits(child);
        exits(grandchild);
        assertThat(mayStart(second)).isFalse();
        finishes(running(tailOfGrandchild));
        completes(grandchild);
        assertThat(mayStart(second)).isFalse();
        completes(child);
        assertThat(mayStart(second)).isFalse();
        timing.let(COMPLETE, first);
        assertThat(mayStart(second)).isTrue();
    }

    @Test
    void whatIsPostedIntoAStreamWhoseWorkIsCompleteStartsAtOnce() {
        int parent = runningHostGrid();
        int stream = scene.stream(parent);
        int first = running(scene.streamGrid(parent, stream));
        exits(first);
        timing.let(COMPLETE, first);
        int second = scene.streamGrid(parent, stream);

        assertThat(mayStart(second)).isTrue();
    }

    /** Rules NEST-1 and NEST-5. */
    @Test
    void aParentIsCompleteOnlyBehindWorkInEachOfItsStreams() {
        int parent = runningHostGrid();
        int ofStream = running(scene.streamGrid(parent, scene.stream(parent)));
        int forgotten = running(scene.fireAndForget(parent));
        int copy = scene.copy(parent, scene.stream(parent));

        exits(parent);
        finishes(ofStream);
        finishes(forgotten);
        assertThat(mayComplete(parent)).isFalse();
        timing.let(START, copy);
        assertThat(work.copied).containsExactly(copy);
        timing.bytesMoved(copy);
        completes(copy);
        assertThat(mayComplete(parent)).isTrue();
    }

    @Test
    void aParentWhoseChildrenAreCompleteIsNotCompleteWhileItsThreadsRun() {
        int parent = runningHostGrid();
        finishes(running(scene.fireAndForget(parent)));

        assertThat(mayComplete(parent)).isFalse();
        exits(parent);
        assertThat(mayComplete(parent)).isTrue();
    }

    /** A parent hears of a child when the child retires, which may be long after those in the child's stream have. */
    @Test
    void aChildThatIsCompleteAndHasNotRetiredKeepsItsParentOpen() {
        int parent = runningHostGrid();
        int child = running(scene.fireAndForget(parent));
        exits(parent);
        exits(child);
        timing.let(COMPLETE, child);

        assertThat(mayComplete(parent)).isFalse();
        timing.let(RETIRE, child);
        assertThat(mayComplete(parent)).isTrue();
    }

    @Test
    void aChildThatRetiresWithOthersIsRetiredOnceAndByTheTimingAlone() {
        timing.retiresWithOthers(entry -> true);
        int parent = runningHostGrid();
        int child = running(scene.streamGrid(parent, scene.stream(parent)));
        exits(parent);
        exits(child);
        timing.let(COMPLETE, child);

        assertThat(timing.due(RETIRE)).containsExactly(child);
        timing.let(RETIRE, child);
        assertThat(timing.due()).containsExactly(new PatientTiming.Due(COMPLETE, parent));
    }

    /** Rule TAIL-2: also for what is posted after the tail launch. */
    @Test
    void aTailWaitsForTheThreadsOfItsGridAndForAllThatTheyLaunchEarlierOrLater() {
        int parent = runningHostGrid();
        int before = running(scene.fireAndForget(parent));
        int tail = scene.tail(parent);
        int after = running(scene.streamGrid(parent, scene.stream(parent)));

        finishes(before);
        exits(parent);
        assertThat(mayStart(tail)).isFalse();
        int below = running(scene.fireAndForget(after));
        exits(after);
        assertThat(mayStart(tail)).isFalse();
        finishes(below);
        completes(after);
        assertThat(mayStart(tail)).isTrue();
        assertThat(mayComplete(parent)).isFalse();
    }

    /** Rules TAIL-2 and TAIL-3. */
    @Test
    void aParentIsCompleteOnlyBehindItsLastTailAndAllBelowIt() {
        int parent = runningHostGrid();
        int first = scene.tail(parent);
        int last = scene.tail(parent);
        exits(parent);
        finishes(running(first));
        running(last);
        int below = running(scene.fireAndForget(last));
        exits(last);
        assertThat(mayComplete(parent)).isFalse();
        finishes(below);
        timing.let(COMPLETE, last);
        assertThat(mayComplete(parent)).isFalse();
        timing.let(RETIRE, last);
        assertThat(mayComplete(parent)).isTrue();
    }

    /** Rule TAIL-4 with TAIL-3. */
    @Test
    void tailsRunOneAfterTheOtherInTheOrderOfTheirPosting() {
        int parent = runningHostGrid();
        int first = scene.tail(parent);
        int second = scene.tail(parent);
        int third = scene.tailCopy(parent);
        exits(parent);

        assertThat(timing.due(START)).containsExactly(first);
        running(first);
        int below = running(scene.fireAndForget(first));
        exits(first);
        assertThat(timing.due(START)).isEmpty();
        finishes(below);
        timing.let(COMPLETE, first);
        assertThat(timing.due(START)).containsExactly(second);
        finishes(running(second));
        assertThat(timing.due(START)).containsExactly(third);
        timing.let(START, third);
        assertThat(work.copied).containsExactly(third);
    }

    /** Rule TAIL-5. */
    @Test
    void theTailOfATailRunsBeforeTheNextTail() {
        int parent = runningHostGrid();
        int first = scene.tail(parent);
        int second = scene.tail(parent);
        exits(parent);
        running(first);
        int ofFirst = scene.tail(first);
        exits(first);

        assertThat(timing.due(START)).containsExactly(ofFirst);
        finishes(running(ofFirst));
        assertThat(mayStart(second)).isFalse();
        completes(first);
        assertThat(mayStart(second)).isTrue();
    }

    /** Rule TAIL-4. */
    @Test
    void theNextOfAStreamWaitsForTheTailsOfTheOneBeforeIt() {
        int parent = runningHostGrid();
        int stream = scene.stream(parent);
        int first = running(scene.streamGrid(parent, stream));
        int second = scene.streamGrid(parent, stream);
        int tail = scene.tail(first);
        exits(first);
        finishes(running(tail));
        assertThat(mayStart(second)).isFalse();
        completes(first);
        assertThat(mayStart(second)).isTrue();
    }

    @Test
    void fireAndForgetWaitsForNobodyAndNobodyInAStreamWaitsForIt() {
        int parent = runningHostGrid();
        int stream = scene.stream(parent);
        int first = running(scene.streamGrid(parent, stream));
        scene.streamGrid(parent, stream);
        scene.tail(parent);
        int forgotten = scene.fireAndForget(parent);
        int another = scene.fireAndForget(parent);

        assertThat(timing.due(START)).containsExactly(forgotten, another);
        finishes(first);
        assertThat(timing.due(START)).hasSize(3);
    }

    /** Rule EVT-8. */
    @Test
    void anEventWaitHoldsWhatComesAfterItUntilWhatWasRecordedIsCompleteWithAllBelowIt() {
        int parent = runningHostGrid();
        int recorded = running(scene.streamGrid(parent, scene.stream(parent)));
        int waiting = scene.stream(parent);
        int before = scene.streamGrid(parent, waiting);
        int wait = scene.eventWait(parent, waiting, recorded);
        int after = scene.streamGrid(parent, waiting);
        int elsewhere = scene.streamGrid(parent, scene.stream(parent));
        int below = running(scene.fireAndForget(recorded));

        assertThat(timing.due(START)).containsExactly(before, elsewhere);
        finishes(running(before));
        exits(recorded);
        assertThat(mayStart(wait)).isFalse();
        finishes(below);
        timing.let(COMPLETE, recorded);
        assertThat(mayStart(after)).isFalse();
        timing.let(START, wait);
        assertThat(work.completed).contains(wait);
        assertThat(work.submitted).doesNotContain(wait);
        assertThat(mayStart(after)).isTrue();
    }

    @Test
    void anEventWaitAlsoWaitsForWhatIsBeforeItInItsOwnStream() {
        int parent = runningHostGrid();
        int recorded = running(scene.streamGrid(parent, scene.stream(parent)));
        int waiting = scene.stream(parent);
        int before = running(scene.streamGrid(parent, waiting));
        int wait = scene.eventWait(parent, waiting, recorded);

        finishes(recorded);
        assertThat(mayStart(wait)).isFalse();
        finishes(before);
        assertThat(mayStart(wait)).isTrue();
    }

    @Test
    void anEventWaitForTheLastOfItsOwnStreamWaitsForItOnce() {
        int parent = runningHostGrid();
        int stream = scene.stream(parent);
        int recorded = running(scene.streamGrid(parent, stream));
        int wait = scene.eventWait(parent, stream, recorded);
        int after = scene.streamGrid(parent, stream);

        finishes(recorded);
        assertThat(timing.due(START)).containsExactly(wait);
        timing.let(START, wait);
        assertThat(mayStart(after)).isTrue();
    }

    @Test
    void anEventWaitThatIsNotOverKeepsItsGridOpen() {
        int parent = runningHostGrid();
        int recorded = running(scene.streamGrid(parent, scene.stream(parent)));
        int wait = scene.eventWait(parent, scene.stream(parent), recorded);
        exits(parent);
        finishes(recorded);
        assertThat(mayComplete(parent)).isFalse();
        timing.let(START, wait);
        timing.let(RETIRE, wait);
        assertThat(mayComplete(parent)).isTrue();
    }

    /** Rule POOL-1, as the H200 does: from the posting until the launch retires. */
    @Test
    void aLaunchKeepsItsPlaceInThePoolUntilItRetires() {
        int parent = runningHostGrid();
        assertThat(scene.pool.used()).isZero();
        int child = scene.fireAndForget(parent);
        assertThat(scene.pool.used()).isEqualTo(1);
        exits(running(child));
        timing.let(COMPLETE, child);
        assertThat(scene.pool.used()).isEqualTo(1);
        timing.let(RETIRE, child);
        assertThat(scene.pool.used()).isZero();
    }

    /** Rule TAIL-13. */
    @Test
    void aChainOfTailsOfTailsNeverHoldsMoreThanTwoPlaces() {
        int parent = runningHostGrid();
        int last = scene.tail(parent);
        exits(parent);
        for (int link = 0; link < 100; link++) {
            running(last);
            int next = scene.tail(last);
            assertThat(scene.pool.used()).isEqualTo(2);
            exits(last);
            assertThat(scene.pool.used()).isEqualTo(1);
            last = next;
        }
        assertThat(scene.pool.highWater()).isEqualTo(2);
        exits(running(last));
        while (!timing.due().isEmpty()) {
            PatientTiming.Due next = timing.due().get(0);
            timing.let(next.step(), next.entry());
        }
        assertThat(scene.pool.used()).isZero();
        assertThat(scene.grids.live()).isZero();
        assertThat(work.hostGridsCompleted).containsExactly(parent);
    }

    @Test
    void aGridWithATailKeepsItsPlaceUntilItsChildrenAreComplete() {
        int parent = runningHostGrid();
        int launcher = running(scene.fireAndForget(parent));
        scene.tail(launcher);
        int child = running(scene.fireAndForget(launcher));
        exits(launcher);
        assertThat(scene.pool.used()).isEqualTo(3);
        finishes(child);
        // The child's place is free, and the launcher's goes to its tail.
        assertThat(scene.pool.used()).isEqualTo(1);
    }

    /** Rule LNCH-3. */
    @Test
    void aHeldChildStartsOnlyOnceTheThreadsOfItsParentHaveExited() {
        childrenAreHeld();
        int parent = runningHostGrid();
        int forgotten = scene.fireAndForget(parent);
        int ofStream = scene.streamGrid(parent, scene.stream(parent));

        assertThat(timing.due()).isEmpty();
        assertThat(scene.tree.isHeld(forgotten)).isTrue();
        assertThat(work.waits).containsEntry(forgotten, WaitReason.PARENT_END);
        exits(parent);
        assertThat(scene.tree.isHeld(forgotten)).isFalse();
        assertThat(timing.due(START)).containsExactly(forgotten, ofStream);
    }

    @Test
    void holdingChildrenDoesNotHoldGridsOfTheHost() {
        childrenAreHeld();
        int first = scene.hostGrid();
        running(first);
        int second = scene.hostGrid();

        assertThat(mayStart(second)).isTrue();
    }

    @Test
    void aHeldStreamStillKeepsItsOrderOnceItIsReleased() {
        childrenAreHeld();
        int parent = runningHostGrid();
        int stream = scene.stream(parent);
        int first = scene.streamGrid(parent, stream);
        int second = scene.streamGrid(parent, stream);

        exits(parent);
        assertThat(timing.due(START)).containsExactly(first);
        finishes(running(first));
        assertThat(timing.due(START)).containsExactly(second);
    }

    @Test
    void heldChildrenOfOneGridAreNotReleasedByAnother() {
        childrenAreHeld();
        int one = runningHostGrid();
        int other = runningHostGrid();
        int child = scene.fireAndForget(one);

        exits(other);
        assertThat(mayStart(child)).isFalse();
        exits(one);
        assertThat(mayStart(child)).isTrue();
    }

    /** Rule SYNC-1: a parent that waits for its children must not keep them, nor those that it launches afterwards. */
    @Test
    void aParentThatSynchronizesReleasesItsChildrenBeforeItsThreadsExit() {
        childrenAreHeld();
        int parent = runningHostGrid();
        int before = scene.fireAndForget(parent);
        scene.tree.releaseHeld(parent);

        assertThat(timing.due(START)).containsExactly(before);
        int after = scene.fireAndForget(parent);
        assertThat(timing.due(START)).containsExactly(before, after);
    }

    @Test
    void aParentThatSynchronizesDoesNotReleaseItsTails() {
        childrenAreHeld();
        int parent = runningHostGrid();
        int tail = scene.tail(parent);
        scene.tree.releaseHeld(parent);

        assertThat(mayStart(tail)).isFalse();
        exits(parent);
        assertThat(mayStart(tail)).isTrue();
    }

    @Test
    void anEntryUsedAgainIsHeldAlthoughTheGridThatHadItBeforeSynchronized() {
        childrenAreHeld();
        int before = runningHostGrid();
        scene.tree.releaseHeld(before);
        finishes(before);
        int again = runningHostGrid();
        assertThat(again).isEqualTo(before);

        assertThat(mayStart(scene.fireAndForget(again))).isFalse();
    }

    /** Rule ERR-7. */
    @Test
    void behindAFaultNothingStartsAnyMore() {
        int parent = runningHostGrid();
        int stream = scene.stream(parent);
        int first = running(scene.streamGrid(parent, stream));
        int copy = scene.copy(parent, 0);
        int second = scene.streamGrid(parent, stream);
        finishes(first);
        work.fault();
        timing.let(START, second);
        timing.let(START, copy);

        assertThat(work.submitted).containsExactly(parent, first);
        assertThat(work.copied).isEmpty();
        assertThat(timing.due()).isEmpty();
    }

    @Test
    void theTimingLearnsWhatEachEntryWaitedForLast() {
        childrenAreHeld();
        int parent = runningHostGrid();
        int held = scene.fireAndForget(parent);
        int firstTail = scene.tail(parent);
        int nextTail = scene.tail(parent);
        exits(parent);
        int stream = scene.stream(held);
        running(held);
        scene.tree.releaseHeld(held);
        int first = scene.streamGrid(held, stream);
        int second = scene.streamGrid(held, stream);
        exits(held);
        finishes(running(first));
        finishes(running(second));
        completes(held);
        finishes(running(firstTail));

        assertThat(turns(parent)).containsExactly(Turn.POSTED);
        assertThat(turns(held)).containsExactly(Turn.POSTED, Turn.RELEASED);
        assertThat(timing.turned())
                .contains(
                        new Turned(second, Turn.PREDECESSOR),
                        new Turned(firstTail, Turn.FIRST_TAIL),
                        new Turned(nextTail, Turn.NEXT_TAIL));
    }

    @Test
    void theFirstLaneOfACallIsToldApartOnlyWhereNothingIsBeforeItsLaunch() {
        int parent = runningHostGrid();
        int stream = scene.stream(parent);
        int first = scene.grids.add(GridKind.STREAM_GRID, parent, 1);
        scene.tree.adopt(first);
        scene.tree.enqueue(first, stream);
        scene.tree.posted(first, true);
        int second = scene.grids.add(GridKind.STREAM_GRID, parent, 1);
        scene.tree.adopt(second);
        scene.tree.enqueue(second, stream);
        scene.tree.posted(second, true);

        assertThat(turns(first)).containsExactly(Turn.POSTED_FIRST_OF_CALL);
        assertThat(turns(second)).isEmpty();
    }

    @Test
    void theTimingLearnsWhoJoinsOthers() {
        int parent = runningHostGrid();
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
        int parent = runningHostGrid();
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
        int parent = runningHostGrid();
        int child = running(scene.fireAndForget(parent));
        int tail = scene.tail(parent);
        exits(parent);
        finishes(child);
        finishes(running(tail));
        assertThat(work.hostGridsCompleted).isEmpty();
        completes(parent);
        assertThat(work.hostGridsCompleted).containsExactly(parent);
        assertThat(scene.grids.live()).isZero();
    }

    @Test
    void theRecordOfABlockIsReleasedWhenTheLaunchRetires() {
        int parent = runningHostGrid();
        int child = running(scene.streamGrid(parent, scene.stream(parent)));
        long number = scene.grids.number(child);
        exits(child);
        timing.let(COMPLETE, child);
        assertThat(work.released).isEmpty();
        timing.let(RETIRE, child);
        assertThat(work.released).containsExactly(number);
    }
}
