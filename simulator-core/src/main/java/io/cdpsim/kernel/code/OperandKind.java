package io.cdpsim.kernel.code;

/** A register, predicate or constant that an opcode takes as one of its operands. */
public enum OperandKind {
    /** No operand. */
    NONE(RegisterType.ANY),
    PREDICATE(RegisterType.ANY),
    /** A register or a constant of the destination's size and of any type. */
    SAME_WIDTH(RegisterType.ANY),
    ANY(RegisterType.ANY),
    I32(RegisterType.INTEGER_32),
    I64(RegisterType.INTEGER_64),
    F32(RegisterType.FLOAT_32),
    F64(RegisterType.FLOAT_64),
    B32(RegisterType.BITS_32),
    B64(RegisterType.BITS_64);

    private final RegisterType type;

    OperandKind(RegisterType type) {
        this.type = type;
    }

    /** The kind of a register or a constant of a type. */
    public static OperandKind of(RegisterType type) {
        return switch (type) {
            case INTEGER_32 -> I32;
            case INTEGER_64 -> I64;
            case FLOAT_32 -> F32;
            case FLOAT_64 -> F64;
            case BITS_32 -> B32;
            case BITS_64 -> B64;
            case ANY -> ANY;
        };
    }

    /** The type of the register or constant; {@link RegisterType#ANY} where the kind does not fix one. */
    public RegisterType type() {
        return type;
    }
}
