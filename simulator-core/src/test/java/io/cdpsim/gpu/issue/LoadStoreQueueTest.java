package io.cdpsim.gpu.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.L1Spec;
import io.cdpsim.profile.read.Profiles;
import org.junit.jupiter.api.Test;

class LoadStoreQueueTest {
    private final L1Spec l1 = Profiles.load("h200").l1();
    private final LoadStoreQueue queue = new LoadStoreQueue(l1);

    @Test
    void aWarpContinuesAtOnceWhileTheQueueHasFreeEntries() {
        for (int i = 0; i < l1.queuedInstructions(); i++) {
            queue.enter(10 + i, 1_000 + i);
            assertThat(queue.continuesAtCycle()).isEqualTo(10 + i);
        }
    }

    @Test
    void aWarpThatFindsTheQueueFullContinuesWhenTheUnitAcceptsTheOldestInstruction() {
        for (int i = 0; i < l1.queuedInstructions(); i++) {
            queue.enter(10, 1_000 + i);
        }
        queue.enter(11, 2_000);
        assertThat(queue.continuesAtCycle()).isEqualTo(1_000);
        queue.enter(12, 2_001);
        assertThat(queue.continuesAtCycle()).isEqualTo(1_001);
    }

    @Test
    void theWarpOfAReplayedAtomicContinuesAfterTheAnswer() {
        queue.enter(10, 20);
        queue.replay(10, 300);
        assertThat(queue.continuesAtCycle()).isEqualTo(310);
    }

    @Test
    void oneMoreReplayThanMayBeOnTheirWayWaitsForTheFirst() {
        for (int i = 0; i < l1.replayedAtomics(); i++) {
            queue.enter(10, 20);
            queue.replay(10, 300);
        }
        queue.enter(10, 20);
        queue.replay(10, 300);
        assertThat(queue.continuesAtCycle()).isEqualTo(310 + 300);
    }
}
