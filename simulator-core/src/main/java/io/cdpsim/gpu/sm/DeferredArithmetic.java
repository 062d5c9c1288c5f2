package io.cdpsim.gpu.sm;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.bytecode.StraightLineRegion;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.times.ExecutionCounters;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.execution.LaneArithmetic;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.execution.SimtStack;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic that has issued and is computed later, before the warp's next instruction of another kind: no other instruction reads the values earlier,
 * and their latency does not depend on them. This accesses the registers of a warp once for many instructions.
 */
final class DeferredArithmetic {
    private final ExecutionCounters counters;
    private final CompiledKernels kernels;
    private final LaneArithmetic arithmetic = new LaneArithmetic();

    DeferredArithmetic(ExecutionCounters counters, CompiledKernels kernels) {
        this.counters = counters;
        this.kernels = kernels;
    }

    /** The registers of a kernel that a lane may read before it has written them; null for any. */
    int @Nullable [] registersReadFirst(Kernel kernel) {
        return kernels.of(kernel).registersReadFirst();
    }

    /** Issues the warp's current instruction and advances to the next. */
    void issued(Warp warp) {
        SimtStack stack = warp.stack();
        if (warp.computeFrom() < 0) {
            warp.computeFrom(stack.programCounter());
        }
        if (stack.meetsNext()) {
            compute(warp, stack.programCounter() + 1);
        }
        stack.advance();
    }

    /** Issues all instructions that only compute, from the current one up to the next of another kind. @return their number */
    int runRegion(Warp warp) {
        LaneState state = warp.state();
        SimtStack stack = state.stack();
        int start = stack.programCounter();
        int end = stack.endsBefore(kernels.of(state.kernel()).arithmeticEnd(start));
        warp.computeFrom(start);
        compute(warp, end);
        stack.jump(end);
        return end - start;
    }

    /** Computes all instructions that a warp has issued. */
    void settle(Warp warp) {
        compute(warp, warp.stack().programCounter());
    }

    /** The active lanes are those of the time of issue. */
    private void compute(Warp warp, int end) {
        if (warp.computeFrom() < 0) {
            return;
        }
        LaneState state = warp.state();
        int active = state.stack().activeLanes();
        StraightLineRegion region = kernels.of(state.kernel()).region(warp.computeFrom(), end);
        if (region != null && active != 0) {
            SimtStack stack = state.stack();
            int registers = stack.registerWindow() * Lanes.COUNT;
            int predicates = stack.predicateWindow();
            long ran = region.run(state.registers(), registers, state.predicates(), predicates, active);
            counters.ranInLanes(state, ran);
            warp.computeFrom(-1);
            return;
        }
        Instruction[] code = state.kernel().code();
        for (int i = warp.computeFrom(); i < end; i++) {
            int lanes = state.lanesOf(code[i]);
            counters.ranInLanes(state, Integer.bitCount(lanes));
            if (lanes != 0) {
                arithmetic.execute(code[i], state, lanes);
            }
        }
        warp.computeFrom(-1);
    }
}
