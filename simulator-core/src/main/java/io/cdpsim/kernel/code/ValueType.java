package io.cdpsim.kernel.code;

/**
 * The type of a register or of a value in memory.
 *
 * <p>A register is 64 bits wide. Integers of 32 bits are held sign-extended whatever their signedness, single-precision floats as their
 * bits, sign-extended; the instruction, not the register, says how the bits are read. Where a value of 8 or 16 bits is meant, only the
 * low bits of the register count; halves are held sign-extended from 16 bits.
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
    F64(8),
    /** Half precision of IEEE 754. */
    F16(2),
    /** The upper half of an F32. */
    BF16(2),
    /** Two of half precision, the first in the low bits. */
    F16X2(4),
    BF16X2(4);

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
        return switch (this) {
            case F32, F64, F16, BF16, F16X2, BF16X2 -> true;
            case S8, U8, S16, U16, S32, U32, S64, U64 -> false;
        };
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
