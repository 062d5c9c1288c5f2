package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.bulk.BulkProgress;
import io.cdpsim.gpu.progress.MbarrierWait;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.profile.read.RoundNumbers;
import org.junit.jupiter.api.Test;

class WarpTest {
    /** The next threads of a warp have nothing of those before. */
    @Test
    void itStartsAnew() {
        SmLab lab = new SmLab(RoundNumbers.profile());
        Block block = lab.block(new KernelBuilder("nothing").build(), 32);
        Warp warp = block.warp(0);
        warp.lastError(3, 7);
        warp.perThreadStream(4, 2);
        warp.mbarrierWait().suspend(false, 100, 0);
        BulkProgress bulk = warp.bulk();
        MbarrierWait wait = warp.mbarrierWait();
        assertThat(warp.isSuspended()).isTrue();

        warp.start(block, 0, warp.scheduler(), 0, 200);
        assertThat(warp.lastError(3)).isZero();
        assertThat(warp.perThreadStream(4)).isZero();
        assertThat(warp.isSuspended()).isFalse();
        assertThat(warp.mbarrierWait()).isNotSameAs(wait);
        assertThat(warp.bulk()).isNotSameAs(bulk).matches(BulkProgress::isDone);
    }
}
