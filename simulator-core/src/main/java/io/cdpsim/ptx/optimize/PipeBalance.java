package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Balances integer work between two pipes: if the pipe of additions has more work of a region than that of multiplications, an addition
 * becomes a multiplication by 1 with an addend (SASS's {@code IMAD.IADD}).
 */
final class PipeBalance {
    private PipeBalance() {}

    static void run(DraftFunction function, ConstantPool constants) {
        List<Step> steps = new ArrayList<>();
        int additions = 0;
        int multiplications = 0;
        for (Step step : function.steps()) {
            if (!(step instanceof DraftInstruction draft) || Dependences.isBoundary(draft)) {
                additions = 0;
                multiplications = 0;
                steps.add(step);
                continue;
            }
            boolean moves = draft.opcode() == Opcode.ADD_I32
                    && draft.modifiers() == Modifiers.NONE
                    && additions > multiplications;
            DraftInstruction placed = moves ? draft.as(Opcode.MAD_I32, draft.a(), constants.bits(1), draft.b()) : draft;
            additions += placed.opcode().pipe() == Pipe.INTEGER ? 1 : 0;
            multiplications += placed.opcode().pipe() == Pipe.INTEGER_MULTIPLY ? 1 : 0;
            steps.add(placed);
        }
        function.steps(steps);
    }
}
