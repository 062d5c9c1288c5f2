package io.cdpsim.gpu.bulk;

import io.cdpsim.gpu.memory.SectorCache;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.gpu.sm.PipeTiming;
import io.cdpsim.gpu.sm.Scoreboard;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.WarpScheduler;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.BulkMix.Spread;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.List;

/**
 * The instructions of a loop on an SM that runs nothing else: {@link Sm} without values.
 *
 * <p>Loads from global memory go through memory once, from its begin on, all warps together: the first that comes to a sector
 * fetches it, for the others it is in the nearest cache from then on.
 */
final class LoopSample {
    private static final int SHARED_PORT_BYTES = 128;

    private final GpuProfile profile;
    private final PipeTiming timing;
    private final BulkMix.Step[] steps;
    private final int fetchCycles;
    private final int hitCycles;
    private final SectorCache fetched;
    private final int warpsPerBlock;
    private final WarpScheduler[] schedulers;
    private final ServiceQueue loadPort = new ServiceQueue();
    private final ServiceQueue sharedPort = new ServiceQueue();
    private final Scoreboard[] scoreboards;
    private final long[] next;
    // Of warps that may issue in one cycle the one goes first that has known it for longest, as events of one time do.
    private final long[] turn;
    private long turns;
    private final int[] at;
    private final int[] iteration;
    private final int[] arrived;
    private final long[] offsetInIteration;
    private final long bytesPerIteration;

    /**
     * @param profile the GPU
     * @param timing its pipes
     * @param mix the loop
     * @param warpsPerScheduler warps that run it on each scheduler
     * @param warpsPerBlock warps that a barrier waits for
     * @param fetchCycles how long the first warp that loads a sector waits for it, at least
     */
    LoopSample(
            GpuProfile profile,
            PipeTiming timing,
            BulkMix mix,
            int warpsPerScheduler,
            int warpsPerBlock,
            int fetchCycles) {
        this.profile = profile;
        this.fetchCycles = fetchCycles;
        boolean cached = profile.l1().cachesGlobalLoads();
        hitCycles = cached ? profile.l1().latencyCycles() : profile.l2().latencyCycles();
        fetched = new SectorCache(
                profile.l1().bytes(), profile.l1().lineBytes(), profile.l1().ways());
        this.timing = timing;
        steps = unrolled(mix);
        schedulers = WarpScheduler.ofSm(profile, timing);
        int warps = warpsPerScheduler * schedulers.length;
        this.warpsPerBlock = Math.max(1, Math.min(warpsPerBlock, warps));
        scoreboards = new Scoreboard[warps];
        for (int w = 0; w < warps; w++) {
            scoreboards[w] = new Scoreboard();
            scoreboards[w].clear(registers(steps), predicates(steps));
        }
        next = new long[warps];
        turn = new long[warps];
        at = new int[warps];
        iteration = new int[warps];
        arrived = new int[(warps + this.warpsPerBlock - 1) / this.warpsPerBlock];
        offsetInIteration = new long[steps.length];
        long bytes = 0;
        for (int i = 0; i < steps.length; i++) {
            offsetInIteration[i] = bytes;
            bytes += steps[i].blockLoadBytes(this.warpsPerBlock);
        }
        bytesPerIteration = bytes;
    }

    private static BulkMix.Step[] unrolled(BulkMix mix) {
        List<BulkMix.Step> steps = new ArrayList<>();
        for (BulkMix.Part part : mix.parts()) {
            for (int pass = 0; pass < part.passes(); pass++) {
                steps.addAll(part.steps());
            }
        }
        return steps.toArray(new BulkMix.Step[0]);
    }

    private static int registers(BulkMix.Step[] steps) {
        int count = 0;
        for (BulkMix.Step step : steps) {
            for (int register : step.instruction().registerReads()) {
                count = Math.max(count, register + 1);
            }
        }
        return count;
    }

    private static int predicates(BulkMix.Step[] steps) {
        int count = 0;
        for (BulkMix.Step step : steps) {
            for (int predicate : step.instruction().predicateReads()) {
                count = Math.max(count, predicate + 1);
            }
            if (step.instruction().opcode().writesPredicate()) {
                count = Math.max(count, step.instruction().destination() + 1);
            }
        }
        return count;
    }

    /** Runs until all warps have done a number of iterations in all. @return the cycle by which they had, averaged over the warps */
    double runTo(int iterations) {
        double sum = 0;
        while (true) {
            int warp = -1;
            for (int w = 0; w < next.length; w++) {
                if (iteration[w] < iterations && (warp < 0 || isBefore(w, warp))) {
                    warp = w;
                }
            }
            if (warp < 0) {
                return sum / next.length;
            }
            long now = next[warp];
            // What can go in the same cycle goes at once, as in Sm.
            do {
                step(warp);
            } while (next[warp] == now && iteration[warp] < iterations);
            if (iteration[warp] == iterations) {
                sum += next[warp];
            }
        }
    }

