package io.cdpsim.kernel.code;

/** The execution pipe of an SM that an instruction occupies. */
public enum Pipe {
    /** Single-precision arithmetic. */
    FP32,
    /** Integer addition, logic, comparison and conversion to float. */
    INTEGER,
    /** Integer multiplication. */
    INTEGER_MULTIPLY,
    /** Double-precision arithmetic. */
    FP64,
    /** Reciprocal, square roots, sines, exponentials, conversions from float and of 64 bits. */
    SPECIAL_FUNCTION,
    /** Exchange between the lanes of a warp. */
    SHUFFLE,
    /** Products of matrices. */
    TENSOR,
    /** Branches, barriers and predicate logic. */
    CONTROL,
    /** Memory accesses and atomics. */
    LOAD_STORE,
    /** Folded into other instructions by every compiler: takes no issue slot. */
    FREE;

    /** Whether most of its instructions only read and write registers of their own lane. */
    boolean computes() {
        return this == FP32 || this == INTEGER || this == INTEGER_MULTIPLY || this == FP64 || this == SPECIAL_FUNCTION;
    }
}
