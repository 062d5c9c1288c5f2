package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.profile.ConstantSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import org.junit.jupiter.api.Test;

/** When warps have what they read of their grid. Source: measurements/constants.cu. */
class ConstantCachesTest {
    /** The first parameter is 48 bytes before the end of a line, and 240 before that of a line of the SM's cache. */
    private static final ConstantSpec SPEC = new ConstantSpec(64, 60, 30, 256, 200, 528);

    private static final int NEXT_LINE = 48;
    private static final int NEXT_SHARED_LINE = 240;

    private final GpuProfile profile = RoundNumbers.profile();
    private final SmLab lab = new SmLab(profile);
    private final ConstantCaches caches = new ConstantCaches(SPEC, profile.sm().schedulers());
    private int grids;

    private Block block(boolean isFromHost) {
        return block(isFromHost, 1);
    }

    private Block block(boolean isFromHost, int warps) {
        var kernel = new KernelBuilder("k").build();
        return lab.block(
                new Grid(
                        0,
                        ++grids,
                        kernel,
                        LaunchShape.of(1, 32 * warps),
                        new byte[0],
                        CachePreference.NONE,
                        isFromHost),
                0,
                0);
    }

    @Test
    void theFirstReadOfALineWaitsAndFurtherOnesDoNot() {
        Warp warp = block(true).warp(0);
        assertThat(caches.readParameter(warp, 0, 1_000)).isEqualTo(1_060);
        assertThat(caches.readParameter(warp, NEXT_LINE - 4, 1_010))
                .as("the line is on its way")
                .isEqualTo(1_060);
        assertThat(caches.readParameter(warp, 4, 1_100)).isEqualTo(1_100);
        assertThat(caches.readParameter(warp, NEXT_LINE, 1_100)).isEqualTo(1_160);
        assertThat(caches.readSize(warp, 1_200)).as("of a line of its own").isEqualTo(1_260);
    }

    @Test
    void theSchedulersOfABlockFetchALineEachAndWaitForEachOther() {
        Block block = block(true, 8);
        Warp first = block.warp(0);
        assertThat(caches.readParameter(first, 0, 1_000)).isEqualTo(1_000 + 4 * 30);
        assertThat(caches.readParameter(block.warp(1), 0, 1_050)).isEqualTo(1_050 + 4 * 30);
        assertThat(block.warp(4).scheduler()).isEqualTo(first.scheduler());
        assertThat(caches.readParameter(block.warp(4), 0, 1_200)).isEqualTo(1_200);
    }

    @Test
    void aSchedulerAsksForALineOnceTheOneBeforeHasCome() {
        Warp warp = block(true).warp(0);
        assertThat(caches.readSize(warp, 1_000)).isEqualTo(1_060);
        assertThat(caches.readParameter(warp, 0, 1_001)).isEqualTo(1_120);
    }

    @Test
    void whatDeviceCodeLaunchesIsNotInTheCacheOfTheSm() {
        Warp warp = block(false).warp(0);
        assertThat(caches.readParameter(warp, 0, 1_000)).isEqualTo(1_260);
        assertThat(caches.readParameter(warp, NEXT_LINE, 2_000))
                .as("of a line of the SM's cache that has come")
                .isEqualTo(2_060);
        assertThat(caches.readParameter(warp, NEXT_SHARED_LINE, 3_000)).isEqualTo(3_260);
    }

    @Test
    void anotherGridFindsNothing() {
        caches.readParameter(block(true).warp(0), 0, 1_000);
        assertThat(caches.readParameter(block(true).warp(0), 0, 2_000)).isEqualTo(2_060);
    }

    @Test
    void laterBlocksOfAGridFindWhatEarlierOnesHaveRead() {
        Block block = block(true);
        caches.readParameter(block.warp(0), 0, 1_000);
        for (int others = 0; others < 3; others++) {
            caches.readParameter(block(true).warp(0), 0, 2_000 + 1_000 * others);
        }
        assertThat(caches.readParameter(block.warp(0), 0, 9_000)).isEqualTo(9_000);
    }

    @Test
    void withoutACacheReadsTakeNoTime() {
        ConstantCaches none = new ConstantCaches(new ConstantSpec(0, 0, 0, 0, 0, 0), 4);
        assertThat(none.readParameter(block(false).warp(0), 0, 1_000)).isEqualTo(1_000);
    }
}
