package io.cdpsim.kernel.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.warp.Lanes;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random kernels whose compiled regions run lane by lane, against the same kernels interpreted for each lane alone. */
class SingleExitRegionTest {
    private static final int UNLIMITED = 1 << 20;

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    private static Kernel structured(long seed) {
        return RandomProgram.write(seed, new RandomProgram.Features((seed & 1) != 0, false, (seed & 2) != 0))
                .kernel();
    }

    private static void assertSumsAgree(Kernel kernel, int lanes, int mostOfRegion) {
        WarpTrace warp = WarpTrace.run(kernel, lanes, mostOfRegion);
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            if ((lanes >>> lane & 1) != 0) {
                assertThat(warp.register(0, lane))
                        .as("lane %d", lane)
                        .isEqualTo(LoneLane.run(kernel, lane, RandomProgram.ALL_REGISTERS)[0]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void lanesOneAfterTheOtherComputeWhatEachWouldAlone(long seed) {
        int lanes = seed % 3 == 0 ? new SplittableRandom(seed).nextInt() | 1 : Lanes.ALL;

        assertSumsAgree(structured(seed), lanes, UNLIMITED);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void lanesThatLeaveALoopEarlyGoOnWhereTheyAre(long seed) {
        assertSumsAgree(structured(seed), Lanes.ALL, 1 + (int) seed % 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void branchesToAnywhereLeadWhereTheyWouldAlone(long seed) {
        assertSumsAgree(RandomProgram.writeUnstructured(seed), Lanes.ALL, 1 + (int) seed % 60);
    }

    @Test
    void mostKernelsHaveARegion() {
        assertThat(LongStream.range(0, 50)
                        .filter(seed -> WarpTrace.run(structured(seed), Lanes.ALL, UNLIMITED)
                                        .regions()
                                > 0)
                        .count())
                .isGreaterThan(40);
    }
}
