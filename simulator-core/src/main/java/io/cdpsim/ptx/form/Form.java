package io.cdpsim.ptx.form;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.SourceText;
import java.util.List;

/**
 * An instruction as its author wrote it, read by the syntax of its form.
 *
 * @param source the instruction's text
 * @param choice the form that its modifiers and operands have
 */
public record Form(PtxInstruction instruction, SourceText source, FormChoice choice) {
    /** The modifiers of the opcode, without their dots. */
    public List<String> modifiers() {
        return instruction.opcode().modifiers();
    }

    /** The operands in text order, the destination first. */
    public List<PtxOperand> operands() {
        return instruction.operands();
    }

    /** Whether a modifier is present. */
    public boolean has(String modifier) {
        return modifiers().contains(modifier);
    }

    /** The operand at an index below {@link #count}. */
    public PtxOperand operand(int index) {
        return operands().get(index);
    }

    /** The number of operands. */
    public int count() {
        return operands().size();
    }

    /** The type of the operands: the last that the modifiers name, or 32 bits where they name none. */
    public PtxType type() {
        return choice.type();
    }

    /** The type that the modifiers name at an index, counted from 0. */
    public PtxType type(int index) {
        return choice.types().get(index);
    }

    /** The type of an operand: that of its position in the syntax, or that of the instruction. */
    public PtxType typeOf(int index) {
        PtxType type = choice.syntax().slots().get(index).type();
        return type == null ? type() : type;
    }

    /** The elements of a vector: 1, 2, 4 or 8. */
    public int vector() {
        return has("v2") ? 2 : has("v4") ? 4 : has("v8") ? 8 : 1;
    }

    /** How a result is rounded. */
    public Rounding rounding() {
        return FormModifiers.rounding(modifiers());
    }

    /** The opcode of the simulator that the form runs. */
    public Opcode opcode() {
        return choice.opcode();
    }

    /** The modifiers of the simulator's opcode. */
    public Modifiers modifiersOfOpcode() {
        return choice.modifiers();
    }

    /** The error that the instruction is not run, with its place. */
    public UnsupportedPtxException refuse(String what) {
        return refuseAt(instruction.at(), what);
    }

    /** The same for a place within the instruction. */
    public UnsupportedPtxException refuseAt(int at, String what) {
        return new UnsupportedPtxException(source.place(at), instruction.opcode() + " " + what);
    }
}
