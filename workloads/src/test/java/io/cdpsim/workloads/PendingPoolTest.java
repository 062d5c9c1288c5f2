package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pending-launch pool of a run: whose size it is, and what a run says where it was too small. */
class PendingPoolTest {
    private static final Pattern ACCEPTED = Pattern.compile("ask for (\\d+) to (\\d+) ");

    private static RunResult run(String workload, MachineSettings machine, String... options) {
        Workload found = Workloads.installed().named(workload);
        OptionValues values = OptionValues.of(found);
        for (String each : options) {
            values = values.with(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        return Workloads.run(found, RunRequest.of(found, machine).withOptions(values));
    }

    private static MachineSettings h200(String... overrides) {
        return MachineSettings.of(Profiles.load("h200", List.of(overrides)));
    }

    @ParameterizedTest
    @CsvSource({"bfs,graph=grid:4", "pending,depth=1", "recursive,depth=2", "example:tail-pair,", "nbody,bodies=256"})
    void itsSizeIsTheProfilesAndInEveryResult(String workload, String option) {
        String[] options = option == null ? new String[0] : new String[] {option};

        assertThat(run(workload, h200(), options).grids().poolSize()).isEqualTo(2048);
        assertThat(run(workload, h200("limits.pending_launches=100"), options)
                        .grids()
                        .poolSize())
                .isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({"bfs,graph=grid:4", "pending,depth=1", "recursive,depth=2", "example:tail-pair,pool=5"})
    void everyWorkloadThatLaunchesTakesAnother(String workload, String option) {
        assertThat(run(workload, h200(), option, "pool=777").grids().poolSize()).isEqualTo(777);
    }

    @Test
    void theRequestedSettingOverridesTheProgramsOwn() {
        assertThat(run("example:launch-per-thread", h200()).grids().poolSize()).isEqualTo(8192);
        assertThat(run("example:launch-per-thread", h200(), "pool=9000").grids().poolSize())
                .isEqualTo(9000);
    }

    @Test
    void aDeviceThatRefusesItSaysWhatItAccepts() {
        GpuProfile small = Profiles.load("h200", List.of("dram.capacity=100 MiB"));

        assertThatThrownBy(() -> new Machine(MachineSettings.of(small).withPendingLaunches(20_000)))
                .isInstanceOfSatisfying(CudaException.class, refused -> {
                    Matcher accepted = ACCEPTED.matcher(refused.getMessage());
                    assertThat(accepted.find()).as(refused.getMessage()).isTrue();
                    long most = Long.parseLong(accepted.group(2));
                    Machine full = new Machine(MachineSettings.of(small).withPendingLaunches(most));
                    assertThat(full.host().pendingLaunchLimit()).isEqualTo(most);
                    assertThatThrownBy(
                                    () -> new Machine(MachineSettings.of(small).withPendingLaunches(most + 1)))
                            .isInstanceOf(CudaException.class);
                });
    }

    @Test
    void aDeviceWithoutDynamicParallelismHasNone() {
        MachineSettings gtx680 = MachineSettings.of(Profiles.load("gtx680"));

        assertThatThrownBy(() -> new Machine(gtx680.withPendingLaunches(64))).hasMessageContaining("VER-1");
    }

    @Test
    void failedLaunchesAreReportedWithCountErrorAndFix() {
        RunResult tooSmall = run("pending", h200(), "depth=3", "stream=faf", "pool=64");

        CountedWarning warning = tooSmall.warnings().get(0);
        assertThat(warning.rule()).isEqualTo("POOL-6");
        assertThat(warning.count()).isEqualTo(tooSmall.grids().failedLaunches()).isPositive();
        assertThat(warning.message())
                .startsWith(warning.count() + " of " + tooSmall.grids().childLaunches() + " launches")
                .contains("cudaErrorLaunchPendingCountExceeded (69)", "pool of 64", "--pool 1024");
        assertThat(run("pending", h200(), "depth=3", "stream=faf", "pool=1024").warnings())
                .isEmpty();
    }

    /** By the documents a full pool gives 701, as too many registers do; only for the pool is --pool the mend. */
    @Test
    void aFullPoolHasItsFixAlsoIfItsErrorIsTheDocumentedOne() {
        RunResult result = run("pending", h200().withStrict(true), "depth=3", "stream=faf", "pool=64");

        assertThat(result.warnings().get(0)).satisfies(each -> {
            assertThat(each.rule()).isEqualTo("POOL-6");
            assertThat(each.message())
                    .contains("cudaErrorLaunchOutOfResources (701)", "pool of 64", "such as --pool 1024");
        });
    }

    /** The second simulation is the run with that pool, as anyone may run it. */
    @Test
    void aLargerPoolIsSimulatedBeforeItIsAdvised() {
        Workload pending = Workloads.installed().named("pending");
        RunRequest request = RunRequest.of(pending, h200());
        request = request.withOptions(
                request.options().with("depth", "3").with("stream", "faf").with("pool", "64"));
        RunResult full = Workloads.run(pending, request);
        RunResult larger = run("pending", h200(), "depth=3", "stream=faf", "pool=1024");

        RunResult advised = LargerPool.advised(pending, request, full);

        assertThat(advised.warnings().get(0).message())
                .startsWith(full.grids().failedLaunches() + " of ")
                .contains("the pool of 64", "With --pool 1024", "all launches succeed")
                .contains(String.format(
                        Locale.ROOT,
                        "the simulated time is %,.1f us instead of %,.1f us",
                        larger.timeMicros(),
                        full.timeMicros()));
        assertThat(advised.warnings().get(0).message().contains("launching less may be faster"))
                .isEqualTo(larger.timeMicros() > full.timeMicros());
        assertThat(advised.timeMicros()).isEqualTo(full.timeMicros());
    }

    /** Searches with a pool of 262,144 never filled it when they were measured; launch bombs did. */
    @Test
    void theErrorOfATimeKnowsAFullPoolThatNobodyMeasured() {
        CountedWarning full = new CountedWarning("POOL-6", "3 of 9: the pool of 262144 pending launches was full", 3);
        for (String each : List.of("bfs", "pending")) {
            Workload workload = Workloads.installed().named(each);
            RunRequest request = RunRequest.of(workload, h200());
            request = request.withOptions(request.options()
                    .with("pool", "262144")
                    .with(each.equals("bfs") ? "graph" : "depth", each.equals("bfs") ? "grid:4" : "1"));
            RunResult result = Workloads.run(workload, request);

            assertThat(Workloads.trust(workload, request, result).differences())
                    .doesNotContain("launches into a full pool");
            assertThat(Workloads.trust(workload, request, result.warnedOf(full))
                            .differences()
                            .contains("launches into a full pool"))
                    .isEqualTo(each.equals("bfs"));
        }
    }

    /** What it costs that slots do not fit into the L2 is the difference from slots so small that all do; work beside hides a part. */
    @Test
    void theAdviceSaysWhatCompletionsInALargerPoolCost() {
        RunResult full = run("pending", h200(), "depth=5", "stream=faf", "pool=8192");
        String advice = full.warnings().get(0).message();
        Matcher price = Pattern.compile(
                        "--pool (\\d+) .*completions of (\\d+) launches then take ([0-9.e+]+) us longer")
                .matcher(advice);
        assertThat(price.find()).as(advice).isTrue();
        String pool = "pool=" + price.group(1);
        RunResult larger = run("pending", h200(), "depth=5", "stream=faf", pool);
        double longer = larger.timeMicros()
                - run("pending", h200("limits.pending_slot_used=64 B"), "depth=5", "stream=faf", pool)
                        .timeMicros();
        // Grids that did not run made no launches.
        double made = Double.parseDouble(price.group(2)) / larger.grids().childLaunches();
        assertThat(made).isBetween(0.75, 1.0);
        assertThat(Double.parseDouble(price.group(3))).isBetween(made * longer, 3.5 * made * longer);
    }

    @Test
    void aSearchWhoseLaunchesFailIsCheckedAndSaysSo() {
        RunResult result = run("bfs", h200(), "variant=cdp", "graph=rmat:9:8:1", "pool=32");

        assertThat(result.failure()).isEmpty();
        assertThat(result.warnings())
                .singleElement()
                .satisfies(each ->
                        assertThat(each.count()).isEqualTo(result.grids().failedLaunches()));
    }

    /** So do the searches that add up edges, though the measured program leaves them out where such a launch fails. */
    @Test
    void aSearchThatAddsUpEdgesGoesThroughThemItselfWhereItsLaunchFails() {
        RunResult result = run("bfs", h200(), "variant=aggregate-warp", "graph=rmat:12:16:1", "pool=32");

        assertThat(result.failure()).isEmpty();
        assertThat(result.warnings().get(0).message()).contains("--pool");
    }

    @Test
    void launchesBelowTheDeepestLevelAreWarnedOf() {
        RunResult result = run("recursive", MachineSettings.of(Profiles.load("k20x")), "depth=25");

        assertThat(result.warnings())
                .singleElement()
                .satisfies(each -> assertThat(each.message())
                        .startsWith("2 of ")
                        .contains("cudaErrorLaunchMaxDepthExceeded (65)", "24 levels"));
    }

    @Test
    void anErrorThatNoThreadAsksForIsReported() {
        RunResult result = run("example:launch-per-thread", h200().withCheck(true), "pool=64");

        assertThat(result.visibility().orElseThrow().misuses()).singleElement().satisfies(each -> {
            assertThat(each.rule()).isEqualTo("LNCH-6");
            assertThat(each.count()).isEqualTo(result.grids().failedLaunches()).isPositive();
            assertThat(each.message())
                    .contains("kernel parent", "cudaErrorLaunchPendingCountExceeded", "cudaGetLastError");
        });
    }

    @Test
    void anErrorThatAThreadAsksForIsNot() {
        RunResult result = run("pending", h200().withCheck(true), "depth=3", "pool=64");

        assertThat(result.grids().failedLaunches()).isPositive();
        assertThat(result.visibility().orElseThrow().misuses())
                .extracting(UndefinedUse::rule)
                .doesNotContain("LNCH-6", "ERR-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"h200", "k20x"})
    void warpsThatAFaultEndsHaveSpentNoMoreTimeInLaunchCallsThanOnAnSm(String profile) {
        RunResult result = run("example:permute-overrun", MachineSettings.of(Profiles.load(profile)));

        assertThat(result.launchOverhead()).isPositive().isLessThanOrEqualTo(1);
    }
}
