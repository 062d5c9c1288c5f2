package io.cdpsim.gpu.issue;

import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.profile.GpuProfile;

/**
 * One of the warp schedulers of an SM: its issue slots, its pipes and its queue to the load-store unit.
 *
 * <p>Warps inside a call of the device runtime execute its code, and so take slots from the others (rule CONC-4).
 */
public final class WarpScheduler {
    private final PipeTiming timing;
    private final IssueSlots slots;
    private final ServiceQueue[] pipes;
    private final LoadStoreQueue memory;
    private final long serviceTakenByACall;
    private long turns;
    private int warps;
    private int warpsInCalls;

    private WarpScheduler(GpuProfile profile, PipeTiming timing, ServiceQueue shufflePipe) {
        this.timing = timing;
        slots = new IssueSlots(profile.sm().issuesPerScheduler());
        memory = new LoadStoreQueue(profile.l1());
        serviceTakenByACall = ServiceQueue.fractions(1.0 / (profile.deviceApi().callIssueIntervalCycles() - 1));
        Pipe[] kinds = Pipe.values();
        pipes = new ServiceQueue[kinds.length];
        for (int p = 0; p < pipes.length; p++) {
            pipes[p] = kinds[p] == Pipe.SHUFFLE ? shufflePipe : new ServiceQueue();
        }
    }

    /** The schedulers of one SM, which share the pipe for shuffles. */
    public static WarpScheduler[] ofSm(GpuProfile profile, PipeTiming timing) {
        ServiceQueue shufflePipe = new ServiceQueue();
        WarpScheduler[] schedulers = new WarpScheduler[profile.sm().schedulers()];
        for (int s = 0; s < schedulers.length; s++) {
            schedulers[s] = new WarpScheduler(profile, timing, shufflePipe);
        }
        return schedulers;
    }

    /** Warps that it has to issue for. */
    public int warps() {
        return warps;
    }

    /** Those of them that execute their kernel's code and not that of a call. */
    public int warpsOutsideCalls() {
        return warps - warpsInCalls;
    }

    /** It issues for one more warp. */
    public void addWarp() {
        warps++;
    }

    /** One of its warps has ended or is taken off the SM. */
    public void removeWarp() {
        warps--;
    }

    /** One of its warps executes a call of the device runtime. */
    public void callBegins() {
        warpsInCalls++;
    }

    /** The warp goes on with its kernel's code. */
    public void callEnds() {
        warpsInCalls--;
    }

    /** The number of the next turn that one of its warps takes, from 0. */
    public long nextTurn() {
        return turns++;
    }

    /** Its queue to the load-store unit. */
    public LoadStoreQueue memory() {
        return memory;
    }

    /**
     * Issues an instruction of a warp that is ready now.
     *
     * @return the cycle in which the scheduler and the pipe take it
     */
    @SuppressWarnings("EnumOrdinal") // an index, for speed
    public long issue(int warpNumber, Instruction in, long now) {
        Opcode opcode = in.opcode();
        long slot = slots.issue(warpNumber, now, timing.beyondSlot(in), takenByCalls());
        long start = pipes[opcode.pipe().ordinal()].serve(slot, timing.occupancy(in));
        slots.waitedUntil(warpNumber, start);
        return start;
    }

    /** Takes the issue slots for iterations of a loop in a bulk instruction. @return the cycle at which all is issued */
    public long issueBulk(long now, BulkMix mix, double iterations) {
        slots.takeFor(now, iterations * mix.issueSlots(), iterations * timing.beyondSlots(mix), takenByCalls());
        return slots.bulkIssuedAt();
    }

    /** Rule CONC-4. */
    private long takenByCalls() {
        return warpsInCalls * serviceTakenByACall;
    }

    /** The earliest cycle of the next instruction of a warp that has issued one. */
    public long afterIssue(long start) {
        return start + (slots.pairs() ? 0 : 1);
    }
}
