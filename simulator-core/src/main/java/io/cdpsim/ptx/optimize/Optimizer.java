package io.cdpsim.ptx.optimize;

import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.DraftFunction;
import java.util.EnumSet;
import java.util.Set;

/** Runs the passes of an assembler over a function. */
public final class Optimizer {
    /** A pass. Each preserves the function's results. */
    public enum Pass {
        UNREACHABLE_CODE,
        COPY_PROPAGATION,
        CONSTANT_FOLDING,
        MULTIPLY_ADD,
        ADDRESS_FOLDING,
        DEAD_CODE,
        PIPE_BALANCE,
        COALESCING,
        RECIPROCALS,
        PREDICATION,
        UNROLLING,
        SCHEDULING
    }

    private Optimizer() {}

    /** All passes. */
    public static Set<Pass> allPasses() {
        return EnumSet.allOf(Pass.class);
    }

    /**
     * Runs passes over a function in their order.
     *
     * @param boundedRegisters registers that launch bounds leave each thread; 0 without bounds
     */
    public static void run(DraftFunction function, ConstantPool constants, Set<Pass> passes, int boundedRegisters) {
        if (passes.contains(Pass.UNREACHABLE_CODE)) {
            DeadCode.removeUnreachable(function);
        }
        boolean changed = true;
        while (changed) {
            if (passes.contains(Pass.COPY_PROPAGATION)) {
                CopyPropagation.run(function);
            }
            changed = passes.contains(Pass.CONSTANT_FOLDING) && ConstantFolding.run(function, constants);
        }
        if (passes.contains(Pass.MULTIPLY_ADD)) {
            MultiplyAdd.run(function);
        }
        if (passes.contains(Pass.ADDRESS_FOLDING)) {
            AddressFolding.run(function, constants);
        }
        if (passes.contains(Pass.DEAD_CODE)) {
            DeadCode.removeUnread(function);
        }
        if (passes.contains(Pass.PIPE_BALANCE)) {
            PipeBalance.run(function, constants);
        }
        if (passes.contains(Pass.COALESCING)) {
            Coalescing.run(function);
        }
        if (passes.contains(Pass.RECIPROCALS)) {
            Reciprocals.run(function);
        }
        if (passes.contains(Pass.PREDICATION)) {
            Predication.run(function);
        }
        if (passes.contains(Pass.UNROLLING)) {
            Unrolling.run(function, constants);
        }
        if (passes.contains(Pass.SCHEDULING)) {
            Scheduling.run(function, boundedRegisters);
        }
    }
}
