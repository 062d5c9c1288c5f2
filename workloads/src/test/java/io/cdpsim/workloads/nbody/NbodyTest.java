package io.cdpsim.workloads.nbody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.WorkloadException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NbodyTest {
    private static RunResult run(String profile, NbodySettings settings) {
        return new Nbody(settings).run(MachineSettings.of(Profiles.load(profile)), new Progress());
    }

    private static NbodySettings exact(NbodyVariant variant, int bodies, int block) {
        return new NbodySettings(variant, bodies, block, false, 1, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "h200, AOS, 128, 64", "h200, SHARED, 128, 64", "h200, SHUFFLE, 128, 64", "h200, ATOMIC, 128, 64",
        "k20x, AOS, 192, 32", "k20x, SHARED, 192, 96", "k20x, SHUFFLE, 192, 96", "k20x, ATOMIC, 192, 32",
        "gtx680, AOS, 64, 64", "gtx680, SHARED, 64, 64", "gtx680, SHUFFLE, 64, 64", "gtx680, ATOMIC, 64, 64",
        "m2050, SHARED, 256, 128",
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
            names = {"SHARED", "SHUFFLE"})
    void aVariantThatNeedsFullBlocksNamesTheNearestSizes(NbodyVariant variant) {
        assertThatThrownBy(() -> new Nbody(exact(variant, 1000, 64)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("--bodies 1000")
                .hasMessageContaining("960 or 1024");
        assertThatThrownBy(() -> new Nbody(exact(variant, 1000, 100)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("--block 100")
                .hasMessageContaining("96 or 128");
    }

    @Test
    void moreGpusThanBlocksAreRefused() {
        assertThatThrownBy(() -> new Nbody(new NbodySettings(NbodyVariant.SHARED, 128, 64, false, 3, 1)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("--gpus 3");
    }

    @Test
    void atomicsHaveNoBulkForm() {
        assertThatThrownBy(() -> new Nbody(new NbodySettings(NbodyVariant.ATOMIC, 128, 64, true, 1, 1)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("--bulk");
    }

    @ParameterizedTest
    @EnumSource(NbodyVariant.class)
    void severalGpusShareTheBodiesAndAllStepsAreRight(NbodyVariant variant) {
        RunResult result = run("h200", new NbodySettings(variant, 192, 64, false, 2, 3));
        assertThat(result.failure()).isEmpty();
        assertThat(result.find(NbodyResults.STEPS).orElseThrow()).isEqualTo(3);
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
        float[] bodies = Bodies.generate(100);
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
        double[] forces = reference.forces(NbodyVariant.AOS);
        assertThat(forces[0]).isCloseTo(2 / cube, within(1e-6));
        assertThat(forces[3]).isCloseTo(-3 / cube, within(1e-6));
        double[] turned = reference.forces(NbodyVariant.ATOMIC);
        assertThat(turned[0]).isCloseTo(3 / cube, within(1e-6));
        assertThat(turned[3]).isCloseTo(-3 / cube, within(1e-6));
    }
}
