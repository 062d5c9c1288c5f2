package io.cdpsim.ptx.row;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.ptx.call.CallLowering;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.emit.Operands;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.FormSyntax.SlotKind;
import io.cdpsim.ptx.form.PtxType;

/** Emits the instructions of one function: state that the emissions of the table of forms share. */
public final class FunctionEmitter {
    private final Code code;
    private final Operands operands;
    private final CallLowering calls;
    private final Opcode returnOpcode;
    private int parameters = -1;
    private int carry = -1;

    /** The emitter of a function, or of a kernel. */
    public FunctionEmitter(Code code, Operands operands, CallLowering calls, boolean isKernel) {
        this.code = code;
        this.operands = operands;
        this.calls = calls;
        returnOpcode = isKernel ? Opcode.EXIT : Opcode.RETURN;
    }

    /** Sets where in the thread's own memory copies of a kernel's parameters are. */
    public void parametersAt(int localOffset) {
        parameters = localOffset;
    }

    /** Where they are; -1 if the function needs none. */
    public int parameters() {
        return parameters;
    }

    /** Where instructions are written. */
    public Code code() {
        return code;
    }

    /** Registers and constants of the function. */
    public Operands operands() {
        return operands;
    }

    /** Calls of other functions, and the end of the stack. */
    public CallLowering calls() {
        return calls;
    }

    /** What ends the function: {@code RETURN}, or {@code EXIT} in a kernel. */
    public Opcode returnOpcode() {
        return returnOpcode;
    }

    /** The predicate for the condition code of {@code add.cc} and related instructions. */
    public int carry() {
        if (carry < 0) {
            carry = code.function().newPredicate();
        }
        return carry;
    }

    /** An operand as its place in the syntax types it. An operand of {@code .u16} is zero-extended, others of 16 bits are sign-extended. */
    public int in(Form form, int index) {
        if (form.choice().syntax().slots().get(index).kind() == SlotKind.PREDICATE) {
            return operands.predicateValue(form, form.operand(index));
        }
        PtxType type = form.typeOf(index);
        int value = operands.value(form, form.operand(index), type);
        boolean widens =
                type == PtxType.U16 && form.choice().syntax().slots().get(index).type() == type;
        return widens ? code.compute(Opcode.CVT_TO_U16, false, value, Code.NONE) : value;
    }

    /** An operand as a value of a type. */
    public int in(Form form, int index, PtxType type) {
        return operands.value(form, form.operand(index), type);
    }

    /** An operand if the instruction has it, else none. */
    public int inIfPresent(Form form, int index) {
        return index < form.count() ? in(form, index) : Code.NONE;
    }

    /** The register or predicate that the instruction writes. */
    public int out(Form form) {
        return form.choice().syntax().slots().get(0).kind() == SlotKind.PREDICATE
                ? operands.predicateDestination(form, form.operand(0))
                : operands.destination(form, form.operand(0));
    }

    /** Emits the opcode of a form on its operands in their order. */
    public void plain(Form form) {
        write(form, form.opcode(), inIfPresent(form, 1), inIfPresent(form, 2), inIfPresent(form, 3));
    }

    /** The same for a sum or a product, which the assembler may round together where no word says how to round (rulebook O-14). */
    public void fusible(Form form) {
        boolean isRounded = form.modifiers().stream().anyMatch(each -> each.matches("r[nzmp]"));
        if (isRounded) {
            plain(form);
            return;
        }
        Modifiers modifiers = new Modifiers.Arithmetic(Rounding.NEAREST, form.has("ftz"), form.has("sat"), true);
        write(form, form.opcode(), in(form, 1), in(form, 2), Code.NONE, modifiers);
    }

    /** Emits an opcode with the form's modifiers into the form's destination. */
    public void write(Form form, Opcode opcode, int a, int b, int c) {
        write(form, opcode, a, b, c, opcode == form.opcode() ? form.modifiersOfOpcode() : Modifiers.NONE);
    }

    /** The same with other modifiers. Results of {@code .s16} are sign-extended, {@code .relu} follows the operation. */
    public void write(Form form, Opcode opcode, int a, int b, int c, Modifiers modifiers) {
        boolean isCut = form.choice().syntax().slots().get(0).type() == PtxType.S16;
        boolean isRectified = form.has("relu");
        int destination = out(form);
        if (!isCut && !isRectified) {
            code.emit(opcode, destination, a, b, c, modifiers);
            return;
        }
        int result = code.compute(opcode, false, a, b, c, modifiers);
        if (isRectified) {
            rectify(form, destination, result);
        } else {
            code.emit(Opcode.CVT_TO_S16, destination, result, Code.NONE);
        }
    }

    /** Zero in place of a negative result, the canonical NaN in place of any NaN. */
    public void rectify(Form form, int destination, int value) {
        PtxType type = form.type(0);
        Opcode maximum = switch (type) {
            case S32 -> Opcode.MAX_S32;
            case S16X2 -> Opcode.MAX_S16X2;
            case F16 -> Opcode.MAX_F16;
            case F16X2 -> Opcode.MAX_F16X2;
            case BF16 -> Opcode.MAX_BF16;
            case BF16X2 -> Opcode.MAX_BF16X2;
            default -> throw form.refuse("has .relu, which ." + type.word() + " does not have");
        };
        Modifiers modifiers = type.isFloat() ? new Modifiers.Extreme(false, true, false) : Modifiers.NONE;
        code.emit(maximum, destination, value, code.bits(0), Code.NONE, modifiers);
    }
}
