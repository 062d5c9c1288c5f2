package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Removes what stands behind an end or a branch that all lanes take, up to the next label that a branch names. */
final class UnreachableCode {
    private UnreachableCode() {}

    static void run(DraftFunction function) {
        BitSet named = new BitSet();
        for (Step step : function.steps()) {
            if (step instanceof DraftInstruction draft && draft.opcode() == Opcode.BRANCH) {
                named.set(draft.target());
            }
        }
        List<Step> steps = new ArrayList<>();
        boolean reached = true;
        for (Step step : function.steps()) {
            if (step instanceof Step.Label label) {
                reached |= named.get(label.id());
            }
            if (reached) {
                steps.add(step);
            }
            if (step instanceof DraftInstruction draft && draft.isUnconditional()) {
                reached &= switch (draft.opcode()) {
                    case BRANCH, EXIT, RETURN, TRAP -> false;
                    default -> true;
                };
            }
        }
        function.steps(steps);
    }
}
