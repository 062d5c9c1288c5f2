package io.cdpsim.workloads.bfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.CsrGraph;
import io.cdpsim.workloads.graph.GraphSource;
import io.cdpsim.workloads.graph.Graphs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BfsProgramTest {
    private static final List<String> GRAPHS =
            List.of("rmat:8:8:1", "rmat:7:16:7", "uniform:8:4:2", "uniform:6:2:3", "grid:9", "grid:1", "star:5:40");

    static List<Arguments> variantsOnGraphsAndProfiles() {
        List<Arguments> cases = new ArrayList<>();
        for (BfsVariant variant : BfsVariant.values()) {
            for (String graph : GRAPHS) {
                for (String profile : List.of("h200", "k20x", "gtx680")) {
                    if (!variant.launches() || !profile.equals("gtx680")) {
                        cases.add(Arguments.of(variant, graph, profile));
                    }
                }
            }
        }
        return cases;
    }

    /** The run compares every level and every frontier with the plain search; a wrong one becomes the failure. */
    @ParameterizedTest
    @MethodSource("variantsOnGraphsAndProfiles")
    void findsTheLevelsOfThePlainSearch(BfsVariant variant, String graph, String profile) {
        RunResult result = run(settings(graph, variant, 6), profile, 1);

        assertThat(result.failure()).isEmpty();
        assertThat(result.timeMicros()).isPositive();
        assertThat(result.grids().failedLaunches()).isZero();
    }

    @ParameterizedTest
    @EnumSource(ChildStream.class)
    void everyStreamGivesTheSameLevels(ChildStream stream) {
        for (BfsVariant variant : List.of(
                BfsVariant.CDP,
                BfsVariant.AGGREGATE,
                BfsVariant.AGGREGATE_WARP,
                BfsVariant.AGGREGATE_GRID,
                BfsVariant.DRIVER)) {
            BfsSettings settings = new BfsSettings(
                    GraphSource.parse("rmat:8:8:3"), variant, 4, Optional.of(stream), 64, OptionalInt.empty());

            assertThat(run(settings, "h200", 2).failure()).as("%s", variant).isEmpty();
            if (stream != ChildStream.FAF) {
                assertThat(run(settings, "k20x", 2).failure()).as("%s", variant).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"rmat:9:8:1", "uniform:8:4:2", "star:20:30", "grid:16"})
    void eachReachedVertexThatHasEdgesLaunchesOneChild(String graph) {
        CsrGraph loaded = Graphs.load(graph);
        int[] levels = BreadthFirstSearch.levels(loaded, loaded.defaultSource());
        long withEdges = 0;
        for (int vertex = 0; vertex < levels.length; vertex++) {
            withEdges += levels[vertex] != BreadthFirstSearch.UNREACHED && loaded.degree(vertex) > 0 ? 1 : 0;
        }

        assertThat(run(settings(graph, BfsVariant.CDP, 0), "h200", 1).grids().childLaunches())
                .isEqualTo(withEdges);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 16, 100, 10_000})
    void onlyVerticesAboveTheThresholdLaunch(int threshold) {
        CsrGraph graph = Graphs.load("rmat:9:8:1");
        int[] levels = BreadthFirstSearch.levels(graph, graph.defaultSource());
        long above = 0;
        for (int vertex = 0; vertex < levels.length; vertex++) {
            above += levels[vertex] != BreadthFirstSearch.UNREACHED && graph.degree(vertex) > threshold ? 1 : 0;
        }

        RunResult result = run(settings("rmat:9:8:1", BfsVariant.THRESHOLD, threshold), "h200", 1);

        assertThat(result.grids().childLaunches()).isEqualTo(above);
        assertThat(result.correct()).isTrue();
    }

    @Test
    void theDriverLaunchesALevelAndALinkForEachFrontier() {
        CsrGraph graph = Graphs.load("grid:8");
        int frontiers = BreadthFirstSearch.search(graph, 0).depth() + 1;
        BfsSettings settings = settings("grid:8", BfsVariant.DRIVER, 1_000);

        assertThat(run(settings, "h200", 1).grids().childLaunches()).isEqualTo(2L * frontiers);
        assertThat(run(settings, "k20x", 1).grids().childLaunches()).isEqualTo(frontiers);
    }

    @Test
    void aThreadWhoseLaunchFailsScansTheEdgesItself() {
        // CUDA 5 has a pool of fixed size, and one block's NULL stream keeps its children waiting in it.
        CsrGraph star = Graphs.load("star:4000:1");
        MachineSettings old = MachineSettings.of(Profiles.load("k20x")).withCuda(CudaVersion.parse("5"));

        RunResult result = new BfsProgram(settings("star:4000:1", BfsVariant.CDP, 0)).run(old, new Progress());

        assertThat(result.grids().failedLaunches()).isPositive();
        assertThat(result.grids().childLaunches()).isEqualTo(star.vertexCount());
        assertThat(result.failure()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"39, 1", "38, 0"})
    void aSearchThatReachesFewVerticesIsWarnedOf(int loops, int warnings, @TempDir Path folder) throws IOException {
        // Vertices 0 and 1 of all, of which 2 of 41 are less than 5% and 2 of 40 are not.
        Path file = Files.writeString(
                folder.resolve("parts.txt"),
                "0 1\n"
                        + IntStream.range(2, 2 + loops)
                                .mapToObj(each -> each + " " + each + "\n")
                                .collect(Collectors.joining()));
        BfsSettings settings = new BfsSettings(
                GraphSource.parse(file.toString()), BfsVariant.WARP, 0, Optional.empty(), 256, OptionalInt.of(0));

        RunResult result = run(settings, "h200", 1);

        assertThat(result.correct()).isTrue();
        assertThat(result.warnings())
                .hasSize(warnings)
                .allSatisfy(each -> assertThat(each.message())
                        .startsWith("the search from vertex 0 reached 2 of 41 vertices (4.9%)"));
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void theSameRunTwiceGivesTheSameResult(BfsVariant variant) {
        BfsSettings settings = settings("rmat:8:8:5", variant, 8);

        assertThat(run(settings, "h200", 3))
                .usingRecursiveComparison()
                .ignoringFields("wallMillis")
                .isEqualTo(run(settings, "h200", 3));
    }

    @Test
    void reportsWhatItSearched() {
        CsrGraph graph = Graphs.load("rmat:8:8:1");
        BreadthFirstSearch plain = BreadthFirstSearch.search(graph, 9);
        BfsSettings settings = new BfsSettings(
                GraphSource.parse("rmat:8:8:1"),
                BfsVariant.THRESHOLD,
                5,
                Optional.of(ChildStream.PER_THREAD),
                32,
                OptionalInt.of(9));

        RunResult result = run(settings, "h200", 1);

        assertThat(result.measures())
                .startsWith(
                        BfsResults.GRAPH.of("rmat8_ef8_s1"),
                        BfsResults.VARIANT.of("threshold"),
                        BfsResults.STREAM.of("per-thread"),
                        BfsResults.THRESHOLD.of(5))
                .contains(
                        BfsResults.VERTICES.of(256),
                        BfsResults.EDGES.of(graph.edgeCount()),
                        BfsResults.SOURCE.of(9),
                        BfsResults.LEVELS.of(plain.depth()),
                        BfsResults.REACHED.of(plain.reached()),
                        BfsResults.EDGES_SCANNED.of(plain.edgesScanned()));
        assertThat(result.find(BfsResults.RATE).orElseThrow())
                .isCloseTo(plain.edgesScanned() / result.timeMicros(), within(1e-9));
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void progressEndsAtTheReachedVertices(BfsVariant variant) {
        Progress progress = new Progress();
        new BfsProgram(settings("grid:5", variant, 1)).run(machine("h200", 1), progress);

        assertThat(progress.state()).isEqualTo(new Progress.State("vertices", 25));
        assertThat(progress.done()).isEqualTo(25);
    }

    @Test
    void rejectsASourceThatIsNotAVertex() {
        BfsSettings settings = new BfsSettings(
                GraphSource.parse("grid:4"), BfsVariant.SERIAL, 0, Optional.empty(), 256, OptionalInt.of(16));

        assertThatThrownBy(() -> run(settings, "h200", 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("--source 16 is not a vertex of grid4, whose vertices are 0 to 15");
    }

    @Test
    void refusesChildBlocksThatNoLaunchCouldHave() {
        BfsSettings settings = new BfsSettings(
                GraphSource.parse("grid:4"), BfsVariant.CDP, 0, Optional.empty(), 1025, OptionalInt.empty());

        assertThatThrownBy(() -> run(settings, "h200", 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("--child-threads 1025 is too many: a block of h200 has at most 1024 threads");
    }

    @Test
    void launchesNeedDynamicParallelismAndTheStreamTheyName() {
        assertThatThrownBy(() -> run(settings("grid:4", BfsVariant.CDP, 0), "gtx680", 1))
                .isInstanceOf(KernelLoadException.class)
                .hasMessageContaining("VER-1");
        BfsSettings fireAndForget = new BfsSettings(
                GraphSource.parse("grid:4"), BfsVariant.CDP, 0, Optional.of(ChildStream.FAF), 256, OptionalInt.empty());
        assertThatThrownBy(() -> run(fireAndForget, "k20x", 1))
                .isInstanceOf(KernelLoadException.class)
                .hasMessageContaining("FAF-4");
    }

    private static BfsSettings settings(String graph, BfsVariant variant, int threshold) {
        return new BfsSettings(
                GraphSource.parse(graph), variant, threshold, Optional.empty(), 256, OptionalInt.empty());
    }

    private static MachineSettings machine(String profile, long seed) {
        return MachineSettings.of(Profiles.load(profile)).withSeed(seed);
    }

    private static RunResult run(BfsSettings settings, String profile, long seed) {
        return new BfsProgram(settings).run(machine(profile, seed), new Progress());
    }
}
