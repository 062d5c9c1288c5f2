package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.semantics.Semantics;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.List;

/** Evaluates operations on constants, and removes additions of 0 and bits that no store writes. */
final class ConstantFolding {
    private ConstantFolding() {}

    /** Runs over a function. @return whether anything changed */
    static boolean run(DraftFunction function, ConstantPool constants) {
        boolean changed = false;
        List<Step> steps = new ArrayList<>();
        for (Step step : function.steps()) {
            Step folded = step instanceof DraftInstruction draft ? folded(draft, constants) : step;
            changed |= folded != step;
            steps.add(folded);
        }
        function.steps(steps);
        return changed;
    }

    private static DraftInstruction folded(DraftInstruction draft, ConstantPool constants) {
        Opcode opcode = draft.opcode();
        if (opcode == Opcode.STORE && draft.modifiers() instanceof Modifiers.Access access) {
            return narrowed(draft, access, constants);
        }
        boolean computes = opcode.isArithmetic()
                && !opcode.writesPredicate()
                && opcode != Opcode.SELECT
                && opcode != Opcode.MOV
                && draft.writes() == 1;
        if (!computes) {
            return draft;
        }
        if (isKnown(draft.a(), constants) && isKnown(draft.b(), constants) && isKnown(draft.c(), constants)) {
            long value = Semantics.compute(
                    opcode,
                    draft.modifiers(),
                    value(draft.a(), constants),
                    value(draft.b(), constants),
                    value(draft.c(), constants));
            return copy(draft, constants.bits(value));
        }
        boolean addsNothing = (opcode == Opcode.ADD_I64 || opcode == Opcode.SUB_I64)
                && constants.isBits(draft.b())
                && constants.bitsOf(draft.b()) == 0;
        return addsNothing ? copy(draft, draft.a()) : draft;
    }

    /** A store may take a wider register, whose low bits it writes; a constant is narrowed to those bits. */
    private static DraftInstruction narrowed(DraftInstruction draft, Modifiers.Access access, ConstantPool constants) {
        boolean isNarrow = access.count() == 1 && access.type().bytes() < Long.BYTES && constants.isBits(draft.b());
        if (!isNarrow) {
            return draft;
        }
        long bits = constants.bitsOf(draft.b());
        int stored = (int) bits;
        return bits == stored ? draft : draft.with(draft.a(), constants.bits(stored), draft.c(), access);
    }

    private static DraftInstruction copy(DraftInstruction draft, int source) {
        return draft.as(Opcode.MOV, source, DraftInstruction.NONE, DraftInstruction.NONE)
                .with(source, DraftInstruction.NONE, DraftInstruction.NONE, Modifiers.NONE);
    }

    private static boolean isKnown(int operand, ConstantPool constants) {
        return operand == DraftInstruction.NONE || constants.isBits(operand);
    }

    private static long value(int operand, ConstantPool constants) {
        return operand == DraftInstruction.NONE ? 0 : constants.bitsOf(operand);
    }
}
