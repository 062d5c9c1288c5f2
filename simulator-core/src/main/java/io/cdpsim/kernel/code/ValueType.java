package io.cdpsim.kernel.code;

/**
 * The type of a register or of a value in memory.
 *
 * <p>A register is 64 bits wide. Integers of 32 bits are held sign-extended whatever their signedness, single-precision floats as their
 * bits, sign-extended; the instruction, not the register, says how the bits are read.
 */
public enum ValueType {
    S8(1),
    U8(1),
    S16(2),
    U16(2),
    S32(4),
    U32(4),
    S64(8),
    U64(8),
    F32(4),
    F64(8);

    private final int bytes;

    ValueType(int bytes) {
        this.bytes = bytes;
    }

    /** Size in memory in bytes. */
    public int bytes() {
        return bytes;
    }

    /** Whether this is a floating-point type. */
    public boolean isFloat() {
        return this == F32 || this == F64;
    }

    /** Whether values compare, divide and shift as signed numbers. */
    public boolean isSigned() {
        return this == S8 || this == S16 || this == S32 || this == S64;
    }

    /** Whether a value takes 64 bits. */
    public boolean isWide() {
        return bytes == 8;
    }
}
