package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.sm.SmLab.Scheduled;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A block of three warps. */
class BlockBarriersTest {
    private static final Modifiers.Barrier ALL = new Modifiers.Barrier(0, 0, false);

    private final GpuProfile profile = Profiles.load("h200", List.of("sm.count=1"));
    private final SmLab lab = new SmLab(profile);
    private final int latency = profile.synchronization().barrierLatencyCycles();
    private final Block block = lab.block(new KernelBuilder("k").build(), 96);

    private long arrive(int warp, Modifiers.Barrier barrier, long time) {
        return lab.barriers().arrive(block.warp(warp), barrier, time);
    }

    @Test
    void allContinueOneLatencyAfterTheLastArrival() {
        assertThat(arrive(1, ALL, 10)).isNegative();
        assertThat(arrive(0, ALL, 500)).isNegative();
        assertThat(lab.scheduled()).isEmpty();
        assertThat(block.warp(1).status()).isEqualTo(Warp.Status.AT_BARRIER);

        assertThat(arrive(2, ALL, 300)).isNegative();

        assertThat(lab.scheduled())
                .containsExactlyInAnyOrder(
                        new Scheduled(block.warp(0), 500 + latency),
                        new Scheduled(block.warp(1), 500 + latency),
                        new Scheduled(block.warp(2), 500 + latency));
        assertThat(block.warp(1).status()).isEqualTo(Warp.Status.RUNNABLE);
    }

    @Test
    void noBarrierWaitsForAWarpThatHasEnded() {
        arrive(0, ALL, 10);
        arrive(1, ALL, 20);
        assertThat(block.endWarp()).isEqualTo(2);

        lab.barriers().warpEnded(block, 700);

        assertThat(lab.scheduled())
                .containsExactlyInAnyOrder(
                        new Scheduled(block.warp(0), 700 + latency), new Scheduled(block.warp(1), 700 + latency));
    }

    @Test
    void aBarrierForSomeThreadsOpensWhenTheyHaveCome() {
        Modifiers.Barrier ofTwo = new Modifiers.Barrier(3, 64, false);
        arrive(0, ofTwo, 10);
        arrive(2, ofTwo, 40);

        assertThat(lab.scheduled())
                .containsExactlyInAnyOrder(
                        new Scheduled(block.warp(0), 40 + latency), new Scheduled(block.warp(2), 40 + latency));
    }

    @Test
    void anArriveOnlyWarpContinuesAtOnce() {
        assertThat(arrive(0, new Modifiers.Barrier(3, 64, true), 10)).isEqualTo(11);
        assertThat(block.warp(0).status()).isEqualTo(Warp.Status.RUNNABLE);

        arrive(1, new Modifiers.Barrier(3, 64, false), 90);

        assertThat(lab.scheduled()).containsExactly(new Scheduled(block.warp(1), 90 + latency));
    }

    @Test
    void anOpenBarrierCanBeUsedAgain() {
        for (int turn = 0; turn < 3; turn++) {
            for (int warp = 0; warp < 3; warp++) {
                arrive(warp, ALL, 1_000 * turn + warp);
            }
            assertThat(lab.scheduled()).hasSize(3 * (turn + 1));
        }
    }

    @Test
    void aBarrierOfAnyNumberOpensWhenTheLastMissingWarpEnds() {
        Modifiers.Barrier third = new Modifiers.Barrier(3, 0, false);
        arrive(0, third, 10);
        arrive(2, third, 20);
        block.endWarp();

        lab.barriers().warpEnded(block, 700);

        assertThat(lab.scheduled())
                .containsExactlyInAnyOrder(
                        new Scheduled(block.warp(0), 700 + latency), new Scheduled(block.warp(2), 700 + latency));
    }
}
