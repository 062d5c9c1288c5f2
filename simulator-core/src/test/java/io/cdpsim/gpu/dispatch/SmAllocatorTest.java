package io.cdpsim.gpu.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmAllocatorTest {
    private final SmSpec spec = Profiles.load("h200", List.of("sm.count=3")).sm();
    private final SmAllocator sms = new SmAllocator(spec);
    private final FreeSmResources.Need half =
            new FreeSmResources.Need(spec.maxWarps() / 2, spec.maxThreads() / 2, 0, 0);
    private final FreeSmResources.Need small = new FreeSmResources.Need(1, 32, 0, 0);

    private int place(FreeSmResources.Need need) {
        int sm = sms.find(need);
        if (sm >= 0) {
            sms.take(sm, need);
        }
        return sm;
    }

    @Test
    void blocksAreDealtOutRoundRobin() {
        for (int block = 0; block < 9; block++) {
            assertThat(place(small)).isEqualTo(block % 3);
        }
    }

    @Test
    void anSmWithoutFreeResourcesIsSkipped() {
        sms.take(1, half);
        sms.take(1, half);

        assertThat(place(small)).isZero();
        assertThat(place(small)).isEqualTo(2);
        assertThat(place(small)).isZero();
    }

    @Test
    void aBlockWaitsForFreeResourcesOfAnSm() {
        for (int block = 0; block < 6; block++) {
            assertThat(place(half)).isEqualTo(block % 3);
        }
        assertThat(place(small)).isNegative();

        sms.giveBack(2, half);
        assertThat(place(small)).isEqualTo(2);
    }

    @Test
    void anSmHoldsNoMoreBlocksThanItsLimitHoweverSmallTheyAre() {
        for (int block = 0; block < 3 * spec.maxBlocks(); block++) {
            assertThat(place(small)).isEqualTo(block % 3);
        }
        assertThat(place(new FreeSmResources.Need(0, 0, 0, 0))).isNegative();
    }
}
