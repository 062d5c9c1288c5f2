package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.emit.NameScopes;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.List;

/** Branches, calls and ends. */
final class ControlForms {
    static final List<FormRow> ROWS = List.of(
            row("bra{.uni} label", ControlForms::branch),
            row("brx.idx{.uni} a, list", ControlForms::branchByIndex),
            row("call{.uni} (results), function{, (arguments)}{, list}", ControlForms::call),
            row("call{.uni} function{, (arguments)}{, list}", ControlForms::call),
            row("ret{.uni}", (to, form) -> end(to, to.returnOpcode(), Modifiers.NONE)),
            row("exit", (to, form) -> end(to, Opcode.EXIT, Modifiers.NONE)),
            row("trap", (to, form) -> end(to, Opcode.TRAP, Modifiers.NONE)),
            row("brkpt", (to, form) -> end(to, Opcode.TRAP, new Modifiers.Breakpoint())),
            row("nanosleep.u32 a", ControlForms::sleep),
            row("pmevent{.mask} imm", ControlForms::nothing),
            row(
                    "griddepcontrol.wait|.launch_dependents @sm_90",
                    (to, form) ->
                            to.code().emit(Opcode.GRID_DEPENDENCY, new Modifiers.GridDependency(form.has("wait"))),
                    Opcode.GRID_DEPENDENCY),
            row("setmaxnreg.inc|.dec.sync.aligned.u32 imm @sm_90", ControlForms::nothing));

    private ControlForms() {}

    private static void nothing(FunctionEmitter to, Form form) {}

    private static void call(FunctionEmitter to, Form form) {
        to.calls().call(form);
    }

    private static void end(FunctionEmitter to, Opcode opcode, Modifiers modifiers) {
        to.code().emit(opcode, modifiers);
    }

    private static void sleep(FunctionEmitter to, Form form) {
        to.code().emit(Opcode.NANOSLEEP, -1, to.in(form, 0), Code.NONE);
    }

    private static void branch(FunctionEmitter to, Form form) {
        Integer label = form.operand(0) instanceof PtxOperand.Name name
                ? to.operands().names().label(name.text())
                : null;
        if (label == null) {
            throw form.refuseAt(form.operand(0).at(), "branches to an undefined label");
        }
        to.code().branch(label);
    }

    /** Halves the targets by one comparison after the other, as no opcode branches to a computed place. */
    private static void branchByIndex(FunctionEmitter to, Form form) {
        if (!(form.operand(1) instanceof PtxOperand.Name list
                && to.operands().names().of(list.text()) instanceof NameScopes.BranchTargets targets)) {
            throw form.refuse("names no .branchtargets");
        }
        List<String> names = targets.targets().labels();
        if (names.isEmpty()) {
            throw form.refuse("has nowhere to go");
        }
        int[] labels = new int[names.size()];
        for (int i = 0; i < labels.length; i++) {
            Integer label = to.operands().names().label(names.get(i));
            if (label == null) {
                throw form.refuse("may go to " + names.get(i) + ", which is not there");
            }
            labels[i] = label;
        }
        Code code = to.code();
        int over = -1;
        if (code.isGuarded()) {
            over = code.function().newLabel();
            code.guard(code.guard(), !code.isGuardNegated());
            code.branch(over);
            code.unguarded();
        }
        choose(code, to.in(form, 0), labels, 0, labels.length);
        if (over >= 0) {
            code.label(over);
        }
    }

    private static void choose(Code code, int index, int[] labels, int from, int to) {
        if (to - from == 1) {
            code.branch(labels[from]);
            return;
        }
        int middle = (from + to) / 2;
        int above = code.function().newPredicate();
        int upper = code.function().newLabel();
        code.compare(Opcode.COMPARE_U32, above, index, Comparison.GREATER_OR_EQUAL, code.bits(middle));
        code.guard(above, false);
        code.branch(upper);
        code.unguarded();
        choose(code, index, labels, from, middle);
        code.label(upper);
        choose(code, index, labels, middle, to);
    }
}
