package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.progress.SmProgress;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.execution.LaneState;

/** Runs barrier instructions, and writes the results of barrier reductions to the warps' registers. */
final class BarrierUnit {
    private final BlockBarriers barriers;
    private final WarpDevice device;
    private final SmProgress watch;

    BarrierUnit(BlockBarriers barriers, WarpDevice device, SmProgress watch) {
        this.watch = watch;
        this.barriers = barriers;
        this.device = device;
    }

    /** A warp arrives at a barrier. @return the cycle at which it continues, or -1 if it waits */
    long arrive(Warp warp, Instruction in, int lanes, long time) {
        if (lanes == 0) {
            warp.state().stack().advance();
            return time + 1;
        }
        int missing = warp.state().stack().liveLanes() & ~lanes;
        if (missing != 0 && in.modifiers() instanceof Modifiers.Barrier named && named.aligned()) {
            device.calls().lanesDisagree(warp, in, warp.state().stack().liveLanes(), 0, missing, time);
        }
        Modifiers.Barrier barrier = barrier(warp.state(), in, Integer.numberOfTrailingZeros(lanes));
        String fault = Modifiers.Barrier.fault(barrier.number(), barrier.threads());
        if (!fault.isEmpty()) {
            int lane = Integer.numberOfTrailingZeros(lanes);
            device.fault(DeviceFault.Kind.ILLEGAL_INSTRUCTION, warp, in, lane, "the instruction " + fault);
            return -1;
        }
        if (in.opcode() == Opcode.BARRIER_REDUCE) {
            LaneState state = warp.state();
            int held = state.predicates()[state.stack().predicateWindow() + in.c()] & lanes;
            warp.block().answer(barrier.number(), Integer.bitCount(lanes), Integer.bitCount(held));
            warp.reduces(in, lanes);
        }
        warp.state().stack().advance();
        watch.progressed();
        return barriers.arrive(warp, barrier, time);
    }

    private static Modifiers.Barrier barrier(LaneState state, Instruction in, int lane) {
        if (in.modifiers() instanceof Modifiers.Barrier barrier
                && in.a() == Instruction.NO_OPERAND
                && in.b() == Instruction.NO_OPERAND) {
            return barrier;
        }
        boolean reduction = in.modifiers() instanceof Modifiers.BarrierReduction;
        int number = reduction
                ? ((Modifiers.BarrierReduction) in.modifiers()).number()
                : ((Modifiers.Barrier) in.modifiers()).number();
        int threads = reduction
                ? ((Modifiers.BarrierReduction) in.modifiers()).threads()
                : ((Modifiers.Barrier) in.modifiers()).threads();
        return new Modifiers.Barrier(
                in.a() == Instruction.NO_OPERAND ? number : (int) state.value(in.a(), lane),
                in.b() == Instruction.NO_OPERAND ? threads : (int) state.value(in.b(), lane),
                !reduction && ((Modifiers.Barrier) in.modifiers()).arriveOnly());
    }

    /**
     * Writes the result of a barrier reduction to a waiting warp, if it requested one, as the barrier opens.
     *
     * @param participants threads that took part
     * @param held threads whose predicate was true
     */
    static void deliverResult(Warp warp, int participants, int held, long open) {
        Instruction in = warp.takeReduction();
        if (in == null) {
            return;
        }
        int lanes = warp.reducingLanes();
        switch (((Modifiers.BarrierReduction) in.modifiers()).question()) {
            case COUNT -> warp.state().fill(in.destination(), lanes, held);
            case ALL -> warp.state().setPredicate(in.destination(), lanes, held == participants ? -1 : 0);
            case ANY -> warp.state().setPredicate(in.destination(), lanes, held > 0 ? -1 : 0);
        }
        warp.resultsReadyAt(in, open);
    }
}
