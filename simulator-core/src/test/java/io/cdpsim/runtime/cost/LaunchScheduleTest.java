package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.engine.Engine;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.PendingPoolSpec.StreamService;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.GridTable.GridNumbers;
import io.cdpsim.runtime.launch.LaunchTiming.LaunchSteps;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When steps happen once they may. Expected cycles are sums made by hand. */
class LaunchScheduleTest {
    private final Engine engine = new Engine();
    private final GridTable grids = new GridTable(1 << 20, new GridNumbers());
    private final LaunchSpecBuilder spec = new LaunchSpecBuilder();
    private final Map<Integer, Long> started = new LinkedHashMap<>();
    private final Map<Integer, Long> completed = new HashMap<>();
    private final Map<Integer, Long> retired = new HashMap<>();
    private final int parent = grids.add(GridKind.HOST_GRID, 0, 0);
    private final int otherParent = grids.add(GridKind.HOST_GRID, 0, 0);

    private LaunchSchedule schedule() {
        return schedule(LaunchSpecBuilder.pool(100), LaunchPolicy.EAGER);
    }

    private LaunchSchedule schedule(PendingLaunchPool pool, LaunchPolicy policy) {
        LaunchSchedule[] schedule = new LaunchSchedule[1];
        LaunchSteps steps = new LaunchSteps() {
            @Override
            public void start(int entry) {
                started.put(entry, engine.now());
            }

            @Override
            public void complete(int entry) {
                completed.put(entry, schedule[0].now());
            }

            @Override
            public void retire(int entry) {
                retired.put(entry, schedule[0].now());
            }
        };
        schedule[0] = new LaunchSchedule(
                engine,
                grids,
                pool,
                spec.build(),
                new NondeterministicChoices(policy, 1),
                new DeviceEvents(RunListeners.NONE, 0),
                steps);
        return schedule[0];
    }

    private int add(GridKind kind, int parentEntry) {
        return grids.add(kind, parentEntry, 1);
    }

    private int posted(LaunchSchedule schedule, GridKind kind, int parentEntry, long cycle) {
        int entry = add(kind, parentEntry);
        schedule.postedAt(entry, cycle);
        return entry;
    }

