package io.cdpsim.ptx.syntax;

/** The visibility of a variable or a function to other modules. */
public enum Linkage {
    /** Only its own module. */
    NONE,
    /** Defined in another module, or, in shared memory without a size, by the launch. */
    EXTERN,
    /** Every module. */
    VISIBLE,
    /** Every module, unless another defines it without this. */
    WEAK,
    /** Every module, and several may define it; the largest counts. */
    COMMON
}
