package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.List;

/** Reads a copy's source where the copy was read. */
final class CopyPropagation {
    private CopyPropagation() {}

    /** Runs over a function. @return whether anything changed */
    static boolean run(DraftFunction function) {
        Definitions definitions = new Definitions(function);
        boolean[] changed = new boolean[1];
        List<Step> steps = new ArrayList<>();
        for (Step step : function.steps()) {
            steps.add(
                    step instanceof DraftInstruction draft
                            ? draft.withOperands(operand -> {
                                int source = source(operand, definitions);
                                changed[0] |= source != operand && !isInRow(draft, operand);
                                return isInRow(draft, operand) ? operand : source;
                            })
                            : step);
        }
        function.steps(steps);
        return changed[0];
    }

    /** Registers of a vector must be adjacent, which their sources need not. */
    private static boolean isInRow(DraftInstruction draft, int operand) {
        return (operand == draft.a() && OperandUse.rowOf(draft.opcode(), draft.modifiers(), 0) > 1)
                || (operand == draft.b() && OperandUse.rowOf(draft.opcode(), draft.modifiers(), 1) > 1)
                || (operand == draft.c() && OperandUse.rowOf(draft.opcode(), draft.modifiers(), 2) > 1);
    }

    private static int source(int operand, Definitions definitions) {
        int source = operand;
        while (source >= 0) {
            DraftInstruction copy = definitions.of(source);
            if (copy == null || copy.opcode() != Opcode.MOV || !definitions.isSteady(copy.a())) {
                break;
            }
            source = copy.a();
        }
        return source;
    }
}
