package io.cdpsim.kernel.code;

/** The execution pipe of an SM that an instruction occupies. */
public enum Pipe {
    /** Single-precision arithmetic. */
    FP32,
    /** Integer addition, logic, comparison and conversion. */
    INTEGER,
    /** Integer multiplication. */
    INTEGER_MULTIPLY,
    /** Double-precision arithmetic. */
    FP64,
    /** Reciprocal, square roots, sines, exponentials. */
    SPECIAL_FUNCTION,
    /** Exchange between the lanes of a warp. */
    SHUFFLE,
    /** Branches, barriers and predicate logic. */
    CONTROL,
    /** Memory accesses and atomics. */
    LOAD_STORE,
    /** Folded into other instructions by every compiler: takes no issue slot. */
    FREE
}
