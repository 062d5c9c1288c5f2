package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;

/**
 * Arithmetic on whole numbers. Numbers of 16 bits are held sign-extended in registers of 32, computed there and sign-extended again; where the
 * upper bits would count, they are cleared first.
 */
final class IntegerLowering {
    private final Code code;
    private final Operands operands;

    IntegerLowering(Code code, Operands operands) {
        this.code = code;
        this.operands = operands;
    }

    private int in(Form form, int index, PtxType type) {
        return operands.value(form, form.operand(index), type);
    }

    /** An operand of 16 bits without a sign as the number it means; others as they are. */
    private int number(Form form, int index, PtxType type) {
        int value = in(form, index, type);
        return type.bits() == 16 && type.isUnsigned()
                ? code.compute(Opcode.CVT_TO_U16, false, value, Code.NONE)
                : value;
    }

    private void result(Form form, PtxType type, Opcode opcode, int a, int b, int c, Modifiers modifiers) {
        int destination = operands.destination(form, form.operand(0));
        if (type.bits() != 16) {
            code.emit(opcode, destination, a, b, c, modifiers);
            return;
        }
        int wide = code.compute(opcode, false, a, b, c, modifiers);
        code.emit(Opcode.CVT_TO_S16, destination, wide, Code.NONE);
    }

    private void result(Form form, PtxType type, Opcode opcode, int a, int b) {
        result(form, type, opcode, a, b, Code.NONE, Modifiers.NONE);
    }

    private static Opcode by(PtxType type, Opcode for32, Opcode for64) {
        return type.isWide() ? for64 : for32;
    }

    private static Opcode by(PtxType type, Opcode s32, Opcode u32, Opcode s64, Opcode u64) {
        return type.isSigned() ? by(type, s32, s64) : by(type, u32, u64);
    }

    private static boolean saturates(Form form, PtxType type) {
        if (form.has("sat") && type != PtxType.S32) {
            throw form.refuse("saturates ." + type.word() + ", where only .s32 can be");
        }
        return form.has("sat");
    }

    void addOrSubtract(Form form, boolean adds) {
        PtxType type = form.type();
        form.allows("sat", "cc");
        int a = in(form, 1, type);
        int b = in(form, 2, type);
        if (saturates(form, type)) {
            result(form, type, adds ? Opcode.ADD_SAT_S32 : Opcode.SUB_SAT_S32, a, b);
        } else {
            result(
                    form,
                    type,
                    adds ? by(type, Opcode.ADD_I32, Opcode.ADD_I64) : by(type, Opcode.SUB_I32, Opcode.SUB_I64),
                    a,
                    b);
        }
    }

    void multiply(Form form) {
        PtxType type = form.type();
        form.allows("lo", "hi", "wide");
        if (form.has("wide")) {
            multiplyWide(form, type);
        } else if (form.has("hi")) {
            if (type.bits() == 16) {
                int product = code.compute(Opcode.MUL_I32, false, number(form, 1, type), number(form, 2, type));
                result(form, type, Opcode.SHR_S32, product, code.bits(16));
            } else {
                result(
                        form,
                        type,
                        by(type, Opcode.MULHI_S32, Opcode.MULHI_U32, Opcode.MULHI_S64, Opcode.MULHI_U64),
                        in(form, 1, type),
                        in(form, 2, type));
            }
        } else {
            result(form, type, by(type, Opcode.MUL_I32, Opcode.MUL_I64), in(form, 1, type), in(form, 2, type));
        }
    }

    private void multiplyWide(Form form, PtxType type) {
        int destination = operands.destination(form, form.operand(0));
        if (type.bits() == 16) {
            code.emit(Opcode.MUL_I32, destination, number(form, 1, type), number(form, 2, type));
        } else {
            code.emit(
                    type.isSigned() ? Opcode.MUL_WIDE_S32 : Opcode.MUL_WIDE_U32,
                    destination,
                    in(form, 1, type),
                    in(form, 2, type));
        }
    }

