package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.GridWait;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunEvent.PoolEvent;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.observe.waits.GridWaitRecorder;
import io.cdpsim.observe.waits.WaitInterval;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What listeners are told of drawn programs: why each grid waits, without a gap; what the pool holds; and all at no cost in time. */
class WatchedProgramsPropertyTest {
    private static final int PROGRAMS = 12;
    private static final int SMALL_POOL = 8;
    private static final Map<String, GpuProfile> WITH_SMALL_POOL = new HashMap<>();

    /** Programs by whether they are for CDP1, and by seed: all tests run the same ones. */
    private static final Map<List<Object>, LaunchProgram> DRAWN = new HashMap<>();

    /** Keeps all events of some kinds. */
    private static final class Kept implements RunListener {
        private final Set<EventKind> kinds;
        private final List<RunEvent> events = new ArrayList<>();

        Kept(EventKind first, EventKind... others) {
            kinds = EnumSet.of(first, others);
        }

        @Override
        public Set<EventKind> kinds() {
            return kinds;
        }

        @Override
        public void happened(RunEvent event) {
            events.add(event);
        }

        <T extends RunEvent> List<T> of(Class<T> type) {
            return events.stream().filter(type::isInstance).map(type::cast).toList();
        }
    }

    private static MachineSettings settings(String profile, LaunchPolicy policy, long seed) {
        return MachineSettings.of(WITH_SMALL_POOL.computeIfAbsent(
                        profile, name -> Profiles.load(name, List.of("limits.pending_launches_min=" + SMALL_POOL))))
                .withPolicy(policy)
                .withSeed(seed);
    }

    private static LaunchProgram draw(String profile, long seed) {
        boolean cdp1 = profile.startsWith("k");
        return DRAWN.computeIfAbsent(
                List.of(cdp1, seed),
                each -> RandomLaunchProgram.draw(500 + seed, new RandomLaunchProgram.Bounds(cdp1, 60, 5, true, 3)));
    }

    private static void checkSpans(GridLifetime grid, List<WaitInterval> spans, Set<String> wrong) {
        long at = grid.posted();
        for (WaitInterval span : spans) {
            if (span.start() != at || span.cycles() <= 0) {
                wrong.add(grid + ": a gap or an overlap at " + at + " in " + spans);
            }
            at = span.end();
        }
        if (at != grid.started()) {
            wrong.add(grid + ": its waits end at " + at + ": " + spans);
        }
    }