    private boolean isBefore(int warp, int other) {
        return next[warp] < next[other] || (next[warp] == next[other] && turn[warp] < turn[other]);
    }

    private void issueFrom(int warp, long time) {
        next[warp] = time;
        turn[warp] = ++turns;
    }

    private void step(int warp) {
        BulkMix.Step step = steps[at[warp]];
        Instruction in = step.instruction();
        WarpScheduler scheduler = schedulers[warp % schedulers.length];
        long start = scheduler.issue(warp, in.opcode(), next[warp]);
        long after = scheduler.afterIssue(start);
        long ready = start + timing.latency(in.opcode());
        if (in.opcode() == Opcode.LOAD || in.opcode() == Opcode.STORE) {
            ready = access(warp, step, start);
        } else if (in.opcode() == Opcode.BRANCH) {
            after = step.loopsBack() ? ready : start + 1;
        }
        scoreboards[warp].resultsReadyAt(in, 0, 0, ready);
        advance(warp);
        if (in.opcode() == Opcode.BARRIER) {
            arrive(warp, start);
        } else {
            issueFrom(warp, Math.max(after, operandsReady(warp)));
        }
    }

    private void advance(int warp) {
        if (++at[warp] == steps.length) {
            at[warp] = 0;
            iteration[warp]++;
        }
    }

    private long operandsReady(int warp) {
        return scoreboards[warp].operandsReady(steps[at[warp]].instruction(), 0, 0);
    }

    private void arrive(int warp, long start) {
        int block = warp / warpsPerBlock;
        int first = block * warpsPerBlock;
        int end = Math.min(next.length, first + warpsPerBlock);
        next[warp] = Long.MAX_VALUE;
        if (++arrived[block] == end - first) {
            arrived[block] = 0;
            long open = start + profile.synchronization().barrierLatencyCycles();
            for (int w = first; w < end; w++) {
                issueFrom(w, Math.max(open, operandsReady(w)));
            }
        }
    }

    private long access(int warp, BulkMix.Step step, long time) {
        Detail.Access access = (Detail.Access) step.instruction().detail();
        long bytes = step.warpBytes();
        if (access.space() == StateSpace.SHARED) {
            long wavefronts = Math.max(1, bytes / SHARED_PORT_BYTES);
            return sharedPort.serve(time, ServiceQueue.fractions((double) wavefronts))
                    + wavefronts
                    - 1
                    + profile.shared().latencyCycles();
        }
        if (access.space() == StateSpace.LOCAL) {
            return loadPort.serve(time, ServiceQueue.fractions(1))
                    + profile.l1().latencyCycles();
        }
        int lineBytes = profile.l2().lineBytes();
        long lines = Math.max(1, bytes / lineBytes);
        long cycles = Math.max(
                lines, (long) Lanes.COUNT * access.bytes() / profile.l1().bytesPerCycle());
        long start = loadPort.serve(time, ServiceQueue.fractions((double) cycles));
        if (step.instruction().opcode() == Opcode.STORE) {
            return start + lines - 1 + profile.l2().latencyCycles();
        }
        long position = iteration[warp] * bytesPerIteration
                + offsetInIteration[at[warp]]
                + (step.spread() == Spread.BY_THREAD ? bytes * (warp % warpsPerBlock) : 0);
        return globalLoad(position, position + bytes, start);
    }

    private long globalLoad(long from, long to, long start) {
        int lineBytes = profile.l2().lineBytes();
        int sectorBytes = profile.l2().sectorBytes();
        long ready = start;
        long at = start;
        for (long line = from / lineBytes; line * lineBytes < to; line++) {
            int sectors = 0;
            for (long sector = Math.max(from, line * lineBytes) / sectorBytes;
                    sector * sectorBytes < Math.min(to, (line + 1) * lineBytes);
                    sector++) {
                sectors |= 1 << (int) (sector - line * (lineBytes / sectorBytes));
            }
            int entry = fetched.find(line);
            int missing = entry < 0 ? sectors : sectors & ~fetched.sectors(entry);
            if (missing != 0) {
                entry = entry < 0 ? fetched.allocate(line) : entry;
                fetched.fill(entry, missing, at + fetchCycles);
            }
            ready = Math.max(ready, Math.max(at + hitCycles, fetched.arrival(entry)));
            at++;
        }
        return ready;
    }
}
