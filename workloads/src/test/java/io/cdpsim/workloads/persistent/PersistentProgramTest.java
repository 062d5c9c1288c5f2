package io.cdpsim.workloads.persistent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Measures;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import java.math.BigInteger;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The persistent producer. Every run checks every integer of every buffer. */
class PersistentProgramTest {
    private static RunResult run(
            String profile, OptionalInt blocks, int threads, int ints, int iterations, int work, int consumeMicros) {
        return new PersistentProgram(new PersistentSettings(blocks, threads, ints, iterations, work, consumeMicros))
                .run(MachineSettings.of(Profiles.load(profile)), new Progress());
    }

    private static RunResult run(String profile, int blocks, int threads, int ints, int iterations, int work) {
        return run(profile, OptionalInt.of(blocks), threads, ints, iterations, work, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "h200,1,64,16384,9,0",
        "h200,1,256,1,3,0",
        "h200,3,1,10,4,0",
        "h200,16,256,5000,8,0",
        "h200,16,33,5000,5,7",
        "h200,132,1024,65536,3,4",
        "k20x,14,256,65536,6,3",
        "gtx680,8,256,4096,5,0",
        "m2050,14,256,4096,5,1",
        "h200,4,128,1000,5,2",
        "h200,4,128,1000,5,256"
    })
    void everyBufferArrivesInOrderAndWhole(
            String profile, int blocks, int threads, int ints, int iterations, int work) {
        RunResult result = run(profile, blocks, threads, ints, iterations, work);

        assertThat(result.failure()).isEmpty();
        assertThat(result.find(PersistentResults.ITERATIONS).orElseThrow()).isEqualTo(iterations);
        assertThat(result.grids().gridsRun()).as("reset and produce").isEqualTo(2);
        assertThat(result.find(PersistentResults.SHORTEST).orElseThrow())
                .isPositive()
                .isLessThanOrEqualTo(result.find(PersistentResults.MEDIAN).orElseThrow());
        assertThat(result.find(PersistentResults.MEDIAN).orElseThrow())
                .isLessThanOrEqualTo(result.find(PersistentResults.LONGEST).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"0,0", "5,0", "3,1", "3,4", "7,7", "399,256"})
    void theValueOfAnIterationIsThatOfTheGeneratorStepByStep(int iteration, int work) {
        BigInteger modulus = BigInteger.ONE.shiftLeft(32);
        BigInteger value = BigInteger.valueOf(iteration);
        for (int i = 0; i < work; i++) {
            value = value.multiply(BigInteger.valueOf(1664525))
                    .add(BigInteger.valueOf(1013904223))
                    .mod(modulus);
        }

        assertThat(BufferConsumer.valueOf(iteration, work)).isEqualTo(value.intValue());
    }

    @Test
    void byDefaultThereIsABlockAnSm() {
        RunResult result = run("k20x", OptionalInt.empty(), 256, 4096, 3, 0, 0);

        assertThat(result.find(PersistentResults.BLOCKS).orElseThrow()).isEqualTo(14);
        assertThat(result.correct()).isTrue();
    }

    @Test
    void theTimeToConsumeIsPartOfAnIteration() {
        double idle = run("h200", OptionalInt.of(4), 64, 1000, 7, 0, 0)
                .find(PersistentResults.MEDIAN)
                .orElseThrow();
        double busy = run("h200", OptionalInt.of(4), 64, 1000, 7, 0, 100)
                .find(PersistentResults.MEDIAN)
                .orElseThrow();

        assertThat(busy).isBetween(100.0, 101 + idle);
    }

    @Test
    void aProducerWhoseBlocksAllFitIsNotStuck() {
        assertThat(run("gtx680", 64, 256, 4096, 3, 0).failure()).isEmpty();
    }

    @Test
    void oneBlockMoreThanFitsIsFoundStuckAndExplained() {
        // 8 SMs of GK104 hold 2048 threads each: 8 blocks of 256.
        RunResult result = run("gtx680", 65, 256, 4096, 3, 0);

        assertThat(result.failure().lines())
                .anySatisfy(line -> assertThat(line).contains("after 0 of 3 iterations", "nothing can make progress"))
                .anySatisfy(line -> assertThat(line).contains("the host waits for mailbox 0", "iteration 0"))
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "grid 2 (produce)", "1 of its 65 blocks", "has no SM", "8 SMs hold 8 each", "only 64"))
                .anySatisfy(line -> assertThat(line).contains("1 warp spinning", "(blkcnt)", "block 0, warp 0"))
                .anySatisfy(line -> assertThat(line).contains("504 warps spinning", "(itercnt)"));
        assertThat(result.find(PersistentResults.ITERATIONS).orElseThrow()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"h200,265,1024,1,264", "h200,5000,1024,4736,264", "k20x,113,256,1,112"})
    void manyMoreBlocksThanFitAreFoundStuckToo(String profile, int blocks, int threads, int without, int fit) {
        assertThat(run(profile, blocks, threads, 4096, 3, 0).failure())
                .contains(without + " of its " + blocks + " blocks", "only " + fit + " fit at once");
    }

    @Test
    void theSameRunGivesTheSameResult() {
        assertThat(Measures.withoutWallTime(run("h200", 16, 256, 4096, 10, 3)))
                .isEqualTo(Measures.withoutWallTime(run("h200", 16, 256, 4096, 10, 3)));
    }

    @ParameterizedTest
    @CsvSource({
        "0,256,1,1,0,0,blocks 0",
        "1,-5,1,1,0,0,threads -5",
        "1,1,0,1,0,0,ints 0",
        "1,1,1,-1,0,0,iterations -1",
        "1,1,1,1,-1,0,work -1",
        "1,1,1,1,0,-1,consume-us -1"
    })
    void sizesThatAreTooSmallAreRefused(
            int blocks, int threads, int ints, int iterations, int work, int consume, String named) {
        assertThatThrownBy(() -> run("h200", OptionalInt.of(blocks), threads, ints, iterations, work, consume))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(named + " is too small");
    }

    @Test
    void moreThreadsThanABlockCanHaveAreRefused() {
        assertThatThrownBy(() -> run("h200", 1, 2000, 100, 1, 0))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("2000 threads");
    }

    @Test
    void buffersThatDoNotFitInTheDeviceAreRefused() {
        // Two buffers of 2 GiB do not fit into the 2 GiB of a GTX 680.
        assertThatThrownBy(() -> run("gtx680", 1, 32, 1 << 29, 1, 0))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("cudaMalloc of 2147483648 bytes");
    }
}
