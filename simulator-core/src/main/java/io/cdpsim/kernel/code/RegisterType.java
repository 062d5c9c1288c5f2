package io.cdpsim.kernel.code;

/** The declared type of a register or a constant, used for verification only. */
public enum RegisterType {
    /** An integer of up to 32 bits, whatever its signedness. */
    INTEGER_32("a 32-bit integer", 4),
    /** An integer of 64 bits, or an address. */
    INTEGER_64("a 64-bit integer", 8),
    FLOAT_32("a single-precision float", 4),
    FLOAT_64("a double-precision float", 8),
    /** 32 bits of no stated type, as PTX's {@code .b32}: agrees with all of that size. */
    BITS_32("32 bits", 4),
    /** 64 bits of no stated type, as PTX's {@code .b64}. */
    BITS_64("64 bits", 8),
    /** Anything at all, as for a register that functions share for values of any type. */
    ANY("anything", 0);

    private final String words;
    private final int bytes;

    RegisterType(String words, int bytes) {
        this.words = words;
        this.bytes = bytes;
    }

    /** The type of a register that holds a value of this type. */
    public static RegisterType of(ValueType type) {
        return switch (type) {
            case S8, U8, S16, U16, S32, U32 -> INTEGER_32;
            case S64, U64 -> INTEGER_64;
            case F32 -> FLOAT_32;
            case F64 -> FLOAT_64;
            // They share registers with 16-bit integers and pairs of them.
            case F16, BF16, F16X2, BF16X2 -> BITS_32;
        };
    }

    /** The type of a constant. A 32-bit constant above the signed range is untyped bits. */
    public static RegisterType of(Operand.Constant constant) {
        boolean widensToAnotherNumber = constant.type() == ValueType.U32 && constant.bits() < 0;
        return widensToAnotherNumber ? BITS_32 : of(constant.type());
    }

    /** Whether values are integers, or may be. */
    public boolean mayBeInteger() {
        return this != FLOAT_32 && this != FLOAT_64;
    }

    /** Whether a register of this type is accepted where another type is expected. */
    public boolean agreesWith(RegisterType meant) {
        return this == meant || this == ANY || meant == ANY || (bytes == meant.bytes && (isBits() || meant.isBits()));
    }

    /** Whether both have the same size. */
    public boolean isAsWideAs(RegisterType other) {
        return bytes == other.bytes || this == ANY || other == ANY;
    }

    private boolean isBits() {
        return this == BITS_32 || this == BITS_64;
    }

    /** The type in words, for messages. */
    public String words() {
        return words;
    }
}
