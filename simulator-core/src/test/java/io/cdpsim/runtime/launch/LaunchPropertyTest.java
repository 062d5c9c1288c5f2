package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.device.CdpRuntime;
import io.cdpsim.runtime.launch.LaunchOrderOracle.Apart;
import io.cdpsim.runtime.launch.LaunchOrderOracle.Before;
import io.cdpsim.runtime.launch.LaunchProgram.Node;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds for every launch tree, on many drawn programs: order, nesting, and that nothing is left over. */
class LaunchPropertyTest {
    private static final int PROGRAMS = 40;
    private static final int GRIDS = 60;
    private static final int DEPTH = 5;
    private static final int FREE_PROGRAMS = 25;
    private static final int RUNS_TO_SEE_ALL = 200;
    private static final long NEAR_CYCLES = 40_000;
    private static final int SMALL_POOL = 8;

    /** Programs by whether they are for CDP1, and by seed: each policy runs the same ones. */
    private static final Map<List<Object>, LaunchProgram> DRAWN = new HashMap<>();

    private static boolean isCdp1(String profile) {
        return profile.startsWith("k");
    }

    private static MachineSettings settings(String profile, LaunchPolicy policy, long seed) {
        return MachineSettings.of(Profiles.load(profile)).withPolicy(policy).withSeed(seed);
    }

    private static LaunchProgram draw(String profile, long seed) {
        return RandomLaunchProgram.draw(seed, new RandomLaunchProgram.Bounds(isCdp1(profile), GRIDS, DEPTH, true, 3));
    }

