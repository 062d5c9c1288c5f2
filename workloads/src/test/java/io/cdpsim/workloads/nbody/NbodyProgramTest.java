package io.cdpsim.workloads.nbody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.nbody.NbodySettings.HostThreading;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NbodyProgramTest {
    private static RunResult run(String profile, NbodySettings settings) {
        return new NbodyProgram(settings).run(MachineSettings.of(Profiles.load(profile)), new Progress());
    }

    private static NbodySettings exact(NbodyVariant variant, int bodies, int block) {
        return new NbodySettings(variant, bodies, block, false, 1, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "h200, AOS, 128, 64", "h200, SHARED, 128, 64", "h200, SHUFFLE, 128, 64", "h200, ATOMIC, 128, 64",
        "k20x, AOS, 192, 32", "k20x, SHARED, 192, 96", "k20x, SHUFFLE, 192, 96", "k20x, ATOMIC, 192, 32",
        "gtx680, AOS, 64, 64", "gtx680, SHARED, 64, 64", "gtx680, SHUFFLE, 64, 64", "gtx680, ATOMIC, 64, 64",
        "m2050, SHARED, 256, 128", "h200, PAIRED, 256, 64", "m2050, ROLLED, 256, 128", "h200, ROLLED, 128, 32",
    })
    void everyVariantComputesTheForcesOfTheReference(String profile, NbodyVariant variant, int bodies, int block) {
        RunResult result = run(profile, exact(variant, bodies, block));
        assertThat(result.failure()).isEmpty();
        assertThat(result.find(NbodyResults.FORCES_CHECKED).orElseThrow()).isOne();
        assertThat(result.find(NbodyResults.RELATIVE_ERROR).orElseThrow())
                .isPositive()
                .isLessThan(1e-5);
    }

    @ParameterizedTest
    @EnumSource(NbodyVariant.class)
    void everyVariantComputesThemWithoutOptimisationToo(NbodyVariant variant) {
        RunResult result =
                run("gtx680", new NbodySettings(variant, 64, 32, false, 1, 1, HostThreading.ONE, true, false));
        assertThat(result.failure()).isEmpty();
        assertThat(result.find(NbodyResults.FORCES_CHECKED).orElseThrow()).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "AOS, 1, 32",
        "AOS, 3, 2",
        "AOS, 101, 32",
        "AOS, 67, 48",
        "ATOMIC, 1, 32",
        "ATOMIC, 45, 32",
        "ATOMIC, 70, 7"
    })
    void bodiesNeedNotFillTheirBlocksWhereThreadsWorkAlone(NbodyVariant variant, int bodies, int block) {
        assertThat(run("h200", exact(variant, bodies, block)).failure()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = NbodyVariant.class,
            names = {"SHARED", "SHUFFLE", "PAIRED", "ROLLED"})
    void aVariantThatNeedsFullBlocksNamesTheNearestSizes(NbodyVariant variant) {
        assertThatThrownBy(() -> new NbodyProgram(exact(variant, 1000, 64)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--bodies 1000")
                .hasMessageContaining("960 or 1024");
        assertThatThrownBy(() -> new NbodyProgram(exact(variant, 1000, 100)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--block 100")
                .hasMessageContaining("96 or 128");
    }

    @Test
    void moreGpusThanBlocksAreRefused() {
        assertThatThrownBy(() -> new NbodyProgram(new NbodySettings(NbodyVariant.SHARED, 128, 64, false, 3, 1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--gpus 3");
    }

    @Test
    void atomicsHaveNoBulkForm() {
        assertThatThrownBy(() -> new NbodyProgram(new NbodySettings(NbodyVariant.ATOMIC, 128, 64, true, 1, 1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--bulk");
    }

    @ParameterizedTest
    @EnumSource(NbodyVariant.class)
    void severalGpusShareTheBodiesAndAllStepsAreRight(NbodyVariant variant) {
        RunResult result = run("h200", new NbodySettings(variant, 192, 64, false, 2, 3));
        assertThat(result.failure()).isEmpty();
        assertThat(result.find(NbodyResults.STEPS).orElseThrow()).isEqualTo(3);
    }

    private static NbodySettings steps(int gpus, HostThreading threads) {
        return new NbodySettings(NbodyVariant.SHARED, 2048, 256, true, gpus, 2, threads, false, false);
    }

    @ParameterizedTest
    @CsvSource({"1, ONE", "2, ONE", "4, ONE", "1, PER_GPU", "4, PER_GPU"})
    void aWholeStepIsItsCopiesItsKernelAndWhatTheHostTakesForThem(int gpus, HostThreading threads) {
        GpuProfile h200 = Profiles.load("h200");
        HostApiSpec api = h200.hostApi();
        RunResult result = run("h200", steps(gpus, threads));
        assertThat(result.failure()).isEmpty();
        // 2,048 bodies of 16 bytes reach every GPU, and a share of the forces of 12 bytes each comes back.
        double toDevice = 2048 * 16 / h200.hostLink().bandwidthToDevice().bytesPerSecond() * 1e6;
        double toHost = 2048 * 12.0 / gpus / h200.hostLink().bandwidthToHost().bytesPerSecond() * 1e6;
        double engine = h200.hostLink().copyLatencyNanos() / 1e3;
        assertThat(result.find(NbodyResults.COPY_TO_DEVICE).orElseThrow()).isCloseTo(toDevice + engine, within(0.1));
        assertThat(result.find(NbodyResults.COPY_TO_HOST).orElseThrow()).isCloseTo(toHost + engine, within(0.1));
        // Each GPU is asked for two copies, a launch and two records of events.
        double calls = 2 * api.memcpyCallNanos() + api.launchNanos() + 2 * api.eventRecordNanos();
        double requested = threads == HostThreading.ONE
                ? gpus * calls
                : (gpus * api.threadCreateNanos()) + api.threadStartNanos() + calls;
        double found = result.find(NbodyResults.HOST_CALLS).orElseThrow();
        if (gpus == 1 || threads == HostThreading.ONE) {
            assertThat(found).isCloseTo(requested / 1e3, within(0.1));
        } else {
            assertThat(found).isBetween(calls / 1e3, requested / 1e3 + 0.1);
        }
        // What is asked for while a GPU already works takes no time of its own.
        double parts = toDevice + result.find(NbodyResults.FORCE_STEP).orElseThrow() + toHost;
        double threadsTake = threads == HostThreading.ONE ? 0 : api.threadEndNanos() / 1e3;
        double waits = gpus * api.completionToHostNanos() / 1e3 + threadsTake;
        assertThat(result.find(NbodyResults.WHOLE_STEP).orElseThrow())
                .isBetween(parts, parts + requested / 1e3 + waits + 20);
    }

    @Test
    void theSpeedUpComparesWithTheSameStepOnOneGpu() {
        double one = run("h200", steps(1, HostThreading.ONE))
                .find(NbodyResults.WHOLE_STEP)
                .orElseThrow();
        RunResult two = run("h200", steps(2, HostThreading.ONE));
        assertThat(two.find(NbodyResults.ONE_GPU_STEP).orElseThrow()).isCloseTo(one, within(one / 1000));
        assertThat(two.find(NbodyResults.SPEEDUP).orElseThrow())
                .isCloseTo(one / two.find(NbodyResults.WHOLE_STEP).orElseThrow(), within(0.001));
        assertThat(run("h200", steps(1, HostThreading.ONE)).find(NbodyResults.SPEEDUP))
                .isEmpty();
    }

    @Test
    void threadsOfTheHostGiveTheSameForces() {
        NbodySettings settings =
                new NbodySettings(NbodyVariant.ATOMIC, 192, 64, false, 3, 2, HostThreading.PER_GPU, false, false);
        RunResult result = run("h200", settings);
        assertThat(result.failure()).isEmpty();
        assertThat(result.find(NbodyResults.STEPS).orElseThrow()).isEqualTo(2);
    }

    @Test
    void theBulkFormComputesNoForces() {
        RunResult bulk = run("h200", new NbodySettings(NbodyVariant.SHARED, 512, 64, true, 1, 1));
        assertThat(bulk.failure()).isEmpty();
        assertThat(bulk.find(NbodyResults.FORCES_CHECKED).orElseThrow()).isZero();
    }

    @Test
    void theSameRunGivesTheSameResult() {
        RunResult first = run("h200", exact(NbodyVariant.SHARED, 128, 64));
        RunResult second = run("h200", exact(NbodyVariant.SHARED, 128, 64));
        assertThat(second)
                .usingRecursiveComparison()
                .ignoringFields("wallMillis")
                .isEqualTo(first);
    }

    @Test
    void bodiesAreSplitmix64OfSeedSeven() {
        // The same generator, from the Java library.
        SplittableRandom random = new SplittableRandom(7);
        float[] bodies = InitialBodies.generate(100);
        for (float each : bodies) {
            assertThat(each).isEqualTo((random.nextLong() >>> 40) * (1.0f / 16777216.0f));
        }
    }

    @Test
    void theReferenceAgreesWithTwoBodiesDoneByHand() {
        // One apart on x, softening 0.01: distance squared 1.01, and 1.01 to the power 1.5 is 1.015037...
        float[] bodies = {0, 0, 0, 3, 1, 0, 0, 2};
        double cube = 1.01 * Math.sqrt(1.01);
        ForceReference reference = new ForceReference(bodies, 0.01f);
        double[] forces = reference.forces(NbodyVariant.AOS, 1);
        assertThat(forces[0]).isCloseTo(2 / cube, within(1e-6));
        assertThat(forces[3]).isCloseTo(-3 / cube, within(1e-6));
        double[] turned = reference.forces(NbodyVariant.ATOMIC, 1);
        assertThat(turned[0]).isCloseTo(3 / cube, within(1e-6));
        assertThat(turned[3]).isCloseTo(-3 / cube, within(1e-6));
    }

    @Test
    void theReferenceOfManyBodiesIsTheSameOnThreeThreadsAndKeepsTheMomentum() {
        float[] bodies = InitialBodies.generate(3_000);
        double[] forces = new ForceReference(bodies, 0.01f).forces(NbodyVariant.AOS, 3);
        assertThat(forces).isEqualTo(new ForceReference(bodies, 0.01f).forces(NbodyVariant.AOS, 1));
        for (int c = 0; c < 3; c++) {
            double momentum = 0;
            double size = 0;
            for (int i = 0; i < 3_000; i++) {
                double each = bodies[InitialBodies.FLOATS * i + 3] * forces[3 * i + c];
                momentum += each;
                size += Math.abs(each);
            }
            assertThat(momentum / size).isCloseTo(0, within(1e-12));
        }
    }
}
