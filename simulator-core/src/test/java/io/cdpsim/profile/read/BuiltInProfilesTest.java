package io.cdpsim.profile.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.DeviceApiSpec;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.PipeSpecs;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.warp.Lanes;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The profiles that come with the simulator, against data sheets and published tables. */
class BuiltInProfilesTest {
    static List<String> names() {
        return Profiles.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyProfileLoadsUnderItsName(String name) {
        assertThat(Profiles.load(name).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyFieldHasASource(String name) {
        assertThat(Profiles.document(name, List.of()).fields())
                .filteredOn(field -> field.source().isBlank())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyFieldSaysItsFileAndLine(String name) {
        assertThat(Profiles.document(name, List.of()).fields()).allSatisfy(field -> {
            assertThat(field.origin()).endsWith(".yaml");
            assertThat(field.line()).isPositive();
        });
    }

    @ParameterizedTest
    @MethodSource("names")
    void warpSlotsAndThreadSlotsAgree(String name) {
        SmSpec sm = Profiles.load(name).sm();

        assertThat(sm.maxThreads()).isEqualTo(sm.maxWarps() * 32);
        assertThat(sm.sharedConfigurationsKiB()).last().isEqualTo(sm.sharedBytes() / 1024);
    }

    @Test
    void theListOfNamesIsTheListOfFiles() throws IOException, URISyntaxException {
        URI h200 = Objects.requireNonNull(GpuProfile.class.getResource("h200.yaml"))
                .toURI();
        try (Stream<Path> files =
                Files.list(Objects.requireNonNull(Path.of(h200).getParent()))) {
            assertThat(Profiles.names())
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString())
                                    .filter(file -> file.endsWith(".yaml"))
                                    .map(file -> file.substring(0, file.length() - ".yaml".length()))
                                    .toList());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "h200,      9.0, CDP2, 132, 1980, 4020, 128",
        "h100-sxm,  9.0, CDP2, 132, 1980, 2955, 128",
        "h100-pcie, 9.0, CDP2, 114, 1755, 2000, 128",
        "b200,     10.0, CDP2, 148, 1965, 8000, 128",
        "rtx4090,   8.9, CDP2, 128, 2520, 1008, 128",
        "a100,      8.0, CDP2, 108, 1410, 1555, 128",
        "gtx780ti,  3.5, CDP1,  15,  875,  336,  32",
        "k40c,      3.5, CDP1,  15,  745,  288,  32",
        "k20x,      3.5, CDP1,  14,  732,  250,  32",
        "k20c,      3.5, CDP1,  13,  706,  208,  32",
        "gtx680,    3.0, NONE,   8, 1006,  192,  16",
        "m2050,     2.0, NONE,  14, 1150,  148,  16",
    })
    void theBoardsAreAsTheirDataSheetsSay(
            String name, String capability, CdpSupport cdp, int sms, int megahertz, int gigabytesPerSecond, int grids) {
        GpuProfile gpu = Profiles.load(name);

        assertThat(gpu.computeCapability()).hasToString(capability);
        assertThat(gpu.cdp()).isEqualTo(cdp);
        assertThat(gpu.sm().count()).isEqualTo(sms);
        assertThat(gpu.clock().coreHertz()).isEqualTo(megahertz * 1_000_000L);
        assertThat(gpu.dram().bandwidth().bytesPerSecond()).isEqualTo(gigabytesPerSecond * 1e9);
        assertThat(gpu.grid().maxResidentGrids()).isEqualTo(grids);
    }

    /** CUDA C++ Programming Guide 13, features and technical specifications; threads, blocks and KiB of shared memory an SM, cores of 64 bits a scheduler. */
    @ParameterizedTest
    @CsvSource({"a100, 2048, 32, 164, 163, 8", "rtx4090, 1536, 24, 100, 99, 0.5", "b200, 2048, 32, 228, 227, 16"})
    void theSmsAreAsTheTableOfTheirComputeCapabilitySays(
            String name, int threads, int blocks, int sharedKiB, int sharedOfBlockKiB, double doublesPerScheduler) {
        GpuProfile gpu = Profiles.load(name);

        assertThat(gpu.sm().maxThreads()).isEqualTo(threads);
        assertThat(gpu.sm().maxBlocks()).isEqualTo(blocks);
        assertThat(gpu.sm().sharedBytes()).isEqualTo(sharedKiB * 1024);
        assertThat(gpu.sm().maxSharedBytesPerBlockOptIn()).isEqualTo(sharedOfBlockKiB * 1024);
        assertThat(gpu.pipes().fp64().lanesPerCycle()).isEqualTo(doublesPerScheduler);
    }

    /** Rule VER-2. */
    @ParameterizedTest
    @CsvSource({"a100, true, true", "rtx4090, true, true", "b200, false, true", "h200, false, true", "k20x, true, false"
    })
    void below90CodeRunsAsItWasCompiled(String name, boolean first, boolean second) {
        GpuProfile gpu = Profiles.load(name);

        assertThat(gpu.runs(CdpSupport.CDP1)).isEqualTo(first);
        assertThat(gpu.runs(CdpSupport.CDP2)).isEqualTo(second);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a100", "rtx4090", "b200"})
    void noValueOfAGpuThatNobodyMeasuredIsSaidToBeMeasuredOnIt(String name) {
        assertThat(Profiles.document(name, List.of()).fields())
                .filteredOn(field -> field.origin().endsWith(name + ".yaml"))
                .isNotEmpty()
                .noneMatch(field -> field.source().startsWith("measured:"));
        assertThat(Profiles.load(name).description()).contains("never measured by us");
    }

    @Test
    void theH200HoldsAtMost64GridsOfOrdinaryDeviceStreams() {
        assertThat(Profiles.load("h200").grid().maxResidentStreamGrids()).isEqualTo(64);
    }

    @ParameterizedTest
    @CsvSource({"1, 11827", "8, 13245", "16, 16608", "32, 22099"})
    void anH200LaunchCallCostsAWarpWithin8PercentOfTheMeasuredCycles(int lanes, int measuredCycles) {
        assertThat((double) Profiles.load("h200").launch().nullStream().call().callCycles(lanes))
                .isCloseTo(measuredCycles, within(0.08 * measuredCycles));
    }

    @ParameterizedTest
    @CsvSource({"1, 21931", "32, 75282"})
    void aKeplerLaunchCallCostsAWarpThePublishedSum(int lanes, int cycles) {
        assertThat(Profiles.load("k20c").launch().nullStream().call().callCycles(lanes))
                .isEqualTo(cycles);
    }

    @Test
    void aGpuWithoutDynamicParallelismHasNoCostsOfIt() {
        GpuProfile gtx680 = Profiles.load("gtx680");

        assertThat(gtx680.launch()).isEqualTo(DeviceLaunchSpec.NONE);
        assertThat(gtx680.deviceApi()).isEqualTo(DeviceApiSpec.NONE);
        assertThat(gtx680.limits().pendingLaunchDefault()).isZero();
        assertThat(gtx680.limits().printfFifo().defaultBytes()).isEqualTo(1 << 20);
    }

    @ParameterizedTest
    @CsvSource({"h200, 1, 2, 2, 2, 8, 1, 2", "k20c, 1, 1, 4, 2, 4, 1, 1", "gtx680, 1, 1, 4, 16, 4, 1, 1"})
    void aWarpHoldsEachPipeForItsLanesOverItsWidth(
            String name, int fp32, int integer, int multiply, int fp64, int special, int shuffle, int control) {
        PipeSpecs pipes = Profiles.load(name).pipes();

        assertThat(Stream.of(
                                pipes.fp32(),
                                pipes.integer(),
                                pipes.integerMultiply(),
                                pipes.fp64(),
                                pipes.specialFunction(),
                                pipes.shuffle(),
                                pipes.control())
                        .map(pipe -> (int) Math.ceil(Lanes.COUNT / pipe.lanesPerCycle())))
                .containsExactly(fp32, integer, multiply, fp64, special, shuffle, control);
    }
}
