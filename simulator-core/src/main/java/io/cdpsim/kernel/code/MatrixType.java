package io.cdpsim.kernel.code;

/** The type of a matrix's elements in an instruction that multiplies matrices (PTX ISA 9.0, section 9.7.15). */
public enum MatrixType {
    F16(16),
    BF16(16),
    /** A single-precision number of which the upper 19 bits count. */
    TF32(32),
    E4M3(8),
    E5M2(8),
    F32(32),
    F64(64),
    S8(8),
    U8(8),
    S4(4),
    U4(4),
    B1(1),
    S32(32);

    private static final int REGISTER_BITS = 32;

    private final int bits;

    MatrixType(int bits) {
        this.bits = bits;
    }

    /** Size of an element, bits. */
    public int bits() {
        return bits;
    }

    /** Elements in a register: one of 64 bits, or as many as 32 bits hold. */
    public int perRegister() {
        return Math.max(1, REGISTER_BITS / bits);
    }

    /** Whether elements are floating-point numbers of less than double precision. */
    public boolean isFloat() {
        return switch (this) {
            case F16, BF16, TF32, E4M3, E5M2, F32 -> true;
            case F64, S8, U8, S4, U4, B1, S32 -> false;
        };
    }

    /** Whether elements are signed integers. */
    public boolean isSigned() {
        return this == S8 || this == S4 || this == S32;
    }
}
