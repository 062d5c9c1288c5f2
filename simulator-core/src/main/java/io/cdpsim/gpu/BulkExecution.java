package io.cdpsim.gpu;

import io.cdpsim.kernel.BulkMix;
import io.cdpsim.kernel.Detail;
import io.cdpsim.kernel.Instruction;

/**
 * Runs bulk instructions: a number of iterations at a time, each as long as it takes beside the other warps of the SM, and no shorter
 * than the issue slots that it needs.
 */
final class BulkExecution {
    /** A bulk instruction takes its issue slots in this many turns, so that warps beside it get theirs, and looks anew who they are. */
    private static final int TURNS = 48;

    private final LoopTiming loops;
    private final IssueSlots[] issue;

    BulkExecution(LoopTiming loops, IssueSlots[] issue) {
        this.loops = loops;
        this.issue = issue;
    }

    /**
     * Runs a part of the iterations. Sets {@code warp.bulkLeft} to -1 once all are done.
     *
     * @param warpsOfScheduler warps that share the warp's scheduler, itself among them
     * @return when this part is over
     */
    long advance(Warp warp, Instruction in, int lanes, long now, int warpsOfScheduler) {
        BulkMix mix = ((Detail.Bulk) in.detail()).mix();
        int lane = Integer.numberOfTrailingZeros(lanes);
        double all = lanes == 0 ? 0 : warp.state().value(in.a(), lane);
        if (warp.bulkLeft < 0) {
            warp.bulkLeft = all;
        }
        double iterations = Math.min(warp.bulkLeft, all / TURNS);
        // What is left after the last turn but for rounding is no turn of its own.
        if (warp.bulkLeft - iterations < iterations / 2) {
            iterations = warp.bulkLeft;
        }
        warp.bulkLeft -= iterations;
        long end = iterations == 0 ? now : spend(warp, mix, iterations, now, warpsOfScheduler);
        if (warp.bulkLeft <= 0) {
            warp.bulkLeft = -1;
        }
        return end;
    }

    private long spend(Warp warp, BulkMix mix, double iterations, long now, int warpsOfScheduler) {
        double each = loops.cyclesPerIteration(
                mix, warpsOfScheduler, warp.block().grid().shape().warpsPerBlock());
        issue[warp.scheduler].takeFor(now, iterations * mix.issueSlots());
        return Math.max(now + Math.round(iterations * each), issue[warp.scheduler].freeAtCycles());
    }
}
