package io.cdpsim.experiments.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.experiments.sweep.ScriptedWorkload;
import io.cdpsim.experiments.sweep.Sweeps;
import io.cdpsim.experiments.sweep.plan.Sweep.SweepPoint;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.programs.plan.PtxWorkload;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.bfs.BfsWorkload;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepTest {
    private static final ScriptedWorkload SUM = ScriptedWorkload.summing();

    private static List<String> points(Sweep sweep) {
        return sweep.points().stream()
                .map(each -> each.number() + " "
                        + each.varied().values().stream().collect(Collectors.joining(" ")) + " seed " + each.seed())
                .toList();
    }

    @Test
    void thePointsAreAllCombinationsTheLastAxisFastest() {
        assertThat(points(Sweeps.of(SUM, "a=1,2", "b=5..7")))
                .containsExactly(
                        "1 1 5 seed 1", "2 1 6 seed 1", "3 1 7 seed 1", "4 2 5 seed 1", "5 2 6 seed 1", "6 2 7 seed 1");
    }

    @Test
    void repeatsHaveTheSeedsThatFollow() {
        assertThat(points(Sweeps.of(SUM, 3, OptionalInt.empty(), "a=1,2", ":seed=7")))
                .containsExactly("1 1 seed 7", "2 1 seed 8", "3 1 seed 9", "4 2 seed 7", "5 2 seed 8", "6 2 seed 9");
        assertThat(points(Sweeps.of(SUM, "seed=5,-1"))).containsExactly("1 5 seed 5", "2 -1 seed -1");
    }

    @Test
    void aSampleDrawsSomeCombinationsOnceEachInTheirOrder() {
        List<String> all = points(Sweeps.of(SUM, "a=0..99", "b=0..99")).stream()
                .map(each -> each.substring(each.indexOf(' ')))
                .toList();
        List<String> drawn = points(Sweeps.of(SUM, 1, OptionalInt.of(500), "a=0..99", "b=0..99")).stream()
                .map(each -> each.substring(each.indexOf(' ')))
                .toList();

        assertThat(drawn).hasSize(500).doesNotHaveDuplicates();
        List<Integer> places = drawn.stream().map(all::indexOf).toList();
        assertThat(places).isSorted().allMatch(each -> each >= 0);
        // 500 of 10,000: in each tenth about 50, by the binomial distribution 20 to 80 but for one case in 10,000
        for (int tenth = 0; tenth < 10; tenth++) {
            int start = 1000 * tenth;
            assertThat(places.stream().filter(each -> each >= start && each < start + 1000))
                    .hasSizeBetween(20, 80);
        }
    }

    @Test
    void aSampleFollowsFromTheSeedAlone() {
        Sweep one = Sweeps.of(SUM, 1, OptionalInt.of(5), "a=0..99", "b=0..99", ":seed=3");
        Sweep same = Sweeps.of(SUM, 1, OptionalInt.of(5), "a=0..99", "b=0..99", ":seed=3");
        Sweep other = Sweeps.of(SUM, 1, OptionalInt.of(5), "a=0..99", "b=0..99", ":seed=4");

        assertThat(points(one)).isEqualTo(points(same)).isNotEqualTo(points(other));
        assertThat(Sweeps.of(SUM, 1, OptionalInt.of(50), "a=1,2").points()).hasSize(2);
    }

    @Test
    void aSampleOfAHugeGridIsDrawnAtOnce() {
        String[] axes = {
            "a=0..999", "b=0..999", "seed=1..90000", "sm.count=1..9", "policy=eager,lazy", "profile=h200,k40c"
        };
        Sweep sweep = Sweeps.of(SUM, 1, OptionalInt.of(10), axes);
        assertThat(new HashSet<>(points(sweep))).hasSize(10);
        assertThatThrownBy(() -> Sweeps.of(SUM, axes))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at most 1000000 can be")
                .hasMessageContaining("--sample");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "trehshold=1,2        | did you mean 'threshold'?",
                "polcy=lazy           | did you mean 'policy'?",
                "l2.latncy=1,2        | did you mean 'l2.latency'?",
                "fire_and_forget.base=1 | did you mean 'launch.fire_and_forget.base'?",
                "cuda=5               | expected one of graph, undirected, variant, threshold, stream, child-threads,"
                        + " source, pool, profile",
                "threshold=1,-1       | threshold: found '-1', expected a whole number from 0",
                "threshold=1,1.5      | threshold: found '1.5'",
                "variant=cdp,dcp      | variant: found 'dcp'",
                "seed=1,x             | seed: found 'x'",
                "policy=eager,eagre   | policy: found 'eagre'",
                "strict=true,yes      | strict: found 'yes', expected true or false",
                "graph=none.mtx       | graph: there is no file 'none.mtx'; a value that is not a file starts with"
                        + " rmat:",
                "time_us=3            | unknown name 'time_us'"
            })
    void aNameOrAValueThatIsWrongAloneIsRefusedBeforeAnythingRuns(String axis, String reason) {
        assertThatThrownBy(() -> Sweeps.of(new BfsWorkload(), axis))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "profile=h200,k40x       | unknown profile 'k40x'; did you mean 'k40c'?",
                "sm.count=4,0            | expected at least 1",
                "l2.latency=300,300 us   | expected cycles",
                "sm.count=4,5 cycles     | a number without a unit"
            })
    void soIsAValueThatNoProfileTakes(String axis, String reason) {
        assertThatThrownBy(() -> Sweeps.of(SUM, axis))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void aNumberWithoutAUnitHasThatOfTheField() {
        Sweep sweep = Sweeps.of(SUM, "l2.latency=300");

        assertThat(sweep.profiles().override("l2.latency", "300")).isEqualTo("l2.latency=300 cycles");
        assertThat(sweep.profiles().override("l2.latency", "300 cycles")).isEqualTo("l2.latency=300 cycles");
        assertThat(sweep.profiles().override("sm.count", "4")).isEqualTo("sm.count=4");
        assertThat(sweep.points().get(0).varied()).containsEntry("l2.latency", "300");
    }

    @Test
    void aNumberWhoseUnitTheProfilesDoNotAgreeOnNeedsOne(@TempDir Path folder) throws Exception {
        Path nanos = Files.writeString(folder.resolve("nanos.yaml"), "extends: h200\nhost_api:\n  launch: 3200 ns\n");
        assertThatThrownBy(() -> Sweeps.of(SUM, "profile=h200," + nanos, "host_api.launch=3"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("may be ns or us; give the unit");
    }

    @Test
    void aValueThatOneOfTheProfilesTakesFailsOnlyInThePointsOfTheOthers() {
        Sweep sweep = Sweeps.of(SUM, "profile=k40c,h200", "cdp=cdp1,cdp2");
        PointRunner runner = new PointRunner(sweep);

        List<SweepRow> rows = sweep.points().stream().map(runner::run).toList();

        assertThat(rows.get(0).error()).isEmpty();
        assertThat(rows.get(0).timeMicros()).hasValue(2);
        assertThat(rows.get(1).error()).contains("launch.fire_and_forget.base: missing");
        assertThat(rows.get(1).timeMicros()).isEmpty();
        assertThat(rows.get(2).error()).contains("launch.virtualized_launch: missing");
        assertThat(rows.get(3).error()).isEmpty();
    }

    @Test
    void fieldsThatGoTogetherOnlyInSomeCombinationsFailInTheOthers() {
        // A warp has 32 threads, so each value is wrong beside the other field as the profile has it.
        Sweep sweep = Sweeps.of(SUM, "sm.max_threads=512,1024", "sm.max_warps=16,32");
        PointRunner runner = new PointRunner(sweep);

        assertThat(sweep.points().stream()
                        .map(runner::run)
                        .map(each -> each.error().isEmpty()))
                .containsExactly(true, false, false, true);
        assertThatThrownBy(() -> Sweeps.of(SUM, "sm.max_threads=512,768", "sm.max_warps=16,32"))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining("768");
    }

    @Test
    void aNameThatVariesAndIsFixedIsRefused() {
        assertThatThrownBy(() -> Sweeps.of(SUM, "a=1,2", ":a=3"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a varies and has one value, '3', too");
        assertThatThrownBy(() -> Sweeps.of(SUM, "a=1,2", "a=3"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a varies twice");
        assertThatThrownBy(() -> Sweeps.of(SUM, 2, OptionalInt.empty(), "seed=1,2"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("repeat counts seeds, and seed varies too");
        assertThatThrownBy(() -> Sweeps.of(SUM, ":a=3"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nothing varies");
    }

    @Test
    void theIdentityChangesWithTheQuestionAndWithTheContentsOfInputs(@TempDir Path folder) throws Exception {
        Path graph = Files.writeString(folder.resolve("g.txt"), "0 1\n1 2\n");
        Path profile = Files.writeString(folder.resolve("p.yaml"), "extends: h200\nsm:\n  count: 4\n");
        String[] values = {"threshold=1,2", ":graph=" + graph, ":profile=" + profile};
        SweepIdentity first = Sweeps.of(new BfsWorkload(), values).identity();

        assertThat(Sweeps.of(new BfsWorkload(), values).identity()).isEqualTo(first);
        SweepIdentity requested = Sweeps.of(new BfsWorkload(), "threshold=1,3", values[1], values[2])
                .identity();
        assertThat(requested.question()).isNotEqualTo(first.question());
        assertThat(requested.inputs()).isEqualTo(first.inputs());
        Files.writeString(graph, "0 1\n1 3\n");
        SweepIdentity otherGraph = Sweeps.of(new BfsWorkload(), values).identity();
        assertThat(otherGraph.inputs()).isNotEqualTo(first.inputs());
        assertThat(otherGraph.question()).isEqualTo(first.question());
        Files.writeString(profile, "extends: h200\nsm:\n  count: 5\n");
        assertThat(Sweeps.of(new BfsWorkload(), values).identity().inputs()).isNotEqualTo(otherGraph.inputs());
    }

    @Test
    void everyPointBelongsToOneShard() {
        Sweep sweep = Sweeps.of(SUM, "a=1..50");
        for (SweepPoint point : sweep.points()) {
            long holders = java.util.stream.IntStream.rangeClosed(1, 16)
                    .filter(each -> new Shard(each, 16).holds(point))
                    .count();
            assertThat(holders).isEqualTo(1);
        }
        // 50 = 3 * 16 + 2
        assertThat(sweep.points().stream()
                        .filter(Shard.parse("3/16", Map.of())::holds)
                        .map(SweepPoint::number))
                .containsExactly(3, 19, 35);
    }

    @ParameterizedTest
    @CsvSource({"0/4", "5/4", "1/0", "3", "3/", "a/b", "1/4/2", "-1/4"})
    void aPartThatThereIsNotIsRefused(String text) {
        assertThatThrownBy(() -> Shard.parse(text, Map.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("found '" + text + "', expected PART/PARTS");
    }

    @Test
    void everyFileThatOptionsLeadToDecidesTheRows(@TempDir Path folder) throws Exception {
        Path first = Files.writeString(folder.resolve("a.ptx"), "a");
        Path second = Files.writeString(folder.resolve("b.ptx"), "b");
        Path data = Files.writeString(folder.resolve("d.csv"), "1, 2");
        Path wanted = Files.writeString(folder.resolve("w.csv"), "2, 4");
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
            buffers:
              x: {type: u32, count: 2, file: d.csv}
            steps:
              - launch: {kernel: double, grid: 1, block: 2, arguments: [x]}
            expect:
              - {buffer: x, equals: {file: w.csv}}
            """);
        String[] values = {":files=" + first + File.pathSeparator + second, ":plan=" + plan, "seed=1,2"};
        String before = Sweeps.of(new PtxWorkload(), values).identity().inputs();

        for (Path each : List.of(first, second, data, wanted, plan)) {
            String content = Files.readString(each);
            Files.writeString(each, content + " ");
            assertThat(Sweeps.of(new PtxWorkload(), values).identity().inputs())
                    .as(each.toString())
                    .isNotEqualTo(before);
            Files.writeString(each, content);
        }
        assertThat(Sweeps.of(new PtxWorkload(), values).identity().inputs()).isEqualTo(before);
    }

    @Test
    void ofSeveralFilesTheOneThatIsMissingIsNamed(@TempDir Path folder) throws Exception {
        Path there = Files.writeString(folder.resolve("a.ptx"), "a");
        Path missing = folder.resolve("b.ptx");

        assertThatThrownBy(() ->
                        Sweeps.of(new PtxWorkload(), ":files=" + there + File.pathSeparator + missing, "seed=1,2"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("files: there is no file '" + missing + "'");
    }
}