    @Test
    void aLaunchStartsSomeTimeAfterItsPosting() {
        spec.postToStart = 250;
        LaunchSchedule schedule = schedule();
        int launch = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 10_000);
        assertThat(schedule.postedCycle(launch)).isEqualTo(10_000);
        schedule.start(launch, 0, false);
        engine.run();
        assertThat(started).containsEntry(launch, 10_250L);
    }

    @Test
    void aLaunchWhoseTurnComesLaterStartsThen() {
        spec.postToStart = 250;
        LaunchSchedule schedule = schedule();
        int launch = posted(schedule, GridKind.STREAM_GRID, parent, 10_000);
        schedule.start(launch, 40_000, false);
        engine.run();
        assertThat(started).containsEntry(launch, 40_000L);
    }

    @Test
    void launchesAreTakenUpOneAfterTheOther() {
        spec.pool = LaunchSpecBuilder.service(40, 0);
        LaunchSchedule schedule = schedule();
        int[] launches = new int[4];
        for (int i = 0; i < 4; i++) {
            launches[i] = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 1_000);
            schedule.start(launches[i], 0, false);
        }
        engine.run();
        assertThat(started)
                .containsExactly(
                        Map.entry(launches[0], 1_000L),
                        Map.entry(launches[1], 1_040L),
                        Map.entry(launches[2], 1_080L),
                        Map.entry(launches[3], 1_120L));
    }

    /** The first of three that are taken up together, by one parent; of a stream each keeps it busy for 70 cycles. */
    @Test
    void aBatchIsTakenUpWhole() {
        spec.pool = LaunchSpecBuilder.service(40, 70);
        LaunchSchedule schedule = schedule();
        int first = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        int second = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        int other = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 0);
        int behind = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        schedule.startQueued(first, 0, 3);
        schedule.startQueued(second, 5, 0);
        schedule.start(other, 0, false);
        schedule.start(behind, 0, false);
        engine.run();
        assertThat(started)
                .containsOnly(
                        Map.entry(first, 0L),
                        Map.entry(second, 5L),
                        Map.entry(other, 3 * 40L),
                        Map.entry(behind, 3 * 70L));
    }

    /** Of 100 slots 25 fit into the L2: three quarters of 400 are added for each grid, and a scan of all 100. */
    @Test
    void eachGridOfABatchWaitsForItsSlotAndForTheScan() {
        spec.pool = LaunchSpecBuilder.service(40, new StreamService(70, 0.1, 400));
        LaunchSchedule schedule =
                schedule(new PendingLaunchPool(100, () -> 0, 25, (fixed, virtual) -> {}), LaunchPolicy.EAGER);
        int first = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        int behind = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        schedule.startQueued(first, 0, 3);
        schedule.start(behind, 0, false);
        engine.run();
        assertThat(started).containsOnly(Map.entry(first, 0L), Map.entry(behind, 3 * (70L + 300 + 10)));
    }

    @Test
    void theServiceOfOrdinaryStreamsGrowsWithTheSlotsOfThePool() {
        spec.pool = LaunchSpecBuilder.service(40, new StreamService(0, 0.02, 0));
        LaunchSchedule schedule = schedule(LaunchSpecBuilder.pool(1_000), LaunchPolicy.EAGER);
        int forgotten = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 0);
        int ofStream = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        int last = posted(schedule, GridKind.TAIL_GRID, parent, 0);
        schedule.start(forgotten, 0, false);
        schedule.start(ofStream, 0, false);
        schedule.start(last, 0, false);
        engine.run();
        long behindForgotten = 40;
        long behindStream = behindForgotten + 40 + 20;
        assertThat(started)
                .containsExactly(
                        Map.entry(forgotten, 0L), Map.entry(ofStream, behindForgotten), Map.entry(last, behindStream));
    }

    @Test
    void launchesIntoOrdinaryStreamsOfOneGridKeepEachOtherWaitingForLonger() {
        spec.pool = LaunchSpecBuilder.service(40, 100);
        LaunchSchedule schedule = schedule();
        int first = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        int second = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        int ofOther = posted(schedule, GridKind.STREAM_GRID, otherParent, 0);
        int forgotten = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 0);
        int third = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        for (int launch : new int[] {first, second, ofOther, forgotten, third}) {
            schedule.start(launch, 0, false);
        }
        engine.run();
        assertThat(started)
                .containsOnly(
                        Map.entry(first, 0L),
                        Map.entry(second, 100L),
                        Map.entry(ofOther, 80L),
                        Map.entry(forgotten, 120L),
                        Map.entry(third, 200L));
    }

    /** Of 100 slots 25 fit into the L2: three quarters of 400 are added. */
    @Test
    void theFirstLaneOfACallWaitsForASlotThatIsNotInTheL2() {
        spec.pool = LaunchSpecBuilder.service(40, new StreamService(100, 0, 400));
        LaunchSchedule schedule =
                schedule(new PendingLaunchPool(100, () -> 0, 25, (fixed, virtual) -> {}), LaunchPolicy.EAGER);
        int firstLane = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 0);
        int secondLane = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 0);
        int stream = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        int streamAgain = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        schedule.start(firstLane, 0, true);
        schedule.start(secondLane, 0, false);
        schedule.start(stream, 0, true);
        schedule.start(streamAgain, 0, false);
        engine.run();
        long behindFirst = 40;
        assertThat(started)
                .containsOnly(
                        Map.entry(firstLane, 0L),
                        Map.entry(secondLane, behindFirst),
                        Map.entry(stream, behindFirst + 40),
                        Map.entry(streamAgain, behindFirst + 40 + 100 + 300));
    }

    /** Rule POOL-9: or a small pool would cost nothing. */
    @Test
    void fetchingFromTheVirtualizedPoolHoldsUpTheLaunchAndThoseBehindIt() {
        spec.pool = LaunchSpecBuilder.service(40, 0);
        spec.virtualizedStart = 18_000;
        LaunchSchedule schedule = schedule();
        int fixed = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 0);
        int virtualized = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 0);
        int behind = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 0);
        grids.poolSlot(fixed, PoolSlot.FIXED);
        grids.poolSlot(virtualized, PoolSlot.VIRTUALIZED);
        grids.poolSlot(behind, PoolSlot.FIXED);
        schedule.start(fixed, 0, false);
        schedule.start(virtualized, 0, false);
        schedule.start(behind, 0, false);
        engine.run();
        assertThat(started)
                .containsOnly(
                        Map.entry(fixed, 0L),
                        Map.entry(virtualized, 40L + 18_000),
                        Map.entry(behind, 40L + 18_000 + 40));
    }

    @Test
    void eventWaitsAndGridsOfTheHostAreNotTakenUp() {
        spec.pool = LaunchSpecBuilder.service(40, 100);
        LaunchSchedule schedule = schedule();
        int wait = add(GridKind.EVENT_WAIT, parent);
        int host = grids.add(GridKind.HOST_GRID, 0, 0);
        int launch = posted(schedule, GridKind.STREAM_GRID, parent, 0);
        schedule.start(wait, 500, false);
        schedule.start(host, 500, false);
        schedule.start(launch, 500, false);
        engine.run();
        assertThat(started).containsOnly(Map.entry(wait, 500L), Map.entry(host, 500L), Map.entry(launch, 500L));
    }

    @Test
    void aStepThatTakesNoTimeHappensAtOnceAndAnotherLater() {
        LaunchSchedule schedule = schedule();
        int tick = engine.register((now, entry) -> {
            schedule.threadsExited(now);
            schedule.completeAfter((int) entry, entry == parent ? 0 : 700);
            assertThat(completed).containsEntry(parent, 3_000L).hasSize(1);
        });
        engine.schedule(3_000, tick, parent);
        engine.schedule(3_000, tick, otherParent);
        engine.run();
        assertThat(completed).containsOnly(Map.entry(parent, 3_000L), Map.entry(otherParent, 3_700L));
    }

    @Test
    void anEntryThatIsUsedAgainKnowsNothingOfTheOneBefore() {
        spec.postToStart = 250;
        spec.pool = LaunchSpecBuilder.service(0, 10_000);
        LaunchSchedule schedule = schedule();
        int launch = posted(schedule, GridKind.STREAM_GRID, parent, 50_000);
        schedule.start(launch, 0, false);
        engine.run();
        assertThat(started).containsEntry(launch, 50_250L);
        schedule.retire(launch);
        schedule.retire(parent);
        assertThat(retired).containsKeys(launch, parent);
        assertThat(schedule.earliestStart(launch)).isZero();
        assertThat(schedule.postedCycle(launch)).isZero();
        schedule.postedAt(launch, 50_500);
        schedule.start(launch, 0, false);
        engine.run();
        assertThat(started).containsEntry(launch, 50_750L);
    }

    /** Or a late launch would hold up all others, and none could overtake another. */
    @Test
    void theDelayOfTheAdversaryComesBehindTheServer() {
        spec.pool = LaunchSpecBuilder.service(40, 0);
        LaunchSchedule schedule = schedule(LaunchSpecBuilder.pool(100), LaunchPolicy.ADVERSARIAL);
        NondeterministicChoices same = new NondeterministicChoices(LaunchPolicy.ADVERSARIAL, 1);
        Map<Integer, Long> expected = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            int launch = posted(schedule, GridKind.FIRE_AND_FORGET_GRID, parent, 0);
            schedule.start(launch, 0, false);
            expected.put(launch, 40L * i + same.startDelayCycles());
        }
        engine.run();
        assertThat(started).containsExactlyInAnyOrderEntriesOf(expected);
        assertThat(List.copyOf(started.keySet()))
                .as("some overtake others")
                .isNotEqualTo(expected.keySet().stream().sorted().toList());
    }
}
