package io.cdpsim.gpu.issue;

import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.profile.GpuProfile;

/**
 * One of the warp schedulers of an SM: its issue slots, its pipes and its load-store queue.
 *
 * <p>Warps in a call of the device runtime execute the runtime's code and so take issue slots from the others (rule CONC-4).
 */
public final class WarpScheduler {
    private final int index;
    private final PipeTiming timing;
    private final IssueSlots slots;
    private final ServiceQueue[] pipes;
    private final LoadStoreQueue memory;
    private final long callIssueShare;
    private long turns;
    private int warps;
    private int warpsInCalls;

    private WarpScheduler(int index, GpuProfile profile, PipeTiming timing, ServiceQueue shufflePipe) {
        this.index = index;
        this.timing = timing;
        slots = new IssueSlots(profile.sm().issuesPerScheduler());
        memory = new LoadStoreQueue(profile.l1());
        callIssueShare = ServiceQueue.fractions(1.0 / (profile.deviceApi().callIssueIntervalCycles() - 1));
        Pipe[] kinds = Pipe.values();
        pipes = new ServiceQueue[kinds.length];
        for (int p = 0; p < pipes.length; p++) {
            pipes[p] = kinds[p] == Pipe.SHUFFLE ? shufflePipe : new ServiceQueue();
        }
    }

    /** The schedulers of one SM, which share the shuffle pipe. */
    public static WarpScheduler[] ofSm(GpuProfile profile, PipeTiming timing) {
        ServiceQueue shufflePipe = new ServiceQueue();
        WarpScheduler[] schedulers = new WarpScheduler[profile.sm().schedulers()];
        for (int s = 0; s < schedulers.length; s++) {
            schedulers[s] = new WarpScheduler(s, profile, timing, shufflePipe);
        }
        return schedulers;
    }

    /** The times of its pipes. */
    public PipeTiming timing() {
        return timing;
    }

    /** Its number on the SM, from 0. */
    public int index() {
        return index;
    }

    /** Resident warps of the scheduler. */
    public int warps() {
        return warps;
    }

    /** Resident warps that execute their kernel's code, not a runtime call. */
    public int warpsOutsideCalls() {
        return warps - warpsInCalls;
    }

    /** Adds a warp. */
    public void addWarp() {
        warps++;
    }

    /** Removes a warp that has ended or is swapped out. */
    public void removeWarp() {
        warps--;
    }

    /** A warp enters a call of the device runtime. */
    public void callStarts() {
        warpsInCalls++;
    }

    /** A warp returns from a call of the device runtime. */
    public void callEnds() {
        warpsInCalls--;
    }

    /** The next turn number for a warp, from 0. */
    public long nextTurn() {
        return turns++;
    }

    /** The load-store queue. */
    public LoadStoreQueue memory() {
        return memory;
    }

    /**
     * Issues an instruction of a warp that is ready now.
     *
     * @return the issue cycle: both the scheduler and the pipe are free
     */
    @SuppressWarnings("EnumOrdinal") // an index, for speed
    public long issue(int warpNumber, Instruction in, long now) {
        Opcode opcode = in.opcode();
        long slot = slots.issue(warpNumber, now, timing.beyondSlot(in), callIssueShare());
        long start = pipes[opcode.pipe().ordinal()].serve(slot, timing.occupancy(in));
        slots.waitedUntil(warpNumber, start);
        return start;
    }

    /** Lanes take a branch that has issued in a cycle: the next branch comes later. */
    @SuppressWarnings("EnumOrdinal") // an index, for speed
    public void branchTaken(long cycle) {
        if (timing.takenBeyond() > 0) {
            pipes[Pipe.CONTROL.ordinal()].serve(cycle, timing.takenBeyond());
        }
        if (timing.takenIssue() > 0) {
            slots.delay(cycle, timing.takenIssue());
        }
    }

    /** The earliest cycle, from now on, of a free issue slot. */
    public long freeAt(long now) {
        return slots.freeAt(now);
    }

    /** The earliest cycle, from now on, at which an issue slot is free, and a pipe. */
    @SuppressWarnings("EnumOrdinal") // an index, for speed
    public long freeFor(Pipe pipe, long now) {
        return pipes[pipe.ordinal()].startsAt(slots.freeAt(now));
    }

    /** Reserves the issue slots for iterations of a loop in a bulk instruction. @return the cycle by which all have issued */
    public long issueBulk(long now, BulkMix mix, double iterations) {
        slots.takeFor(now, iterations * mix.issueSlots(), iterations * timing.beyondSlots(mix), callIssueShare());
        return slots.bulkIssuedAt();
    }

    /** Rule CONC-4. */
    private long callIssueShare() {
        return warpsInCalls * callIssueShare;
    }

    /** The earliest cycle of a warp's next issue. */
    public long afterIssue(long start) {
        return start + (slots.pairs() ? 0 : 1);
    }
}
