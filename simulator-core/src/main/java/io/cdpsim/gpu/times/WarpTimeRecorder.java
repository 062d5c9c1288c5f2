package io.cdpsim.gpu.times;

import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.WarpTime.Moment;

/** Accounts for the time of a device's warps, and reports it where they reach an instruction that others can notice. */
public final class WarpTimeRecorder {
    private final DeviceEvents events;
    private final PipeTiming timing;

    /** @param timing pipe latencies: waits beyond these were not computing */
    public WarpTimeRecorder(DeviceEvents events, PipeTiming timing) {
        this.events = events;
        this.timing = timing;
    }

    /** A warp reaches an instruction. */
    public void reaches(WarpTimeBreakdown account, Instruction in, long now) {
        if (account.wait != WarpTimeBreakdown.Wait.NOTHING || now > account.at) {
            goesOn(account, in, now);
        }
        switch (in.opcode()) {
            case BARRIER, BARRIER_REDUCE -> {
                record(account, Moment.ARRIVES, now);
                account.wait = WarpTimeBreakdown.Wait.BARRIER;
            }
            case DEVICE_CALL -> {
                record(account, Moment.CALLS, now);
                account.wait = WarpTimeBreakdown.Wait.CALL;
                account.call = in;
            }
            case EXIT -> record(account, Moment.ENDS, now);
            default -> {}
        }
    }

    /** A warp has waited for an issue slot or a pipe until a cycle. */
    public void issuesLater(WarpTimeBreakdown account, long cycle) {
        account.at = Math.max(account.at, cycle);
    }

    /** The warp resumes after a pause. */
    @SuppressWarnings("ReferenceEquality") // Equal instructions are at two places.
    private void goesOn(WarpTimeBreakdown account, Instruction in, long now) {
        long waited = Math.max(0, now - account.at);
        account.at = Math.max(now, account.at);
        switch (account.wait) {
            case BARRIER -> record(account, Moment.PASSES, now);
            case CALL -> {
                if (in == account.call) {
                    // It has waited for its turn to make the call.
                    account.calls += waited;
                } else {
                    record(account, Moment.RETURNS, now);
                }
            }
            case ROOM -> account.room += waited;
            // It spins, or queues for a word of the host's memory.
            case NOTHING -> account.memory += waited;
        }
        account.wait = WarpTimeBreakdown.Wait.NOTHING;
    }

    /**
     * A warp has issued an instruction.
     *
     * @param issued cycle from which it could issue another instruction that waits for nothing
     * @param next cycle from which it can issue the next instruction
     */
    public void spent(WarpTimeBreakdown account, Opcode opcode, long issued, long next) {
        long start = account.at;
        account.at = Math.max(start, next);
        if (opcode == Opcode.DEVICE_CALL) {
            account.calls += account.at - start;
            account.wait = WarpTimeBreakdown.Wait.NOTHING;
        } else if (opcode.pipe() == Pipe.LOAD_STORE) {
            account.memory += account.at - start;
        } else {
            long latency = opcode.pipe() == Pipe.FREE ? 0 : timing.latency(opcode);
            account.computedUntil = Math.max(account.computedUntil, issued + latency);
            account.memory += Math.max(0, account.at - Math.max(start, account.computedUntil));
        }
    }

    private void record(WarpTimeBreakdown account, Moment moment, long now) {
        events.warpTime(
                account.grid, account.block, account.warp, moment, account.memory, account.calls, account.room, now);
        account.clear();
    }
}