    void multiplyAdd(Form form) {
        PtxType type = form.type();
        form.allows("lo", "hi", "wide", "sat", "cc");
        int a = number(form, 1, type);
        int b = number(form, 2, type);
        if (form.has("wide")) {
            PtxType sum = type.bits() == 16 ? PtxType.S32 : PtxType.S64;
            int c = operands.value(form, form.operand(3), sum);
            Opcode opcode =
                    type.bits() == 16 ? Opcode.MAD_I32 : type.isSigned() ? Opcode.MAD_WIDE_S32 : Opcode.MAD_WIDE_U32;
            code.emit(opcode, operands.destination(form, form.operand(0)), a, b, c, Modifiers.NONE);
            return;
        }
        int c = in(form, 3, type);
        if (form.has("hi")) {
            if (saturates(form, type)) {
                int high = code.compute(Opcode.MULHI_S32, false, a, b);
                result(form, type, Opcode.ADD_SAT_S32, high, c);
            } else if (type.bits() == 16) {
                int product = code.compute(Opcode.MUL_I32, false, a, b);
                int high = code.compute(Opcode.SHR_S32, false, product, code.bits(16));
                result(form, type, Opcode.ADD_I32, high, c);
            } else {
                result(
                        form,
                        type,
                        by(type, Opcode.MADHI_S32, Opcode.MADHI_U32, Opcode.MADHI_S64, Opcode.MADHI_U64),
                        a,
                        b,
                        c,
                        Modifiers.NONE);
            }
        } else {
            result(form, type, by(type, Opcode.MAD_I32, Opcode.MAD_I64), a, b, c, Modifiers.NONE);
        }
    }

    void multiply24(Form form, boolean adds) {
        PtxType type = form.type();
        form.allows("lo", "hi", "sat");
        boolean high = form.has("hi");
        int a = in(form, 1, type);
        int b = in(form, 2, type);
        if (!adds) {
            result(
                    form,
                    type,
                    type.isSigned()
                            ? (high ? Opcode.MUL24_HI_S32 : Opcode.MUL24_LO_S32)
                            : (high ? Opcode.MUL24_HI_U32 : Opcode.MUL24_LO_U32),
                    a,
                    b);
        } else if (saturates(form, type)) {
            int product = code.compute(Opcode.MUL24_HI_S32, false, a, b);
            result(form, type, Opcode.ADD_SAT_S32, product, in(form, 3, type));
        } else {
            result(
                    form,
                    type,
                    type.isSigned()
                            ? (high ? Opcode.MAD24_HI_S32 : Opcode.MAD24_LO_S32)
                            : (high ? Opcode.MAD24_HI_U32 : Opcode.MAD24_LO_U32),
                    a,
                    b,
                    in(form, 3, type),
                    Modifiers.NONE);
        }
    }

    void divide(Form form, boolean remainder) {
        PtxType type = form.type();
        form.allows();
        Opcode opcode = remainder
                ? by(type, Opcode.REM_S32, Opcode.REM_U32, Opcode.REM_S64, Opcode.REM_U64)
                : by(type, Opcode.DIV_S32, Opcode.DIV_U32, Opcode.DIV_S64, Opcode.DIV_U64);
        result(form, type, opcode, number(form, 1, type), number(form, 2, type));
    }

    void extreme(Form form, boolean least) {
        PtxType type = form.type();
        form.allows("relu");
        Opcode opcode = least
                ? by(type, Opcode.MIN_S32, Opcode.MIN_U32, Opcode.MIN_S64, Opcode.MIN_U64)
                : by(type, Opcode.MAX_S32, Opcode.MAX_U32, Opcode.MAX_S64, Opcode.MAX_U64);
        int a = in(form, 1, type);
        int b = in(form, 2, type);
        if (form.has("relu")) {
            int extreme = code.compute(opcode, false, a, b);
            result(form, type, Opcode.MAX_S32, extreme, code.bits(0));
        } else {
            // Sign-extended numbers of 16 bits are in the order of those without a sign too.
            result(form, type, opcode, a, b);
        }
    }

    void pairs(Form form, Opcode opcode) {
        form.allows("u16x2", "s16x2", "relu");
        int destination = operands.destination(form, form.operand(0));
        int a = in(form, 1, PtxType.B32);
        int b = in(form, 2, PtxType.B32);
        if (form.has("relu")) {
            int extreme = code.compute(opcode, false, a, b);
            code.emit(Opcode.MAX_S16X2, destination, extreme, code.bits(0));
        } else {
            code.emit(opcode, destination, a, b);
        }
    }

    void unary(Form form, Opcode for32, Opcode for64) {
        PtxType type = form.type();
        form.allows();
        result(form, type, by(type, for32, for64), in(form, 1, type), Code.NONE);
    }

