package io.cdpsim.gpu.sm;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.execution.LaneArithmetic;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.execution.SimtStack;

/**
 * Arithmetic that has issued and whose values are computed later: nobody sees them before the warp's next instruction of another kind,
 * and when they are ready does not depend on them. So the registers of a warp are touched once for many instructions.
 */
final class DeferredArithmetic {
    private final ExecutionCounters counters;
    private final LaneArithmetic arithmetic = new LaneArithmetic();

    DeferredArithmetic(ExecutionCounters counters) {
        this.counters = counters;
    }

    /** The instruction that a warp is at issues. The warp goes on to the next. */
    void issued(Warp warp) {
        SimtStack stack = warp.state().stack();
        if (warp.computeFrom < 0) {
            warp.computeFrom = stack.programCounter();
        }
        if (stack.meetsNext()) {
            compute(warp, stack.programCounter() + 1);
        }
        stack.advance();
    }

    /** Computes all that a warp has issued. */
    void settle(Warp warp) {
        compute(warp, warp.state().stack().programCounter());
    }

    /** The same lanes are active as when the instructions issued. */
    private void compute(Warp warp, int end) {
        if (warp.computeFrom < 0) {
            return;
        }
        LaneState state = warp.state();
        Instruction[] code = state.kernel().code();
        for (int i = warp.computeFrom; i < end; i++) {
            int lanes = state.lanesOf(code[i]);
            counters.laneInstructions += Integer.bitCount(lanes);
            if (lanes != 0) {
                arithmetic.execute(code[i], state, lanes);
            }
        }
        warp.computeFrom = -1;
    }
}
