package io.cdpsim.workloads.devicegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.graph.GraphSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RoundProgramTest {
    private static RunResult run(String graph, RoundLauncher launcher, String profile, boolean watched) {
        return run(RoundSettings.Task.SEARCH, graph, 1, launcher, profile, watched);
    }

    private static RunResult relax(int cells, RoundLauncher launcher, boolean watched) {
        return run(RoundSettings.Task.RELAX, "grid:1", cells, launcher, "h200", watched);
    }

    private static RunResult run(
            RoundSettings.Task task, String graph, int cells, RoundLauncher launcher, String profile, boolean watched) {
        RoundSettings settings = new RoundSettings(
                task,
                GraphSource.parse(graph),
                OptionalInt.empty(),
                cells,
                100,
                cells,
                launcher,
                64,
                OptionalInt.empty());
        MachineSettings machine = MachineSettings.of(Profiles.load(profile)).withCheck(watched);
        return new RoundProgram(settings).run(machine, new Progress(), new InputCache());
    }

    @ParameterizedTest
    @EnumSource(RoundLauncher.class)
    void everyLauncherFindsTheLevelsOfThePlainSearch(RoundLauncher launcher) {
        for (String graph : new String[] {"grid:9", "grid:1", "rmat:7:8:1", "star:3:20"}) {
            assertThat(run(graph, launcher, "h200", false).failure()).as(graph).isEmpty();
        }
    }

    /** One cell beside the hot end of 64: 32, and a second round that changes nothing. More rounds for a longer rod. */
    @ParameterizedTest
    @EnumSource(RoundLauncher.class)
    void everyLauncherRelaxesToTheFixedPoint(RoundLauncher launcher) {
        RunResult one = relax(1, launcher, false);
        assertThat(one.failure()).isEmpty();
        assertThat(one.find(RoundResults.ROUNDS)).hasValue(2);
        assertThat(relax(500, launcher, false).failure()).isEmpty();
    }

    /** The graph runs its second node after the last round too, while the host still copies. */
    @Test
    void theLastRunOfTheGraphWritesNoBuffer() {
        RoundSettings settings = new RoundSettings(
                RoundSettings.Task.PERSISTENT,
                GraphSource.parse("grid:1"),
                OptionalInt.empty(),
                1,
                1 << 18,
                3,
                RoundLauncher.GRAPH,
                256,
                OptionalInt.empty());
        MachineSettings machine = MachineSettings.of(Profiles.load("h200"));

        assertThat(new RoundProgram(settings)
                        .run(machine, new Progress(), new InputCache())
                        .failure())
                .isEmpty();
    }

    private static RunResult produce(int buffers, RoundLauncher launcher, boolean watched) {
        return run(RoundSettings.Task.PERSISTENT, "grid:1", buffers, launcher, "h200", watched);
    }

    /** The host checks every integer of every buffer; a buffer that is filled before the host has copied it differs. */
    @ParameterizedTest
    @EnumSource(RoundLauncher.class)
    void everyLauncherFillsEachBufferAfterTheHostHasEmptiedIt(RoundLauncher launcher) {
        for (int buffers : new int[] {1, 2, 7}) {
            RunResult result = produce(buffers, launcher, true);
            assertThat(result.failure()).isEmpty();
            assertThat(result.warnings()).isEmpty();
            assertThat(result.find(RoundResults.ROUNDS)).hasValue(buffers);
        }
    }

    @ParameterizedTest
    @EnumSource(RoundLauncher.class)
    void noLauncherLeavesARace(RoundLauncher launcher) {
        assertThat(relax(70, launcher, true).warnings()).isEmpty();
        assertThat(run("grid:5", launcher, "h200", true).warnings()).isEmpty();
    }

    /** A grid of side n has 2n - 1 levels; one more round finds the frontier empty, except with the host, which knows. */
    @ParameterizedTest
    @CsvSource({"GRAPH, 36, 0", "CHILD, 35, 34", "TAIL, 35, 34", "HOST, 34, 0"})
    void theLauncherDeterminesTheGridsOfALevel(RoundLauncher launcher, long grids, long launches) {
        RunResult result = run("grid:9", launcher, "h200", false);

        assertThat(result.grids().gridsRun()).isEqualTo(grids);
        assertThat(result.grids().childLaunches()).isEqualTo(launches);
    }

    /**
     * An H200 takes 4.34 us a round for a graph of one node that relaunches itself and 0.72 us more for a further node (rulebook, section 25).
     * Those nodes do nothing; the search's do little, so a level takes longer, and less than twice as long.
     */
    @Test
    void aLevelOfTheGraphTakesLongerThanARoundOfNodesThatDoNothing() {
        double few = run("grid:4", RoundLauncher.GRAPH, "h200", false).timeMicros();
        double many = run("grid:12", RoundLauncher.GRAPH, "h200", false).timeMicros();

        assertThat((many - few) / 16).isBetween(4.34 + 0.72, 2 * (4.34 + 0.72));
    }

    @Test
    void refusesWhatTheGpuCannotLaunch() {
        assertThatThrownBy(() -> run("grid:4", RoundLauncher.GRAPH, "k20x", false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--launcher graph needs a GPU whose device code launches graphs");
        assertThatThrownBy(() -> run("grid:4", RoundLauncher.TAIL, "k20x", false))
                .isInstanceOf(KernelLoadException.class);
    }

    @Test
    void optionsWithoutEffectAreRefused() {
        OptionValues values =
                OptionValues.of(new RoundWorkload()).with("launcher", "host").with("blocks", "4");

        assertThatThrownBy(() -> RoundWorkload.settings(values))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--blocks has no effect with --launcher host");
        OptionValues relaxed =
                OptionValues.of(new RoundWorkload()).with("task", "relax").with("graph", "grid:4");
        assertThatThrownBy(() -> RoundWorkload.settings(relaxed))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("--graph has no effect with --task relax; leave it out, or give another --task");
    }
}
