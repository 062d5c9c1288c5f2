package io.cdpsim.ptx.syntax;

/** Where a variable or a parameter is. */
public enum Space {
    /** A register, of a parameter or a result in the old style. */
    REG,
    /** Constant memory. */
    CONST,
    /** Global memory. */
    GLOBAL,
    /** A thread's own memory. */
    LOCAL,
    /** Parameters of kernels and functions, and arguments of calls. */
    PARAM,
    /** A block's memory. */
    SHARED,
    /** Textures, in the old style. */
    TEX
}