    @ParameterizedTest
    @CsvSource({
        "h200,EAGER", "h200,LAZY", "h200,ADVERSARIAL",
        "k20x,EAGER", "k20x,LAZY", "k20x,ADVERSARIAL"
    })
    void everyGridRunsOnceAndInOrder(String profile, LaunchPolicy policy) {
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            LaunchProgram program =
                    DRAWN.computeIfAbsent(List.of(isCdp1(profile), seed), each -> draw(profile, (long) each.get(1)));
            LaunchProgramRun run = LaunchProgramRun.of(program, settings(profile, policy, seed), 0);
            Set<String> wrong = new LinkedHashSet<>();
            assertThat(run.timeline().failures()).as(title(program, seed)).isEmpty();
            checkCounts(program, run, wrong);
            check(program, run, wrong);
            assertThat(wrong).as(title(program, seed)).isEmpty();
        }
    }

    /** With places for 8 launches only, and 60 grids: some are discarded, or go to the virtualised pool. */
    @ParameterizedTest
    @CsvSource({"h200,13.0", "k20x,5.0", "k20x,6.5"})
    void aFullPoolDiscardsOrVirtualizesLaunchesAndOrdersTheOthersAsBefore(String profile, String cuda) {
        MachineSettings smallPool = MachineSettings.of(
                        Profiles.load(profile, List.of("limits.pending_launches_min=" + SMALL_POOL)))
                .withCuda(CudaVersion.parse(cuda));
        long discarded = 0;
        long virtualized = 0;
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            LaunchProgram program = RandomLaunchProgram.draw(
                    seed, new RandomLaunchProgram.Bounds(isCdp1(profile), GRIDS, DEPTH, false, 3));
            LaunchPolicy policy = seed % 2 == 0 ? LaunchPolicy.LAZY : LaunchPolicy.ADVERSARIAL;
            LaunchProgramRun run =
                    LaunchProgramRun.of(program, smallPool.withPolicy(policy).withSeed(seed), SMALL_POOL);
            Set<String> wrong = new LinkedHashSet<>();
            checkCounts(program, run, wrong);
            check(program, run, wrong);
            assertThat(wrong).as(title(program, seed)).isEmpty();
            discarded += run.timeline().failures().size();
            virtualized += run.machine().devices().get(0).virtualizedLaunches();
        }
        assertThat(discarded > 0).isEqualTo(!cuda.equals("6.5"));
        assertThat(virtualized > 0).isEqualTo(cuda.equals("6.5"));
    }

    @ParameterizedTest
    @CsvSource({"h200,EAGER", "h200,ADVERSARIAL", "k20x,ADVERSARIAL"})
    void theSameSeedGivesTheSameTrace(String profile, LaunchPolicy policy) {
        for (long seed = 1; seed <= PROGRAMS / 3; seed++) {
            Timeline first = LaunchProgramRun.of(draw(profile, seed), settings(profile, policy, seed), 0)
                    .timeline();
            Timeline second = LaunchProgramRun.of(draw(profile, seed), settings(profile, policy, seed), 0)
                    .timeline();
            assertThat(second.grids()).as("seed %d", seed).isEqualTo(first.grids());
        }
    }

    @Test
    void anotherSeedGivesAnotherTraceOfTheSameProgram() {
        LaunchProgram program = draw("h200", 3);
        Set<List<GridLifetime>> traces = new HashSet<>();
        for (long seed = 1; seed <= 5; seed++) {
            traces.add(LaunchProgramRun.of(program, settings("h200", LaunchPolicy.ADVERSARIAL, seed), 0)
                    .timeline()
                    .grids());
        }
        assertThat(traces).hasSize(5);
    }

    private static String title(LaunchProgram program, long seed) {
        return "seed " + seed + "\n" + program;
    }

    /** Every launch of a grid that ran was accepted or has failed, and what was accepted ran once. */
    private static void checkCounts(LaunchProgram program, LaunchProgramRun run, Set<String> wrong) {
        if (run.error() != CudaError.SUCCESS) {
            wrong.add("the host's synchronisation gave " + run.error());
        }
        LaunchOrderOracle oracle = new LaunchOrderOracle(program);
        LaunchProgramRun.Grids spans = run.spans();
        Map<String, Long> failures = run.timeline().failures().stream()
                .collect(Collectors.groupingBy(Timeline.Failure::kernel, Collectors.counting()));
        for (Node node : program.nodes) {
            long accepted = spans.of(node).size();
            long failed = failures.getOrDefault(node.name, 0L);
            Node parent = oracle.parent(node);
            long wanted =
                    parent == node ? 1 : (long) node.launches * spans.of(parent).size();
            if (accepted + failed != wanted) {
                wrong.add(node.name + ": " + accepted + " accepted and " + failed + " failed of " + wanted);
            }
            if (run.count(node) != accepted) {
                wrong.add(node.name + ": accepted " + accepted + ", ran " + run.count(node));
            }
        }
    }

    private static void check(LaunchProgram program, LaunchProgramRun run, Set<String> wrong) {
        LaunchOrderOracle oracle = new LaunchOrderOracle(program);
        LaunchProgramRun.Grids spans = run.spans();
        checkNesting(program, oracle, run.timeline().grids(), wrong);
        for (Before each : oracle.before()) {
            for (GridLifetime first : spans.of(each.first())) {
                for (GridLifetime second : spans.of(each.second())) {
                    if (first.completed() > second.started()) {
                        wrong.add(second + " does not wait for " + first);
                    }
                }
            }
        }
        for (Apart each : oracle.apart()) {
            for (GridLifetime first : spans.of(each.first())) {
                for (GridLifetime second : spans.of(each.second())) {
                    if (!first.equals(second) && overlap(first, second)) {
                        wrong.add(second + " overlaps " + first + " of the same stream");
                    }
                }
            }
        }
        CdpRuntime runtime = run.machine().devices().get(0).runtime();
        if (runtime.pool().used() != 0
                || runtime.grids().live() != 0
                || runtime.streams().liveEvents() != 0) {
            wrong.add("left over: " + runtime.pool().used() + " slots, "
                    + runtime.grids().live() + " entries, " + runtime.streams().liveEvents() + " event slots");
        }
    }

    private static boolean overlap(GridLifetime first, GridLifetime second) {
        return first.completed() > second.started() && second.completed() > first.started();
    }

    private static void checkNesting(
            LaunchProgram program, LaunchOrderOracle oracle, List<GridLifetime> grids, Set<String> wrong) {
        Map<Long, GridLifetime> byNumber = new LinkedHashMap<>();
        grids.forEach(grid -> byNumber.put(grid.grid(), grid));
        Map<String, Node> nodes = new LinkedHashMap<>();
        program.nodes.forEach(node -> nodes.put(node.name, node));
        for (GridLifetime grid : grids) {
            boolean steps = grid.posted() <= grid.started()
                    && grid.started() <= grid.bodyEnded()
                    && grid.bodyEnded() <= grid.completed()
                    && grid.posted() >= 0;
            if (!steps) {
                wrong.add(grid + ": its life is out of order");
            }
            Node node = Objects.requireNonNull(nodes.get(grid.kernel()));
            GridLifetime parent = byNumber.get(grid.parent());
            if (parent == null) {
                if (oracle.parent(node) != node || grid.depth() != 0) {
                    wrong.add(grid + " has no parent");
                }
                continue;
            }
            boolean tail = oracle.isTail(node);
            if (!oracle.parent(node).name.equals(parent.kernel())) {
                wrong.add(grid + " has the wrong parent " + parent);
            }
            if (grid.depth() != parent.depth() + (tail ? 0 : 1)) {
                wrong.add(grid + " has the wrong depth below " + parent);
            }
            if (grid.posted() < parent.started() || grid.posted() > parent.bodyEnded()) {
                wrong.add(grid + " was not posted while its parent ran: " + parent);
            }
            if (grid.completed() > parent.completed() || (tail && grid.started() < parent.bodyEnded())) {
                wrong.add(grid + " is not nested in " + parent);
            }
        }
    }

    /** Two grids that nothing orders: the second may start before the first is complete. */
    private record Free(Node first, Node second) {
        @Override
        public String toString() {
            return first.name + ", " + second.name;
        }
    }

    @ParameterizedTest
    @CsvSource({"h200", "k20x"})
    void nothingElseIsOrdered(String profile) {
        int witnessed = 0;
        for (long seed = 1; seed <= FREE_PROGRAMS; seed++) {
            LaunchProgram program = RandomLaunchProgram.draw(
                    1000 + seed, new RandomLaunchProgram.Bounds(isCdp1(profile), 10, 2, true, 1));
            Set<Free> ordered = freePairs(program);
            Map<Free, Integer> near = new HashMap<>();
            for (int run = 1; run <= RUNS_TO_SEE_ALL && !ordered.isEmpty(); run++) {
                LaunchProgramRun.Grids spans = LaunchProgramRun.of(
                                program, settings(profile, LaunchPolicy.ADVERSARIAL, run), 0)
                        .spans();
                int runs = run;
                int before = ordered.size();
                ordered.removeIf(pair -> spans.only(pair.first()).completed()
                        > spans.only(pair.second()).started());
                witnessed += before - ordered.size();
                for (Free pair : ordered) {
                    long apart = spans.only(pair.second()).started()
                            - spans.only(pair.first()).posted();
                    near.merge(pair, apart < NEAR_CYCLES ? 1 : 0, Integer::sum);
                }
                // Where the second comes long after the first, hardly any delay that is drawn turns them round.
                ordered.removeIf(pair -> runs > 10 && 2 * near.getOrDefault(pair, 0) < runs);
            }
            assertThat(ordered)
                    .as("the first is always complete before the second starts; %s", title(program, seed))
                    .isEmpty();
        }
        assertThat(witnessed).isGreaterThan(500);
    }

    /** Each two grids that nothing orders, both ways round. */
    private static Set<Free> freePairs(LaunchProgram program) {
        LaunchOrderOracle oracle = new LaunchOrderOracle(program);
        Set<Free> ordered = new HashSet<>();
        oracle.before().forEach(each -> order(ordered, each.first(), each.second()));
        oracle.apart().forEach(each -> order(ordered, each.first(), each.second()));
        Set<Free> free = new LinkedHashSet<>();
        for (Node a : program.nodes) {
            for (Node b : program.nodes) {
                if (a.id < b.id && a.launches == 1 && b.launches == 1 && isFree(oracle, ordered, a, b)) {
                    free.add(new Free(a, b));
                    free.add(new Free(b, a));
                }
            }
        }
        return free;
    }

    private static void order(Set<Free> ordered, Node first, Node second) {
        ordered.add(new Free(first, second));
        ordered.add(new Free(second, first));
    }

    /** Whether two grids, or those of their ancestors that have the same parent, are not ordered. */
    private static boolean isFree(LaunchOrderOracle oracle, Set<Free> ordered, Node a, Node b) {
        for (Node first = a; ; first = oracle.parent(first)) {
            for (Node second = b; ; second = oracle.parent(second)) {
                boolean roots = oracle.parent(first) == first && oracle.parent(second) == second;
                if (first == second) {
                    // One is an ancestor of the other.
                    return false;
                }
                if (oracle.parent(first) == oracle.parent(second) || roots) {
                    return !ordered.contains(new Free(first, second));
                }
                if (oracle.parent(second) == second) {
                    break;
                }
            }
            if (oracle.parent(first) == first) {
                return false;
            }
        }
    }
}
