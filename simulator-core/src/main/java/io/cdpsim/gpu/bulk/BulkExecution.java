package io.cdpsim.gpu.bulk;

import io.cdpsim.gpu.bulk.LoopTiming.Source;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;

/**
 * Runs bulk instructions: a number of iterations at a time, each as long as it takes beside the other warps of the SM, and no shorter
 * than the issue slots that it needs.
 *
 * <p>How long a loop waits for its loads from global memory depends on the cache level that holds the data: blocks may have read it
 * before the loop, and earlier blocks may have fetched it.
 */
public final class BulkExecution {
    /** A bulk instruction takes its issue slots in this many parts, so that other warps issue in between, and looks up the resident warps for each part. */
    private static final int TURNS = 48;

    /** Iterations in a cycle that a block is taken to do, at least, behind older ones that leave nothing. */
    private static final double LEAST_RATE = 1e-9;

    /** A loop, and the number of warps that run it concurrently. */
    private record Beside(BulkMix mix, int warpsOfScheduler, int warpsPerBlock) {}

    private final LoopTiming loops;
    private final BulkLoadMisses l1;
    private final BulkL2Misses.Near l2;

    /** @param partition the partition of the L2 that the SM is close to */
    public BulkExecution(LoopTiming loops, BulkLoadMisses l1, BulkL2Misses l2, int partition) {
        this.loops = loops;
        this.l1 = l1;
        this.l2 = l2.near(partition);
    }

    /**
     * Runs a part of the iterations. After the last part, the warp {@link BulkProgress#isDone() is done}. All warps of the scheduler take turns.
     *
     * @param scheduler the warp's scheduler
     * @return cycle at which this part ends
     */
    public long advance(BulkProgress warp, WarpScheduler scheduler, Instruction in, int lanes, long now) {
        return advance(warp, scheduler, 0, Math.max(1, scheduler.warpsOutsideCalls()), in, lanes, now);
    }

    /**
     * The same where warps of older blocks issue first. What these leave of the scheduler is the number of iterations in a cycle that they do together
     * with the warp's block, less what they do alone.
     *
     * @param older warps of older blocks on the scheduler
     * @param own warps of its block there, at least 1
     * @return cycle at which this part ends
     */
    public long advance(
            BulkProgress warp, WarpScheduler scheduler, int older, int own, Instruction in, int lanes, long now) {
        BulkMix mix = ((Modifiers.Bulk) in.modifiers()).mix();
        int lane = Integer.numberOfTrailingZeros(lanes);
        double all = lanes == 0 ? 0 : warp.state().value(in.a(), lane);
        double left = warp.remainingIterations(all);
        double part = all / TURNS;
        long ahead = 0;
        Share share = new Share(mix, warp.warpsPerBlock(), older, own);
        if (older > 0 && part > 0) {
            // As long as the warps before need for their part, after which there may be fewer of them.
            ahead = Math.max(1, Math.round(part * share.cyclesAlone()));
            part = Math.min(part, ahead / share.cycles());
        }
        double iterations = Math.min(left, part);
        // A rounding remainder after the last part is no part of its own.
        if (left - iterations < iterations / 2) {
            iterations = left;
        }
        long end = now;
        if (iterations > 0) {
            Beside beside = new Beside(mix, older + own, warp.warpsPerBlock());
            double cycles =
                    share.stretch() * cycles(beside, warp.state().value(in.b(), lane), all - left, iterations, now);
            long issued = scheduler.issueBulk(now, mix, iterations);
            end = Math.max(now + Math.round(cycles), issued);
        }
        warp.done(iterations);
        return iterations < left ? Math.max(end, now + ahead) : end;
    }

    /** What a warp has of its scheduler. */
    private final class Share {
        private final double alone;
        private final double together;
        private final double cycles;

        Share(BulkMix mix, int warpsPerBlock, int older, int own) {
            together = each(new Beside(mix, older + own, warpsPerBlock), Source.L2);
            alone = older == 0 ? together : each(new Beside(mix, own, warpsPerBlock), Source.L2);
            double ofOlder = older == 0 ? 0 : older / each(new Beside(mix, older, warpsPerBlock), Source.L2);
            cycles = own / Math.max(LEAST_RATE, (older + own) / together - ofOlder);
        }

        /** Cycles of an iteration without older warps. */
        double cyclesAlone() {
            return alone;
        }

        /** Cycles of an iteration behind the older ones. */
        double cycles() {
            return cycles;
        }

        /** How many times as long an iteration takes as if all took turns. */
        double stretch() {
            return cycles / together;
        }
    }

    private double cycles(Beside beside, long stream, double done, double iterations, long now) {
        double bytes = beside.mix().loadBytes(beside.warpsPerBlock());
        double fromL2 = iterations * each(beside, Source.L2);
        if (bytes == 0) {
            return fromL2;
        }
        long from = stream + Math.round(done * bytes);
        long to = stream + Math.round((done + iterations) * bytes);
        long until = now + Math.round(fromL2);
        double notInL1 = l1.bytesMissing(from, to, now, until) / bytes;
        BulkL2Misses.Missing missing = notInL1 == 0 ? BulkL2Misses.Missing.NONE : l2.missing(from, to, now, until);
        double ofL1 = notInL1 == iterations ? 0 : (iterations - notInL1) * difference(beside, Source.L1);
        return fromL2
                + ofL1
                + more(missing.bytesOfDram() / bytes, beside, Source.DRAM)
                + more(missing.bytesFromAfar() / bytes, beside, Source.FAR_L2);
    }

    private double more(double iterations, Beside beside, Source source) {
        return iterations == 0 ? 0 : iterations * difference(beside, source);
    }

    /** How much longer an iteration takes than one whose loads all hit the L2. */
    private double difference(Beside beside, Source source) {
        return each(beside, source) - each(beside, Source.L2);
    }

    private double each(Beside beside, Source source) {
        return loops.cyclesPerIteration(beside.mix(), beside.warpsOfScheduler(), beside.warpsPerBlock(), source);
    }
}
