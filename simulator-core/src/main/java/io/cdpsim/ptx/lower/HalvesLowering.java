package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;

/** Registers that hold two values of 16 bits, for what knows only one at a time. */
final class HalvesLowering {
    private static final int HALF_BITS = 16;

    private final Code code;

    HalvesLowering(Code code) {
        this.code = code;
    }

    /** The lower half, as a register of 16 bits holds it. */
    int lower(int whole) {
        return code.compute(Opcode.CVT_TO_S16, false, whole, Code.NONE);
    }

    /** The upper half, as a register of 16 bits holds it. */
    int upper(int whole) {
        return code.compute(Opcode.SHR_S32, false, whole, code.bits(HALF_BITS));
    }

    /** Puts two halves into a register; those above the lower 16 bits of each are dropped. */
    void join(int destination, int upper, int lower) {
        int cut = code.compute(Opcode.CVT_TO_U16, false, lower, Code.NONE);
        int shifted = code.compute(Opcode.SHL_B32, false, upper, code.bits(HALF_BITS));
        code.emit(Opcode.OR_B32, destination, shifted, cut);
    }

    /** 0 in place of what is negative, and the NaN of arithmetic in place of any: PTX's {@code .relu}, after the operation itself. */
    void rectify(Form form, PtxType type, int destination, int value) {
        Opcode opcode = switch (type) {
            case F16 -> Opcode.MAX_F16;
            case F16X2 -> Opcode.MAX_F16X2;
            case BF16 -> Opcode.MAX_BF16;
            case BF16X2 -> Opcode.MAX_BF16X2;
            default -> throw form.refuse("has .relu, which is not known of ." + type.word());
        };
        code.emit(opcode, destination, value, code.bits(0), Code.NONE, new Modifiers.Extreme(false, true, false));
    }
}
