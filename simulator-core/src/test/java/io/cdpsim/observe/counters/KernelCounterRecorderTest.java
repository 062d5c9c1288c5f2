package io.cdpsim.observe.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.KernelCounted;
import io.cdpsim.observe.RunEvent.KernelCounted.Counts;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunEvent.WarpTime;
import org.junit.jupiter.api.Test;

class KernelCounterRecorderTest {
    /**
     * Blocks of 2 warps on SM 0 from 100 to 300 and from 200 to 400, on SM 1 from 100 to 200: 400 cycles of an SM with a block, 1,000 cycles of
     * warps, so 2.5 warps on average.
     */
    @Test
    void occupancyIsThatOfSmsThatHoldABlock() {
        KernelCounterRecorder recorder = new KernelCounterRecorder();
        recorder.happened(new GridEvent.Posted(0, 0, 1, 0, "k", LaunchKind.HOST, 0, 0, 3, 33));
        recorder.happened(new BlockEvent.Placed(100, 0, 1, 0, 0));
        recorder.happened(new BlockEvent.Placed(100, 0, 1, 1, 1));
        recorder.happened(new BlockEvent.Placed(200, 0, 1, 2, 0));
        recorder.happened(new BlockEvent.Ended(200, 0, 1, 1, 1));
        recorder.happened(new WarpTime(250, 0, 1, 0, 0, WarpTime.Moment.CALLS, 0, 50, 0));
        recorder.happened(new BlockEvent.Ended(300, 0, 1, 0, 0));
        recorder.happened(new BlockEvent.Ended(400, 0, 1, 2, 0));
        recorder.happened(new KernelCounted(400, 0, "k", new Counts(40, 800, 16, 4, 20, 15, 64, 0)));
        recorder.happened(new GridEvent.BodyEnded(400, 0, 1));

        KernelProfile profile = recorder.byKernel().get("k");
        assertThat(profile.smActiveCycles()).isEqualTo(400);
        assertThat(profile.occupancyPercent(10)).isCloseTo(25, within(1e-9));
        assertThat(profile.instructionsPerCycle()).isCloseTo(0.1, within(1e-9));
        assertThat(profile.threadsPerInstruction()).isCloseTo(20, within(1e-9));
        assertThat(profile.callPercent()).isCloseTo(5, within(1e-9));
        assertThat(profile.l1HitPercent()).isCloseTo(25, within(1e-9));
        assertThat(profile.l2HitPercent()).isCloseTo(75, within(1e-9));
    }
}
