package io.cdpsim.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cdpsim.profile.CompletionSpec.LargeBlocks;
import org.junit.jupiter.api.Test;

/** Blocks of 512 threads are large, 4 of them slow completions, 32 as much as more: half as slow again for each doubling in streams, by 0.6 otherwise. */
class LargeBlocksTest {
    private final LargeBlocks large = new LargeBlocks(512, 4, 32, 0.6, 0.5);

    @Test
    void fewOrSmallBlocksDelayNothing() {
        assertThat(large.delay(false, 511, 100, 1)).isZero();
        assertThat(large.delay(false, 512, 3, 1)).isZero();
        assertThat(large.delay(true, 512, 4, 1)).isZero();
        assertThat(LargeBlocks.NONE.delay(true, 1_024, 1_000, 32)).isZero();
    }

    @Test
    void fireAndForgetGridsOfManyLargeBlocksAreDelayedAlike() {
        assertThat(large.delay(false, 512, 4, 1)).isEqualTo(0.6);
        assertThat(large.delay(false, 1_024, 100, 1)).isEqualTo(0.6);
    }

    @Test
    void aBlockCountsTwiceIfItsGridsHaveSeveralWarps() {
        assertThat(large.delay(false, 512, 2, 1)).isZero();
        assertThat(large.delay(false, 512, 2, 2)).isEqualTo(0.6);
        assertThat(large.delay(false, 512, 1, 32)).isZero();
    }

    @Test
    void eachDoublingOfTheBlocksDelaysGridsOfStreamsFurther() {
        assertThat(large.delay(true, 512, 8, 1)).isCloseTo(0.5, offset(1e-9));
        assertThat(large.delay(true, 512, 8, 2)).isCloseTo(1, offset(1e-9));
        assertThat(large.delay(true, 512, 32, 1)).isCloseTo(1.5, offset(1e-9));
        assertThat(large.delay(true, 512, 500, 2)).isCloseTo(1.5, offset(1e-9));
    }
}