    /** A tail waits for its parent's threads first, and so does each child of a lazy machine whose parent does not synchronise. */
    private static void checkParentEnd(
            GridLifetime grid, GridLifetime parent, boolean tail, List<WaitInterval> spans, Set<String> wrong) {
        boolean waited = !spans.isEmpty()
                && spans.get(0).reason() == WaitReason.PARENT_END
                && spans.get(0).end() >= parent.bodyEnded();
        if (tail && !waited) {
            wrong.add(grid + ", a tail, does not wait for the end of " + parent + ": " + spans);
        }
        boolean predecessor = spans.stream().anyMatch(span -> span.reason() == WaitReason.PREDECESSOR);
        if (tail && predecessor) {
            wrong.add(grid + ", a tail, waits in a stream: " + spans);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "h200,EAGER", "h200,LAZY", "h200,ADVERSARIAL",
        "k20x,EAGER", "k20x,LAZY", "k20x,ADVERSARIAL"
    })
    void eachGridWaitsForSomethingFromItsPostingToItsStartWithoutAGapOrAnOverlap(String profile, LaunchPolicy policy) {
        Set<WaitReason> seen = EnumSet.noneOf(WaitReason.class);
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            GridWaitRecorder waits = new GridWaitRecorder();
            Kept kept = new Kept(EventKind.GRID, EventKind.WAIT);
            LaunchProgram program = draw(profile, seed);
            LaunchProgramRun run = LaunchProgramRun.of(program, settings(profile, policy, seed), 0, waits, kept);
            Set<Long> tails = new LinkedHashSet<>();
            for (GridEvent.Posted posted : kept.of(GridEvent.Posted.class)) {
                if (posted.launch() == LaunchKind.TAIL) {
                    tails.add(posted.grid());
                }
            }
            Map<Long, GridLifetime> grids = new HashMap<>();
            run.timeline().grids().forEach(grid -> grids.put(grid.grid(), grid));
            Set<String> wrong = new LinkedHashSet<>();
            for (GridLifetime grid : run.timeline().grids()) {
                List<WaitInterval> spans = waits.of(grid.grid());
                spans.forEach(span -> seen.add(span.reason()));
                checkSpans(grid, spans, wrong);
                if (grid.parent() != 0) {
                    GridLifetime parent = Objects.requireNonNull(grids.get(grid.parent()));
                    checkParentEnd(grid, parent, tails.contains(grid.grid()), spans, wrong);
                }
            }
            for (GridWait wait : kept.of(GridWait.class)) {
                GridLifetime grid = Objects.requireNonNull(grids.get(wait.grid()));
                if (wait.timeCycles() < grid.posted() || wait.timeCycles() > grid.started()) {
                    wrong.add(wait + " lies outside of " + grid);
                }
            }
            assertThat(wrong).as("seed %d\n%s", seed, program).isEmpty();
        }
        assertThat(seen).contains(WaitReason.PREDECESSOR, WaitReason.LAUNCH_SERVER);
        assertThat(seen.contains(WaitReason.PARENT_END))
                .isEqualTo(profile.equals("h200") || policy == LaunchPolicy.LAZY);
    }

    /** With places for 8 launches only, and up to 60 grids. */
    @ParameterizedTest
    @CsvSource({"h200,13.0", "k20x,5.0", "k20x,6.5"})
    void whatThePoolTellsAgreesWithWhatTheDeviceCounts(String profile, String cuda) {
        long overflows = 0;
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            LaunchPolicy policy = List.of(LaunchPolicy.values()).get((int) (seed % 3));
            GridWaitRecorder waits = new GridWaitRecorder();
            Kept pool = new Kept(EventKind.POOL);
            Kept grids = new Kept(EventKind.GRID);
            LaunchProgramRun run = LaunchProgramRun.of(
                    draw(profile, seed),
                    settings(profile, policy, seed).withCuda(CudaVersion.parse(cuda)),
                    SMALL_POOL,
                    waits,
                    pool,
                    grids);
            Device device = run.machine().devices().get(0);
            RuntimeMetrics metrics = device.runtimeMetrics();

            long most = 0;
            long used = 0;
            for (PoolEvent.Occupancy each : pool.of(PoolEvent.Occupancy.class)) {
                long now = each.fixedUsed() + each.virtualUsed();
                assertThat(Math.abs(now - used)).as("one place at a time").isEqualTo(1);
                assertThat(each.fixedUsed()).isBetween(0L, (long) SMALL_POOL);
                used = now;
                most = Math.max(most, now);
            }
            assertThat(used).as("all places are given back").isZero();
            assertThat(most).isEqualTo(device.poolHighWater());

            List<PoolEvent.Overflow> overflowed = pool.of(PoolEvent.Overflow.class);
            long refused =
                    overflowed.stream().filter(PoolEvent.Overflow::refused).count();
            long failed = grids.of(GridEvent.LaunchFailed.class).size();
            assertThat(overflowed.size() - refused).isEqualTo(device.virtualizedLaunches());
            assertThat(failed).isEqualTo(metrics.failedLaunches()).isEqualTo(refused);
            List<GridEvent.Posted> posted = grids.of(GridEvent.Posted.class);
            long fromDevice = posted.stream().filter(each -> each.parent() != 0).count();
            assertThat(fromDevice + failed).isEqualTo(metrics.childLaunches());
            assertThat((long) grids.of(GridEvent.Started.class).size())
                    .isEqualTo(metrics.gridsRun())
                    .isEqualTo(posted.size())
                    .isEqualTo(grids.of(GridEvent.Completed.class).size());
            long fetched = run.timeline().grids().stream()
                    .filter(grid -> waits.of(grid.grid()).stream().anyMatch(span -> span.reason() == WaitReason.POOL))
                    .count();
            assertThat(fetched).as("fetched from the virtualised part").isEqualTo(device.virtualizedLaunches());
            overflows += overflowed.size();
        }
        assertThat(overflows).isGreaterThan(PROGRAMS);
    }

    @ParameterizedTest
    @CsvSource({"h200,EAGER", "h200,ADVERSARIAL", "k20x,LAZY", "k20x,ADVERSARIAL"})
    void aRunTakesTheSameTimeWhoeverWatches(String profile, LaunchPolicy policy) {
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            LaunchProgram program = draw(profile, seed);
            MachineSettings settings = settings(profile, policy, seed);
            Kept all = new Kept(EventKind.GRID, EventKind.values());
            LaunchProgramRun watched = LaunchProgramRun.of(program, settings, SMALL_POOL, new GridWaitRecorder(), all);
            LaunchProgramRun unwatched = LaunchProgramRun.unwatched(program, settings, SMALL_POOL);
            assertThat(all.events).isNotEmpty();
            assertThat(unwatched.timeline().grids()).isEmpty();
            assertThat(unwatched.machine().nowCycles())
                    .as("seed %d", seed)
                    .isEqualTo(watched.machine().nowCycles());
            assertThat(unwatched.machine().events())
                    .as("seed %d", seed)
                    .isEqualTo(watched.machine().events());
            program.nodes.forEach(node -> assertThat(unwatched.count(node)).isEqualTo(watched.count(node)));
        }
    }
}
