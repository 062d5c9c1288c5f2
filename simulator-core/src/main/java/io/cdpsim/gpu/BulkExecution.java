package io.cdpsim.gpu;

import io.cdpsim.kernel.BulkMix;
import io.cdpsim.kernel.Detail;
import io.cdpsim.kernel.Instruction;
import io.cdpsim.kernel.Pipe;
import io.cdpsim.profile.GpuProfile;
import java.util.Map;

/**
 * Runs bulk instructions: a number of iterations at a time, each of which takes its share of the issue slots and pipes, but no less than
 * its chain of dependent instructions lasts.
 */
final class BulkExecution {
    /** A bulk instruction takes its resources in this many turns, so that warps beside it get theirs. */
    private static final int TURNS = 48;

    private final GpuProfile profile;
    private final PipeTiming timing;
    private final ServiceQueue[] issue;
    private final ServiceQueue[][] pipes;
    private final LoadStoreUnit loadStore;

    BulkExecution(
            GpuProfile profile,
            PipeTiming timing,
            ServiceQueue[] issue,
            ServiceQueue[][] pipes,
            LoadStoreUnit loadStore) {
        this.profile = profile;
        this.timing = timing;
        this.issue = issue;
        this.pipes = pipes;
        this.loadStore = loadStore;
    }

    /** Runs a part of the iterations. Sets {@code warp.bulkLeft} to -1 once all are done. @return when this part is over */
    long advance(Warp warp, Instruction in, int lanes, long now) {
        BulkMix mix = ((Detail.Bulk) in.detail()).mix();
        int lane = Integer.numberOfTrailingZeros(lanes);
        double all = lanes == 0 ? 0 : warp.state().value(in.a(), lane);
        if (warp.bulkLeft < 0) {
            warp.bulkLeft = all;
        }
        double iterations = Math.min(warp.bulkLeft, Math.max(mix.unroll(), Math.ceil(all / TURNS)));
        warp.bulkLeft -= iterations;
        long end = iterations == 0 ? now : spend(warp, mix, iterations, now);
        if (warp.bulkLeft <= 0) {
            warp.bulkLeft = -1;
        }
        return end;
    }

    @SuppressWarnings("EnumOrdinal") // an index, for speed
    private long spend(Warp warp, BulkMix mix, double iterations, long now) {
        long end = now + Math.round(iterations * chainCycles(mix));
        ServiceQueue slots = issue[warp.scheduler];
        slots.serve(
                now,
                ServiceQueue.fractions(
                        iterations * mix.issueSlots() / profile.sm().issuesPerScheduler()));
        end = Math.max(end, slots.freeAtCycles());
        for (Map.Entry<Pipe, Double> use : mix.warpInstructions().entrySet()) {
            ServiceQueue pipe = pipes[warp.scheduler][use.getKey().ordinal()];
            pipe.serve(now, ServiceQueue.fractions(iterations * use.getValue() * timing.pipeCycles(use.getKey())));
            end = Math.max(end, pipe.freeAtCycles());
        }
        if (mix.sharedWavefronts() > 0) {
            end = Math.max(end, loadStore.holdSharedPort(iterations * mix.sharedWavefronts(), now));
        }
        return end;
    }

    /** Cycles for which one iteration keeps a warp waiting for its own results. */
    private double chainCycles(BulkMix mix) {
        double cycles = mix.dependentSharedLoads() * profile.shared().latencyCycles()
                + mix.dependentGlobalLoads() * profile.l1().latencyCycles();
        for (Map.Entry<Pipe, Double> step : mix.dependentPipeSteps().entrySet()) {
            cycles += step.getValue() * timing.pipeLatency(step.getKey());
        }
        return cycles / mix.unroll();
    }
}
