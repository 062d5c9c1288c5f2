package io.cdpsim.kernel.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.warp.Lanes;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random kernels run by a warp, against the same kernels run by each lane alone. */
class SimtExecutionTest {
    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aWarpComputesWhatEachLaneAloneWould(long seed) {
        boolean[] is = {(seed & 1) != 0, (seed & 2) != 0, (seed & 4) != 0};
        Kernel kernel = RandomProgram.write(seed, new RandomProgram.Features(is[0], is[1], is[2]))
                .kernel();
        int lanes = seed % 3 == 0 ? new SplittableRandom(seed).nextInt() | 1 : Lanes.ALL;

        assertLanesAgree(kernel, lanes);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void branchesToAnywhereLeadEachLaneWhereItWouldGoAlone(long seed) {
        assertLanesAgree(RandomProgram.writeUnstructured(seed), Lanes.ALL);
    }

    private static void assertLanesAgree(Kernel kernel, int lanes) {
        WarpTrace warp = WarpTrace.run(kernel, lanes);
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            long[] expected = new long[RandomProgram.ALL_REGISTERS];
            expected[0] = lane;
            if ((lanes >>> lane & 1) != 0) {
                expected = LoneLane.run(kernel, lane, RandomProgram.ALL_REGISTERS);
            }
            assertThat(warp.registersOf(lane, RandomProgram.ALL_REGISTERS))
                    .as("registers of lane %d", lane)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void allLanesAreTogetherBehindEveryIfAndLoopAndCall(long seed) {
        boolean calls = (seed & 1) != 0;
        RandomProgram.Written written = RandomProgram.write(seed, new RandomProgram.Features(true, false, calls));

        WarpTrace warp = WarpTrace.run(written.kernel(), Lanes.ALL);

        for (int programCounter : written.topLevel()) {
            assertThat(warp.lanesAt(programCounter)).containsExactly(Lanes.ALL);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void lanesThatEndEarlyDoNotKeepTheOthersApart(long seed) {
        boolean calls = (seed & 1) != 0;
        RandomProgram.Written written = RandomProgram.write(seed, new RandomProgram.Features(true, true, calls));

        WarpTrace warp = WarpTrace.run(written.kernel(), Lanes.ALL);

        int left = Lanes.ALL;
        for (int programCounter : written.topLevel()) {
            List<Integer> lanes = warp.lanesAt(programCounter);
            assertThat(lanes).hasSizeLessThanOrEqualTo(1);
            for (int mask : lanes) {
                assertThat(mask & ~left).as("lanes that came back").isZero();
                left = mask;
            }
        }
    }

    @Test
    void uniformLanesRunEachInstructionOnce() {
        for (long seed = 0; seed < 50; seed++) {
            Kernel kernel = RandomProgram.write(seed, new RandomProgram.Features(true, true, true))
                    .kernel();
            int lane = (int) seed % Lanes.COUNT;

            WarpTrace warp = WarpTrace.run(kernel, 1 << lane);

            int alone = LoneLane.steps(kernel, lane, RandomProgram.ALL_REGISTERS);
            assertThat(warp.size()).isEqualTo(alone + 1);
        }
    }
}
