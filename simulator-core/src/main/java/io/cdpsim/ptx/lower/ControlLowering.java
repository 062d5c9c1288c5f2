package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.List;

/** Branches and ends. */
final class ControlLowering {
    private final Code code;
    private final Operands operands;

    ControlLowering(Code code, Operands operands) {
        this.code = code;
        this.operands = operands;
    }

    void branch(Form form) {
        code.branch(label(form, form.operand(0)));
    }

    private int label(Form form, PtxOperand operand) {
        Integer label =
                operand instanceof PtxOperand.Name name ? operands.names().label(name.text()) : null;
        if (label == null) {
            throw form.refuseAt(operand.at(), "goes to a label that is not there");
        }
        return label;
    }

    /** {@code brx.idx}: halves the targets by one comparison after the other, as no instruction branches to a computed place. */
    void branchByIndex(Form form) {
        if (!(form.operand(1) instanceof PtxOperand.Name list
                && operands.names().of(list.text()) instanceof Names.Targets targets)) {
            throw form.refuse("names no .branchtargets");
        }
        List<String> names = targets.targets().labels();
        int[] labels = new int[names.size()];
        for (int i = 0; i < labels.length; i++) {
            Integer label = operands.names().label(names.get(i));
            if (label == null) {
                throw form.refuse("may go to " + names.get(i) + ", which is not there");
            }
            labels[i] = label;
        }
        if (labels.length == 0) {
            throw form.refuse("has nowhere to go");
        }
        int over = -1;
        if (code.isGuarded()) {
            int guard = code.guard();
            boolean negated = code.isGuardNegated();
            over = code.function().newLabel();
            code.guard(guard, !negated);
            code.branch(over);
            code.unguarded();
        }
        choose(operands.value(form, form.operand(0), PtxType.U32), labels, 0, labels.length);
        if (over >= 0) {
            code.label(over);
        }
    }

    private void choose(int index, int[] labels, int from, int to) {
        if (to - from == 1) {
            code.branch(labels[from]);
            return;
        }
        int middle = (from + to) / 2;
        int above = code.function().newPredicate();
        int upper = code.function().newLabel();
        code.emit(
                Opcode.COMPARE_U32,
                above,
                index,
                code.bits(middle),
                Code.NONE,
                new Modifiers.Compare(Comparison.GREATER_OR_EQUAL));
        code.guard(above, false);
        code.branch(upper);
        code.unguarded();
        choose(index, labels, from, middle);
        code.label(upper);
        choose(index, labels, middle, to);
    }

    void end(Opcode opcode, Modifiers modifiers) {
        code.emit(opcode, -1, Code.NONE, Code.NONE, Code.NONE, modifiers);
    }

    void sleep(Form form) {
        code.emit(Opcode.NANOSLEEP, -1, operands.value(form, form.operand(0), PtxType.U32), Code.NONE);
    }
}