    void logic(Form form, Opcode for32, Opcode for64, Opcode forPredicates) {
        PtxType type = form.type();
        form.allows();
        if (type.isPredicate()) {
            int destination = operands.predicateDestination(form, form.operand(0));
            int a = operands.truth(form, form.operand(1));
            int b = forPredicates == Opcode.PREDICATE_NOT ? Code.NONE : operands.truth(form, form.operand(2));
            code.emit(forPredicates, destination, a, b);
            return;
        }
        int b = forPredicates == Opcode.PREDICATE_NOT ? Code.NONE : in(form, 2, type);
        // Of sign-extended numbers the result is sign-extended.
        code.emit(by(type, for32, for64), operands.destination(form, form.operand(0)), in(form, 1, type), b);
    }

    void shift(Form form, boolean left) {
        PtxType type = form.type();
        form.allows();
        int distance = in(form, 2, PtxType.U32);
        if (left) {
            result(form, type, by(type, Opcode.SHL_B32, Opcode.SHL_B64), in(form, 1, type), distance);
        } else {
            result(
                    form,
                    type,
                    by(type, Opcode.SHR_S32, Opcode.SHR_U32, Opcode.SHR_S64, Opcode.SHR_U64),
                    number(form, 1, type),
                    distance);
        }
    }

    /** Counts bits: the result has 32 bits, whatever is counted. */
    void count(Form form, Opcode for32, Opcode for64) {
        PtxType type = form.type();
        form.allows();
        code.emit(by(type, for32, for64), operands.destination(form, form.operand(0)), in(form, 1, type), Code.NONE);
    }

    void find(Form form) {
        PtxType type = form.type();
        form.allows("shiftamt");
        code.emit(
                by(type, Opcode.BFIND_S32, Opcode.BFIND_U32, Opcode.BFIND_S64, Opcode.BFIND_U64),
                operands.destination(form, form.operand(0)),
                in(form, 1, type),
                Code.NONE,
                Code.NONE,
                new Modifiers.Find(form.has("shiftamt")));
    }

    void findNth(Form form) {
        form.allows();
        three(form, PtxType.B32, Opcode.FNS_B32, Modifiers.NONE);
    }

    void extract(Form form) {
        PtxType type = form.type();
        form.allows();
        Opcode opcode = by(type, Opcode.BFE_S32, Opcode.BFE_U32, Opcode.BFE_S64, Opcode.BFE_U64);
        code.emit(
                opcode,
                operands.destination(form, form.operand(0)),
                in(form, 1, type),
                in(form, 2, PtxType.U32),
                in(form, 3, PtxType.U32),
                Modifiers.NONE);
    }

    void insert(Form form) {
        PtxType type = form.type();
        form.allows();
        int position = code.compute(Opcode.AND_B32, false, in(form, 3, PtxType.U32), code.bits(255));
        int length = code.compute(Opcode.AND_B32, false, in(form, 4, PtxType.U32), code.bits(255));
        int upper = code.compute(Opcode.SHL_B32, false, length, code.bits(8));
        int field = code.compute(Opcode.OR_B32, false, position, upper);
        code.emit(
                by(type, Opcode.BFI_B32, Opcode.BFI_B64),
                operands.destination(form, form.operand(0)),
                in(form, 1, type),
                in(form, 2, type),
                field,
                Modifiers.NONE);
    }

    void sumOfDistance(Form form) {
        PtxType type = form.type();
        form.allows();
        result(
                form,
                type,
                by(type, Opcode.SAD_S32, Opcode.SAD_U32, Opcode.SAD_S64, Opcode.SAD_U64),
                number(form, 1, type),
                number(form, 2, type),
                in(form, 3, type),
                Modifiers.NONE);
    }

    void three(Form form, PtxType type, Opcode opcode, Modifiers modifiers) {
        code.emit(
                opcode,
                operands.destination(form, form.operand(0)),
                in(form, 1, type),
                in(form, 2, type),
                in(form, 3, type),
                modifiers);
    }

    void two(Form form, PtxType type, Opcode opcode, Modifiers modifiers) {
        code.emit(
                opcode,
                operands.destination(form, form.operand(0)),
                in(form, 1, type),
                in(form, 2, type),
                Code.NONE,
                modifiers);
    }
}
