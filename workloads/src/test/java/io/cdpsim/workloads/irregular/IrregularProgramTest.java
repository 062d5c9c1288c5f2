package io.cdpsim.workloads.irregular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IrregularProgramTest {
    /** Every variant, each aggregation of its own. */
    private static final List<String> VARIANTS = List.of(
            "variant=serial",
            "variant=warp",
            "variant=cdp",
            "variant=threshold threshold=5",
            "aggregate=warp",
            "aggregate=block",
            "aggregate=grid",
            "variant=consolidate");

    static List<Arguments> variantsOnSizesAndProfiles() {
        List<Arguments> cases = new ArrayList<>();
        for (String variant : VARIANTS) {
            for (String sizes : List.of("zipf:1.5:150:500", "constant:0:70", "constant:1:1", "uniform:0:40:97")) {
                cases.add(Arguments.of(variant, sizes, "h200"));
            }
            cases.add(Arguments.of(variant, "bimodal:0:300:0.02:200", "k20x"));
        }
        return cases;
    }

    /** The run compares the value of every item with that of plain Java; a wrong one becomes the failure. */
    @ParameterizedTest
    @MethodSource("variantsOnSizesAndProfiles")
    void everyItemIsDone(String variant, String sizes, String profile) {
        RunResult result = run(profile, variant + " block=64 child-block=32 work=19 loads=6 sizes=" + sizes);

        assertThat(result.failure()).isEmpty();
        assertThat(result.timeMicros()).isPositive();
        assertThat(result.grids().failedLaunches()).isZero();
    }

    static List<String> variants() {
        return VARIANTS;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void noVariantRaces(String variant) {
        IrregularSettings settings = settings(variant + " block=32 loads=2 sizes=uniform:0:9:150");
        for (LaunchPolicy policy : LaunchPolicy.values()) {
            RunResult result = new IrregularProgram(settings)
                    .run(machine("h200").withCheck(true).withPolicy(policy), new Progress(), new InputCache());

            assertThat(result.failure()).as("%s", policy).isEmpty();
            assertThat(result.visibility().orElseThrow().isClean())
                    .as("%s: %s", policy, result.visibility())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(ChildStream.class)
    void everyStreamServes(ChildStream stream) {
        String options = " sizes=uniform:0:9:150 stream=" + OptionValueType.word(stream);
        assertThat(run("h200", "variant=cdp" + options).failure()).isEmpty();
        assertThat(run("h200", "aggregate=warp" + options).failure()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 16, 100, 10_000})
    void onlyParentsAboveTheThresholdLaunch(int threshold) {
        ItemSizes sizes = SizeSource.parse("zipf:1.2:400:300", Optional.empty()).load(1);
        long above = IntStream.range(0, sizes.parents())
                .filter(i -> sizes.size(i) > threshold)
                .count();

        RunResult result = run("h200", "sizes=zipf:1.2:400:300 threshold=" + threshold);

        assertThat(result.grids().childLaunches()).isEqualTo(above);
    }

    @ParameterizedTest
    @CsvSource({"warp, 7", "block, 4", "grid, 1"})
    void aggregationLaunchesOneChildAGroup(String group, int children) {
        // 200 parents: 6 warps and a quarter, 3 blocks of 64 and an eighth
        RunResult result = run("h200", "sizes=constant:3:200 block=64 aggregate=" + group);

        assertThat(result.grids().childLaunches()).isEqualTo(children);
    }

    @Test
    void variantsThatLaunchNothingRunWithoutDynamicParallelism() {
        for (String variant : List.of("serial", "warp", "consolidate")) {
            RunResult result = run("gtx680", "sizes=uniform:0:9:150 variant=" + variant);
            assertThat(result.failure()).isEmpty();
            assertThat(result.grids().childLaunches()).isZero();
        }
        assertThatThrownBy(() -> run("gtx680", "sizes=uniform:0:9:150"))
                .isInstanceOf(KernelLoadException.class)
                .hasMessageContaining("VER-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"variant=cdp", "aggregate=warp"})
    void aThreadWhoseLaunchFailsDoesTheItemsItself(String variant) {
        // CUDA 5 has a pool of fixed size, and one block's NULL stream keeps its children waiting in it.
        MachineSettings old = machine("k20x").withCuda(CudaVersion.parse("5")).withPendingLaunches(32);
        IrregularSettings settings = settings(variant + " sizes=constant:2:9000");

        RunResult result = new IrregularProgram(settings).run(old, new Progress(), new InputCache());

        assertThat(result.grids().failedLaunches()).isPositive();
        assertThat(result.failure()).isEmpty();
    }

    @Test
    void moreWorkAndMoreLoadsTakeLonger() {
        String options = "variant=warp sizes=uniform:0:300:100";
        double bare = run("h200", options + " work=0").timeMicros();

        assertThat(run("h200", options + " work=300").timeMicros()).isGreaterThan(1.5 * bare);
        assertThat(run("h200", options + " work=0 loads=32").timeMicros()).isGreaterThan(1.5 * bare);
    }

    /** A chain of multiply-and-adds takes its length times the latency of one, 4 cycles on an H200, and a little for the loop around it. */
    @Test
    void theWorkOfAnItemIsAChain() {
        long none = run("h200", "variant=serial sizes=constant:1:1 work=0").cycles();
        long all = run("h200", "variant=serial sizes=constant:1:1 work=16000").cycles();

        assertThat(all - none).isBetween(4L * 16_000, 5L * 16_000);
    }

    @Test
    void reportsWhatItDid() {
        RunResult result = run("h200", "sizes=constant:8:64 work=3 loads=1 threshold=5 stream=named");

        assertThat(result.measures())
                .startsWith(
                        IrregularResults.SIZES.of("constant:8:64"),
                        IrregularResults.VARIANT.of("threshold"),
                        IrregularResults.STREAM.of("named"),
                        IrregularResults.THRESHOLD.of(5),
                        IrregularResults.WORK.of(3),
                        IrregularResults.LOADS.of(1),
                        IrregularResults.PARENTS.of(64),
                        IrregularResults.ITEMS.of(512),
                        IrregularResults.ITEMS_MEAN.of(8),
                        IrregularResults.ITEMS_MOST.of(8),
                        IrregularResults.LANE_BALANCE.of(1));
        assertThat(result.find(IrregularResults.RATE).orElseThrow()).isCloseTo(512 / result.timeMicros(), within(1e-9));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void progressEndsAtTheBlocksThatWereExpected(String variant) {
        Progress progress = new Progress();
        IrregularSettings settings = settings(variant + " block=64 child-block=32 sizes=bimodal:2:90:0.1:150");

        new IrregularProgram(settings).run(machine("h200"), progress, new InputCache());

        assertThat(progress.state().unit()).isEqualTo("blocks");
        assertThat(progress.done()).isEqualTo(progress.state().total());
    }

    @Test
    void theSeedDrawsTheSizesAndTheSameSeedTheSame() {
        String options = "variant=warp sizes=exponential:20:100";
        MachineSettings seventh = machine("h200").withSeed(7);
        InputCache inputs = new InputCache();
        RunResult first = new IrregularProgram(settings(options)).run(seventh, new Progress(), inputs);

        assertThat(new IrregularProgram(settings(options)).run(seventh, new Progress(), new InputCache()))
                .usingRecursiveComparison()
                .ignoringFields("wallMillis")
                .isEqualTo(first);
        RunResult other = new IrregularProgram(settings(options)).run(seventh.withSeed(8), new Progress(), inputs);
        assertThat(other.find(IrregularResults.ITEMS)).isNotEqualTo(first.find(IrregularResults.ITEMS));
    }

    @Test
    void aValueThatIsWrongIsNamed() {
        ItemSizes sizes = ItemSizes.of("two", 2, i -> 2);
        ItemCost cost = new ItemCost(1, 0);
        ItemCheck check = new ItemCheck(sizes, cost, cost.table(4));
        int[] values = {check.value(0, 0), check.value(0, 1), check.value(1, 0), check.value(1, 1)};

        assertThat(check.failure(values)).isEmpty();
        // The first item of parent 0 firstItems with 0, so one multiply-and-add leaves the increment.
        assertThat(values[0]).isEqualTo(1013904223);
        values[3]++;
        assertThat(check.failure(values)).startsWith("item 1 of parent 1 left ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "variant=warp block=48 | --block 48 is not a whole number of warps, but --variant warp has a warp for"
                        + " each parent; give a multiple of 32",
                "aggregate=warp block=16 | --block 16 is not a whole number of warps, but --aggregate warp joins the"
                        + " parents of a warp; give a multiple of 32",
                "block=2048 | --block 2048 is too many: a block of h200 has at most 1024 threads",
                "child-block=2048 | --child-block 2048 is too many: a block of h200 has at most 1024 threads",
                "variant=serial threshold=3 | --threshold has no effect with --variant serial; give --variant"
                        + " threshold",
                "variant=cdp aggregate=warp | --aggregate has no effect with --variant cdp; give --variant aggregate",
                "variant=consolidate pool=64 | --pool has no effect with --variant consolidate, which launches no"
                        + " grids; leave it out, or give another variant",
                "column=2 | --column has no effect with --sizes zipf:1.5:1024, which is not a file; leave it out",
                "sizes=constant:1000000:200 | --sizes constant:1000000:200 needs 762 MiB"
            })
    void refusesWhatMeansNothingOrDoesNotFit(String options, String message) {
        String profile = options.startsWith("sizes") ? "small" : "h200";
        assertThatThrownBy(() -> run(profile, options))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(message);
    }

    private static IrregularSettings settings(String options) {
        OptionValues values = OptionValues.of(new IrregularWorkload());
        for (String each : options.split(" ", -1)) {
            values = values.with(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        return IrregularWorkload.settings(values);
    }

    private static MachineSettings machine(String profile) {
        return MachineSettings.of(
                profile.equals("small")
                        ? Profiles.load("h200", List.of("dram.capacity=512 MiB"))
                        : Profiles.load(profile));
    }

    private static RunResult run(String profile, String options) {
        return new IrregularProgram(settings(options)).run(machine(profile), new Progress(), new InputCache());
    }
}
