package io.cdpsim.gpu.bulk;

import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.gpu.issue.Scoreboard;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.gpu.queue.ReadyQueue;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.profile.GpuProfile;

/** The instructions of a loop on an SM that runs nothing else, issued as an SM does, without values. */
final class LoopSimulation {
    private final PipeTiming timing;
    private final UnrolledLoop steps;
    private final LoopMemoryTiming memory;
    private final int barrierCycles;
    private final int warpsPerBlock;
    private final WarpScheduler[] schedulers;
    private final Scoreboard[] scoreboards;
    private final Integer[] numbers;
    private final ReadyQueue<Integer> agenda = new ReadyQueue<>();
    private final long[] next;
    // Of warps that may issue in one cycle, the one scheduled earliest issues first, as events of one time do.
    private final long[] turn;
    private long turns;
    private final int[] at;
    private final int[] iteration;
    private final int[] arrived;

    /**
     * @param profile the GPU
     * @param timing its pipes
     * @param mix the loop
     * @param warpsPerScheduler warps that run the loop on each scheduler
     * @param warpsPerBlock warps of a block, for which a barrier waits
     * @param fetchCycles least wait of the first warp that loads a sector
     */
    LoopSimulation(
            GpuProfile profile,
            PipeTiming timing,
            BulkMix mix,
            int warpsPerScheduler,
            int warpsPerBlock,
            int fetchCycles) {
        this.timing = timing;
        barrierCycles = profile.synchronization().barrierLatencyCycles();
        schedulers = WarpScheduler.ofSm(profile, timing);
        int warps = warpsPerScheduler * schedulers.length;
        this.warpsPerBlock = Math.max(1, Math.min(warpsPerBlock, warps));
        steps = new UnrolledLoop(mix, this.warpsPerBlock);
        memory = new LoopMemoryTiming(profile, fetchCycles);
        scoreboards = new Scoreboard[warps];
        numbers = new Integer[warps];
        for (int w = 0; w < warps; w++) {
            scoreboards[w] = new Scoreboard(timing);
            scoreboards[w].clear(steps.registers(), steps.predicates());
            numbers[w] = w;
        }
        next = new long[warps];
        turn = new long[warps];
        at = new int[warps];
        iteration = new int[warps];
        arrived = new int[(warps + this.warpsPerBlock - 1) / this.warpsPerBlock];
    }

    /** Runs until all warps have completed a number of iterations in total. @return the completion cycle, averaged over the warps */
    double runTo(int iterations) {
        for (int w = 0; w < next.length; w++) {
            comes(w, iterations);
        }
        while (!agenda.isEmpty()) {
            int warp = agenda.next();
            long now = next[warp];
            agenda.remove();
            // Instructions that can issue in the same cycle issue at once, as in Sm.
            do {
                step(warp, iterations);
            } while (next[warp] == now && iteration[warp] < iterations);
            comes(warp, iterations);
        }
        // Not earlier: a warp whose last instruction is a barrier does not know its next cycle yet.
        double sum = 0;
        for (long end : next) {
            sum += end;
        }
        return sum / next.length;
    }

    /** Schedules a warp's next issue, unless it has completed its iterations or waits for others. */
    private void comes(int warp, int iterations) {
        if (iteration[warp] < iterations && next[warp] != Long.MAX_VALUE) {
            agenda.add(next[warp], turn[warp], numbers[warp]);
        }
    }

    private void issueFrom(int warp, long time) {
        next[warp] = time;
        turn[warp] = ++turns;
    }

    private void step(int warp, int iterations) {
        BulkMix.Step step = steps.step(at[warp]);
        Instruction in = step.instruction();
        WarpScheduler scheduler = schedulers[warp % schedulers.length];
        long start = scheduler.issue(warp, in, next[warp]);
        long after = scheduler.afterIssue(start);
        scoreboards[warp].issues(in, start);
        long ready = start + timing.latency(in.opcode());
        if (in.opcode() == Opcode.LOAD || in.opcode() == Opcode.STORE) {
            ready = memory.access(step, steps.position(iteration[warp], at[warp], warp), start);
        } else if (in.opcode() == Opcode.BRANCH) {
            after = step.loopsBack() ? ready : start + 1;
        }
        scoreboards[warp].resultsReadyAt(in, 0, 0, ready);
        advance(warp);
        if (in.opcode() == Opcode.BARRIER) {
            arrive(warp, start, iterations);
        } else {
            issueFrom(warp, Math.max(after, operandsReady(warp)));
        }
    }

    private void advance(int warp) {
        if (++at[warp] == steps.count()) {
            at[warp] = 0;
            iteration[warp]++;
        }
    }

    private long operandsReady(int warp) {
        return scoreboards[warp].operandsReady(steps.step(at[warp]).instruction(), 0, 0);
    }

    private void arrive(int warp, long start, int iterations) {
        int block = warp / warpsPerBlock;
        int first = block * warpsPerBlock;
        int end = Math.min(next.length, first + warpsPerBlock);
        next[warp] = Long.MAX_VALUE;
        if (++arrived[block] == end - first) {
            arrived[block] = 0;
            long open = start + barrierCycles;
            for (int w = first; w < end; w++) {
                issueFrom(w, Math.max(open, operandsReady(w)));
                if (w != warp) {
                    comes(w, iterations);
                }
            }
        }
    }
}
