package io.cdpsim.workloads.nbody;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.nbody.NbodySettings.HostThreading;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the time of a force sum as a bulk instruction against that of the loop it stands for. */
class BulkTimeTest {
    private static final Percentage BOUND = Percentage.withPercentage(3);

    /** Of blocks of one warp each runs alone with its first loads, and who comes first to a line of the other partition changes. */
    private static final Percentage BOUND_OF_LONE_WARPS = Percentage.withPercentage(5);

    private static final List<NbodyVariant> VARIANTS =
            List.of(NbodyVariant.AOS, NbodyVariant.SHARED, NbodyVariant.SHUFFLE);

    private static double micros(
            GpuProfile profile, NbodyVariant variant, int bodies, int block, boolean bulk, boolean unoptimized) {
        NbodySettings settings =
                new NbodySettings(variant, bodies, block, bulk, 1, 1, HostThreading.ONE, unoptimized, false);
        RunResult result = new NbodyProgram(settings).run(MachineSettings.of(profile), new Progress());
        return result.timeMicros();
    }

    private static void assertTakesTheTimeOfTheLoop(
            GpuProfile profile, NbodyVariant variant, int bodies, int block, boolean unoptimized) {
        double bulk = micros(profile, variant, bodies, block, true, unoptimized);
        double loop = micros(profile, variant, bodies, block, false, unoptimized);
        assertThat(bulk).isCloseTo(loop, block == Lanes.COUNT ? BOUND_OF_LONE_WARPS : BOUND);
    }

    private static List<Arguments> variantsBlocksAndSizes() {
        List<Arguments> cases = new ArrayList<>();
        for (NbodyVariant variant : VARIANTS) {
            for (int block : new int[] {32, 128, 512}) {
                cases.add(Arguments.of("h200", variant, 512, block));
            }
            for (int block : new int[] {64, 256}) {
                cases.add(Arguments.of("gtx680", variant, 512, block));
            }
            cases.add(Arguments.of("h200", variant, 1024, 1024));
            cases.add(Arguments.of("k20c", variant, 1024, 1024));
            cases.add(Arguments.of("k40c", variant, 1024, 256));
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("variantsBlocksAndSizes")
    void aBulkSumTakesTheTimeOfTheLoop(String profile, NbodyVariant variant, int bodies, int block) {
        assertTakesTheTimeOfTheLoop(Profiles.load(profile), variant, bodies, block, false);
    }

    /** The blocks' own bodies, which are in L1 before the loop starts, are a small part of these. */
    @ParameterizedTest
    @CsvSource({"AOS, 512", "SHARED, 64", "SHUFFLE, 512"})
    void itDoesForBodiesThatMostBlocksMustFetch(NbodyVariant variant, int block) {
        assertTakesTheTimeOfTheLoop(Profiles.load("h200"), variant, 1536, block, false);
    }

    @ParameterizedTest
    @CsvSource({"h200, AOS, 64", "h200, SHARED, 256", "h200, SHUFFLE, 256", "gtx680, AOS, 256", "k20c, SHARED, 64"})
    void itDoesWithVariablesInLocalMemory(String profile, NbodyVariant variant, int block) {
        assertTakesTheTimeOfTheLoop(Profiles.load(profile), variant, 256, block, true);
    }

    /** Later waves of blocks find in L1 what earlier ones have fetched. */
    @ParameterizedTest
    @CsvSource({
        "h200, AOS, 1",
        "h200, SHARED, 1",
        "h200, SHUFFLE, 1",
        "h200, AOS, 2",
        "h200, SHUFFLE, 3",
        "k20c, AOS, 2",
    })
    void itDoesWhereBlocksComeInWaves(String profile, NbodyVariant variant, int blocksPerSm) {
        List<String> small = List.of("sm.count=2", "sm.max_blocks=" + blocksPerSm);
        assertTakesTheTimeOfTheLoop(Profiles.load(profile, small), variant, 512, 64, false);
    }
}
