package io.cdpsim.kernel.builder;

import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ValueType;

/** Chooses the opcode of an operation by the type of its operands. */
enum Arithmetic {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER,
    MINIMUM,
    MAXIMUM,
    AND,
    OR,
    XOR,
    SHIFT_LEFT,
    SHIFT_RIGHT;

    Opcode opcode(ValueType type) {
        return switch (type) {
            case F32 -> single();
            case F64 -> doublePrecision();
            case S64, U64 -> wide(type.isSigned());
            case S8, U8, S16, U16, S32, U32 -> word(type.isSigned());
            case F16, BF16, F16X2, BF16X2 -> throw undefined(name(), type);
        };
    }

    static Opcode multiplyAdd(ValueType type) {
        return switch (type) {
            case F32 -> Opcode.FMA_F32;
            case F64 -> Opcode.FMA_F64;
            case S64, U64 -> Opcode.MAD_I64;
            case S8, U8, S16, U16, S32, U32 -> Opcode.MAD_I32;
            case F16, BF16, F16X2, BF16X2 -> throw undefined("MULTIPLY_ADD", type);
        };
    }

    static Opcode compare(ValueType type) {
        return switch (type) {
            case F32 -> Opcode.COMPARE_F32;
            case F64 -> Opcode.COMPARE_F64;
            case S64 -> Opcode.COMPARE_S64;
            case U64 -> Opcode.COMPARE_U64;
            case S8, S16, S32 -> Opcode.COMPARE_S32;
            case U8, U16, U32 -> Opcode.COMPARE_U32;
            case F16, BF16, F16X2, BF16X2 -> throw undefined("COMPARE", type);
        };
    }

    private Opcode single() {
        return switch (this) {
            case ADD -> Opcode.ADD_F32;
            case SUBTRACT -> Opcode.SUB_F32;
            case MULTIPLY -> Opcode.MUL_F32;
            case DIVIDE -> Opcode.DIV_F32;
            case MINIMUM -> Opcode.MIN_F32;
            case MAXIMUM -> Opcode.MAX_F32;
            default -> throw undefined("floats");
        };
    }

    private Opcode doublePrecision() {
        return switch (this) {
            case ADD -> Opcode.ADD_F64;
            case SUBTRACT -> Opcode.SUB_F64;
            case MULTIPLY -> Opcode.MUL_F64;
            case DIVIDE -> Opcode.DIV_F64;
            case MINIMUM -> Opcode.MIN_F64;
            case MAXIMUM -> Opcode.MAX_F64;
            default -> throw undefined("floats");
        };
    }

    private Opcode word(boolean signed) {
        return switch (this) {
            case ADD -> Opcode.ADD_I32;
            case SUBTRACT -> Opcode.SUB_I32;
            case MULTIPLY -> Opcode.MUL_I32;
            case DIVIDE -> signed ? Opcode.DIV_S32 : Opcode.DIV_U32;
            case REMAINDER -> signed ? Opcode.REM_S32 : Opcode.REM_U32;
            case MINIMUM -> signed ? Opcode.MIN_S32 : Opcode.MIN_U32;
            case MAXIMUM -> signed ? Opcode.MAX_S32 : Opcode.MAX_U32;
            case AND -> Opcode.AND_B32;
            case OR -> Opcode.OR_B32;
            case XOR -> Opcode.XOR_B32;
            case SHIFT_LEFT -> Opcode.SHL_B32;
            case SHIFT_RIGHT -> signed ? Opcode.SHR_S32 : Opcode.SHR_U32;
        };
    }

    private Opcode wide(boolean signed) {
        return switch (this) {
            case ADD -> Opcode.ADD_I64;
            case SUBTRACT -> Opcode.SUB_I64;
            case MULTIPLY -> Opcode.MUL_I64;
            case DIVIDE -> signed ? Opcode.DIV_S64 : Opcode.DIV_U64;
            case REMAINDER -> signed ? Opcode.REM_S64 : Opcode.REM_U64;
            case MINIMUM -> signed ? Opcode.MIN_S64 : Opcode.MIN_U64;
            case MAXIMUM -> signed ? Opcode.MAX_S64 : Opcode.MAX_U64;
            case AND -> Opcode.AND_B64;
            case OR -> Opcode.OR_B64;
            case XOR -> Opcode.XOR_B64;
            case SHIFT_LEFT -> Opcode.SHL_B64;
            case SHIFT_RIGHT -> signed ? Opcode.SHR_S64 : Opcode.SHR_U64;
        };
    }

    /** Kernels that compute in half precision come from PTX. */
    private static IllegalArgumentException undefined(String operation, ValueType type) {
        return new IllegalArgumentException(operation + " is not defined for " + type + " in the builder");
    }

    private IllegalArgumentException undefined(String what) {
        return new IllegalArgumentException(this + " is not defined for " + what);
    }
}
