package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.gpu.progress.SmProgress;
import io.cdpsim.gpu.sm.SmContext.SmDevice;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.execution.SimtStack;
import org.jspecify.annotations.Nullable;

/** Runs control-flow instructions: branches, calls and returns of functions, ends of threads. */
final class BranchUnit {
    private final PipeTiming timing;
    private final SmDevice device;
    private final SmProgress watch;
    private final SpinParking<Warp> spinParking;
    private final boolean threadsAreIndependent;

    /** @param threadsAreIndependent whether lanes that wait for others yield to them */
    BranchUnit(
            PipeTiming timing,
            SmDevice device,
            SmProgress watch,
            SpinParking<Warp> spinParking,
            boolean threadsAreIndependent) {
        this.threadsAreIndependent = threadsAreIndependent;
        this.timing = timing;
        this.device = device;
        this.watch = watch;
        this.spinParking = spinParking;
    }

    /** Runs a branch. @return the earliest cycle of the next instruction, or -1 if the warp is parked or stuck */
    long branch(Warp warp, Instruction in, int lanes, long start) {
        SimtStack stack = warp.stack();
        int from = stack.programCounter();
        if (watch.isWatching() && in.target() <= from && watch.loopsBack(warp.history(), warp.state())) {
            return -1;
        }
        int cycles = timing.branchCycles(in, from, lanes, stack.activeLanes());
        if (lanes != 0 && !in.convergence().isPredicated()) {
            warp.scheduler().branchTaken(start);
        }
        boolean jumpsBack = in.target() <= from && lanes == stack.activeLanes();
        stack.branch(lanes, in);
        if (jumpsBack && spinParking.turned(warp, from, start)) {
            watch.parked(warp.history());
            return -1;
        }
        // Other threads end a loop without atomics: parking and the progress monitor cover these.
        if (threadsAreIndependent
                && in.target() <= from
                && lanes != 0
                && warp.spin().turns() <= 1
                && stack.activeLanes() != stack.liveLanes()
                && warp.standstill().turned(warp.state(), from)) {
            spinParking.yieldsToOthers(warp);
        }
        return start + cycles;
    }

    /** Lanes of a loop let those that wait for them go ahead, once a turn. @return whether others run now, or more */
    boolean yields(Warp warp) {
        return threadsAreIndependent && warp.stack().yieldOnce();
    }

    /** Lanes of a loop that have issued a load let others of the warp go ahead, before they read its values. */
    void letsOthersGoAhead(Warp warp) {
        SimtStack stack = warp.stack();
        if (threadsAreIndependent && stack.activeLanes() != stack.liveLanes()) {
            stack.yieldToOthers(at -> true);
        }
    }

    /** Lanes that sleep, and may sleep for no time at all, let lanes elsewhere in the warp run. @return whether others run now */
    boolean letsOthersRun(Warp warp) {
        SimtStack stack = warp.stack();
        return stack.activeLanes() != stack.liveLanes() && spinParking.yieldsToOthers(warp);
    }

    /**
     * Ends the threads of some lanes.
     *
     * @param ahead the SM, if it runs ahead
     * @return the earliest cycle of the next instruction, or -1 if the warp has ended
     */
    long exit(Warp warp, int lanes, long start, @Nullable Sm ahead) {
        SimtStack stack = warp.stack();
        stack.exitLanes(lanes);
        if (stack.activeLanes() == 0) {
            if (ahead == null) {
                device.blocks().warpEnded(warp, start);
            } else {
                ahead.endsAhead(warp, start);
            }
            return -1;
        }
        return start + 1;
    }

    /** Calls a function. @return the earliest cycle of its first instruction */
    long call(Warp warp, Instruction in, long start) {
        Modifiers.Call call = (Modifiers.Call) in.modifiers();
        SimtStack stack = warp.stack();
        stack.call(in.target(), call.registerWindow(), call.predicateWindow());
        warp.reserve(
                stack.registerWindow() + warp.state().kernel().registers(),
                stack.predicateWindow() + warp.state().kernel().predicates());
        return start + timing.latency(Opcode.CALL);
    }

    /** Returns from a function. @return the earliest cycle of the next instruction */
    long returns(Warp warp, int lanes, long start) {
        warp.stack().returnLanes(lanes);
        return start + timing.latency(Opcode.RETURN);
    }
}
