package io.cdpsim.workloads.recursive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Measures;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The recursion of the rulebook's 22.1. Counts are by hand: one grid a depth, two a depth from behind the one that launches twice. */
class RecursiveProgramTest {
    private static final OptionalInt DEFAULT = OptionalInt.empty();

    private static RunResult run(String profile, int depth, OptionalInt syncAt, OptionalInt syncLimit) {
        return new RecursiveProgram(new RecursiveSettings(depth, syncAt, syncLimit))
                .run(MachineSettings.of(Profiles.load(profile)), new Progress());
    }

    private static void expectTenGrids(RunResult result) {
        assertThat(result.failure()).isEmpty();
        assertThat(result.grids().gridsRun()).isEqualTo(10);
        assertThat(result.grids().childLaunches()).isEqualTo(9);
        assertThat(result.grids().failedLaunches()).isZero();
        assertThat(result.find(RecursiveResults.DEEPEST).orElseThrow()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"k20c", "k20x", "k40c"})
    void withTheDefaultLimitTheSynchronisationFailsAndYetAllGridsRun(String profile) {
        RunResult result = run(profile, 6, OptionalInt.of(3), DEFAULT);

        expectTenGrids(result);
        assertThat(result.find(RecursiveResults.SYNC_ERRORS).orElseThrow()).isEqualTo(1);
        assertThat(result.find(RecursiveResults.LAST_SYNC_ERROR_CODE).orElseThrow())
                .isEqualTo(68);
        assertThat(result.find(RecursiveResults.LAST_SYNC_ERROR).orElseThrow()).isEqualTo("cudaErrorSyncDepthExceeded");
    }

    @ParameterizedTest
    @CsvSource({"0,1", "1,1", "2,1", "3,1", "4,0", "5,0", "24,0"})
    void synchronisingAtDepth3NeedsALimitOf4(int limit, int errors) {
        RunResult result = run("k20x", 6, DEFAULT, OptionalInt.of(limit));

        expectTenGrids(result);
        assertThat(result.find(RecursiveResults.SYNC_ERRORS).orElseThrow()).isEqualTo(errors);
        assertThat(result.find(RecursiveResults.LAST_SYNC_ERROR).orElseThrow())
                .isEqualTo(errors == 0 ? "cudaSuccess" : "cudaErrorSyncDepthExceeded");
    }

    @Test
    void synchronisingTakesTime() {
        double with = run("k20x", 6, DEFAULT, OptionalInt.of(4)).timeMicros();
        double without = run("k20x", 6, DEFAULT, OptionalInt.of(2)).timeMicros();

        assertThat(with).isGreaterThan(without);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h200", "h100-pcie", "h100-sxm"})
    void cdp2RunsTheSameGridsWithoutSynchronisation(String profile) {
        RunResult result = run(profile, 6, DEFAULT, DEFAULT);

        expectTenGrids(result);
        assertThat(result.find(RecursiveResults.SYNC_ERRORS).orElseThrow()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0,3,1", "1,3,2", "3,3,4", "4,3,6", "6,0,13", "6,5,8", "6,6,7", "6,9,7", "20,10,31"})
    void theDepthThatLaunchesTwiceDoublesTheGridsBehindIt(int depth, int syncAt, int grids) {
        RunResult result = run("k20x", depth, OptionalInt.of(syncAt), OptionalInt.of(24));

        assertThat(result.failure()).isEmpty();
        assertThat(result.grids().gridsRun()).isEqualTo(grids);
        assertThat(result.find(RecursiveResults.DEEPEST).orElseThrow()).isEqualTo(depth);
    }

    @Test
    void nestingEndsAt24OnCdp1WithError65() {
        RunResult result = run("k20x", 30, OptionalInt.of(30), DEFAULT);

        assertThat(result.failure()).isEmpty();
        assertThat(result.find(RecursiveResults.DEEPEST).orElseThrow()).isEqualTo(24);
        assertThat(result.grids().gridsRun()).isEqualTo(25);
        assertThat(result.grids().failedLaunches()).isEqualTo(1);
        assertThat(result.find(RecursiveResults.LAST_LAUNCH_ERROR_CODE).orElseThrow())
                .isEqualTo(65);
    }

    @Test
    void nestingOnCdp2ContinuesUntilThePoolIsFull() {
        RunResult result = run("h200", 3000, DEFAULT, DEFAULT);

        assertThat(result.failure()).isEmpty();
        assertThat(result.find(RecursiveResults.DEEPEST).orElseThrow()).isEqualTo(2048);
        assertThat(result.find(RecursiveResults.LAST_LAUNCH_ERROR_CODE).orElseThrow())
                .isEqualTo(69);
    }

    @Test
    void theSameRunGivesTheSameResult() {
        assertThat(Measures.withoutWallTime(run("k20x", 6, DEFAULT, OptionalInt.of(4))))
                .isEqualTo(Measures.withoutWallTime(run("k20x", 6, DEFAULT, OptionalInt.of(4))));
    }

    @Test
    void synchronisingOnCdp2IsRefused() {
        assertThatThrownBy(() -> run("h200", 6, OptionalInt.of(3), DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("sync-at")
                .hasMessageContaining("has no cudaDeviceSynchronize on the device");
    }

    @Test
    void aSyncLimitOnCdp2IsRefused() {
        assertThatThrownBy(() -> run("h200", 6, DEFAULT, OptionalInt.of(4)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("sync-limit")
                .hasMessageContaining("DEPTH-8");
    }

    @Test
    void aSyncLimitBeyondTheDeepestNestingIsRefused() {
        assertThatThrownBy(() -> run("k20x", 6, DEFAULT, OptionalInt.of(25)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("give 0 to 24");
    }

    @ParameterizedTest
    @CsvSource({"-1,3", "6,-1", "2000000,3"})
    void valuesOutOfRangeAreRefused(int depth, int syncAt) {
        assertThatThrownBy(() -> run("k20x", depth, OptionalInt.of(syncAt), DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("out of range");
    }

    @Test
    void aProfileWithoutDynamicParallelismIsRefused() {
        assertThatThrownBy(() -> run("gtx680", 6, DEFAULT, OptionalInt.of(4)))
                .isInstanceOf(KernelLoadException.class)
                .hasMessageContaining("has no dynamic parallelism");
    }
}
