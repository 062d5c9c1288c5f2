package io.cdpsim.ptx.form;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.SourceText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An instruction as its author wrote it, with questions to its modifiers. */
public record Form(PtxInstruction instruction, SourceText source) {
    /** The opcode without its modifiers. */
    public String base() {
        return instruction.opcode().base();
    }

    /** The words behind the opcode, without their dots. */
    public List<String> modifiers() {
        return instruction.opcode().modifiers();
    }

    /** The operands as they stand, the destination first. */
    public List<PtxOperand> operands() {
        return instruction.operands();
    }

    /** Whether a modifier stands there. */
    public boolean has(String modifier) {
        return modifiers().contains(modifier);
    }

    /** The operand with a number. @throws UnsupportedPtxException if there are fewer */
    public PtxOperand operand(int index) {
        if (index >= operands().size()) {
            throw refuse("has " + operands().size() + " operands, where at least " + (index + 1) + " belong");
        }
        return operands().get(index);
    }

    /** The last type that the modifiers name: that of the operands. @throws UnsupportedPtxException if they name none */
    public PtxType type() {
        return typeFromEnd(0);
    }

    /** The type that is named before {@code skip} others from the end. */
    public PtxType typeFromEnd(int skip) {
        int left = skip;
        for (int i = modifiers().size() - 1; i >= 0; i--) {
            PtxType type = PtxType.of(modifiers().get(i));
            if (type != null && left-- == 0) {
                return type;
            }
        }
        throw refuse("names no type that is known here");
    }

    /** How many types the modifiers name. */
    public int types() {
        int count = 0;
        for (String modifier : modifiers()) {
            count += PtxType.of(modifier) == null ? 0 : 1;
        }
        return count;
    }

    /** The elements of a vector: 1, 2, 4 or 8. */
    public int vector() {
        return has("v2") ? 2 : has("v4") ? 4 : has("v8") ? 8 : 1;
    }

    /** How a result is rounded. */
    public Rounding rounding() {
        for (String modifier : modifiers()) {
            Rounding rounding = rounding(modifier);
            if (rounding != null) {
                return rounding;
            }
        }
        return Rounding.NEAREST;
    }

    private static @Nullable Rounding rounding(String modifier) {
        return switch (modifier) {
            case "rn", "rni" -> Rounding.NEAREST;
            case "rz", "rzi" -> Rounding.ZERO;
            case "rm", "rmi" -> Rounding.DOWN;
            case "rp", "rpi" -> Rounding.UP;
            default -> null;
        };
    }

    /** What the modifiers say of floating-point arithmetic. */
    public Modifiers arithmetic() {
        Rounding rounding = rounding();
        boolean flushes = has("ftz");
        boolean saturates = has("sat");
        return rounding == Rounding.NEAREST && !flushes && !saturates
                ? Modifiers.NONE
                : new Modifiers.Arithmetic(rounding, flushes, saturates);
    }

    /** Holds that no modifier stands there but these and types. @throws UnsupportedPtxException that names the first other */
    public void allows(String... words) {
        for (String modifier : modifiers()) {
            if (PtxType.of(modifier) == null && !List.of(words).contains(modifier)) {
                throw refuse("has the modifier ." + modifier + ", which is not known here");
            }
        }
    }

    /** Holds that operands and result have one type. @throws UnsupportedPtxException if they have several */
    public void takesOneType() {
        takesTypes(1);
    }

    /** Holds that no more types are named. @throws UnsupportedPtxException if there are more */
    public void takesTypes(int count) {
        if (types() > count) {
            throw refuse("names more types than are known here");
        }
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
