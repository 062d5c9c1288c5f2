package io.cdpsim.workloads.pending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Measures;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launch bomb. The counts of the full tree are 8 + 8^2 + ...; those of the pool are from the rules POOL-3 to POOL-6. */
class PendingProgramTest {
    private static final OptionalInt DEFAULT_POOL = OptionalInt.empty();

    private static RunResult run(String profile, int depth, OptionalInt pool, ChildStream stream, String cuda) {
        Optional<CudaVersion> version = cuda.isEmpty() ? Optional.empty() : Optional.of(CudaVersion.parse(cuda));
        return new PendingProgram(new PendingSettings(depth, pool, stream, version))
                .run(MachineSettings.of(Profiles.load(profile)), new Progress());
    }

    @ParameterizedTest
    @CsvSource({
        "k20x,NAMED,0,0",
        "k20x,NAMED,1,8",
        "k20x,NAMED,3,584",
        "k40c,NAMED,4,4680",
        "h200,NAMED,3,584",
        "h200,FAF,3,584"
    })
    void aPoolWithFreeSlotsAcceptsEveryLaunch(String profile, ChildStream stream, int depth, long launches) {
        RunResult result = run(profile, depth, OptionalInt.of(8192), stream, "");

        assertThat(result.failure()).isEmpty();
        assertThat(result.grids().childLaunches()).isEqualTo(launches);
        assertThat(result.grids().failedLaunches()).isZero();
        assertThat(result.grids().gridsRun()).isEqualTo(launches + 1);
        assertThat(result.grids().poolHighWater()).isLessThanOrEqualTo(launches);
        assertThat(result.find(PendingResults.DEEPEST).orElseThrow()).isEqualTo(depth);
        assertThat(result.find(PendingResults.LAST_LAUNCH_ERROR).orElseThrow()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5.5"})
    void cuda5DiscardsWhatAFullPoolDoesNotTake(String cuda) {
        RunResult result = run("k20x", 5, OptionalInt.of(64), ChildStream.NAMED, cuda);

        assertThat(result.failure()).isEmpty();
        assertThat(result.grids().failedLaunches()).isPositive();
        assertThat(result.grids().gridsRun())
                .isEqualTo(1 + result.grids().childLaunches() - result.grids().failedLaunches());
        assertThat(result.grids().poolHighWater()).isEqualTo(64);
        assertThat(result.grids().virtualizedLaunches()).isZero();
        assertThat(result.find(PendingResults.LAST_LAUNCH_ERROR).orElseThrow()).isEqualTo(69);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "6.5", "8", "11.8"})
    void cuda6To11VirtualizesWhatAFullPoolDoesNotTake(String cuda) {
        RunResult result = run("k20x", 4, OptionalInt.of(64), ChildStream.NAMED, cuda);

        assertThat(result.failure()).isEmpty();
        assertThat(result.grids().failedLaunches()).isZero();
        assertThat(result.grids().gridsRun()).isEqualTo(4681);
        assertThat(result.grids().virtualizedLaunches()).isBetween(1L, 4680L - 64);
    }

    @Test
    void theVirtualizedPoolIsSlowerByUpToAbout20() {
        RunResult fixed = run("k20x", 4, OptionalInt.of(32768), ChildStream.NAMED, "6");
        RunResult virtualized = run("k20x", 4, OptionalInt.of(64), ChildStream.NAMED, "6");

        assertThat(fixed.grids().virtualizedLaunches()).isZero();
        assertThat(virtualized.timeMicros()).isBetween(1.01 * fixed.timeMicros(), 21 * fixed.timeMicros());
    }

    @ParameterizedTest
    @CsvSource({"h200,NAMED", "h200,FAF", "h100-pcie,NAMED"})
    void cdp2RefusesWhatAFullPoolDoesNotTakeWithError69(String profile, ChildStream stream) {
        RunResult result = run(profile, 4, DEFAULT_POOL, stream, "");

        assertThat(result.failure()).isEmpty();
        assertThat(result.grids().failedLaunches()).isPositive();
        assertThat(result.grids().gridsRun())
                .isEqualTo(1 + result.grids().childLaunches() - result.grids().failedLaunches());
        // Calls in flight keep slots for their 8 lanes.
        assertThat(result.grids().poolHighWater()).isBetween(2048L - 4 * 8, 2048L);
        assertThat(result.find(PendingResults.LAST_LAUNCH_ERROR).orElseThrow()).isEqualTo(69);
    }

    @Test
    void theSameRunGivesTheSameResult() {
        String first = Measures.withoutWallTime(run("h200", 4, DEFAULT_POOL, ChildStream.NAMED, ""));
        String second = Measures.withoutWallTime(run("h200", 4, DEFAULT_POOL, ChildStream.NAMED, ""));

        assertThat(second).isEqualTo(first);
    }

    @Test
    void aDepthBelowZeroIsRefused() {
        assertThatThrownBy(() -> run("k20x", -1, DEFAULT_POOL, ChildStream.NAMED, ""))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("depth -1 is out of range");
    }

    @Test
    void aDepthThatNoComputerHoldsIsRefused() {
        assertThatThrownBy(() -> run("k20x", 21, DEFAULT_POOL, ChildStream.NAMED, ""))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("depth 21 is out of range: give 0 to 20");
    }

    @Test
    void anEmptyPoolIsRefused() {
        assertThatThrownBy(() -> run("k20x", 2, OptionalInt.of(0), ChildStream.NAMED, ""))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a pool of 0 is too small");
    }

    @Test
    void aStreamThatTheKernelHasNoFormForIsRefused() {
        assertThatThrownBy(() -> run("k20x", 2, DEFAULT_POOL, ChildStream.PER_THREAD, ""))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("named or faf");
    }

    @Test
    void aCudaVersionThatDoesNotSupportTheProfileIsRefused() {
        assertThatThrownBy(() -> run("k20x", 2, DEFAULT_POOL, ChildStream.NAMED, "12"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("use CUDA 5 to 11");
    }

    @Test
    void fireAndForgetOnCdp1IsRefused() {
        assertThatThrownBy(() -> run("k20x", 2, DEFAULT_POOL, ChildStream.FAF, ""))
                .isInstanceOf(KernelLoadException.class)
                .hasMessageContaining("FireAndForget");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gtx680", "m2050"})
    void aProfileWithoutDynamicParallelismIsRefused(String profile) {
        assertThatThrownBy(() -> run(profile, 2, OptionalInt.of(64), ChildStream.NAMED, ""))
                .isInstanceOf(KernelLoadException.class)
                .hasMessageContaining("has no dynamic parallelism");
    }
}
