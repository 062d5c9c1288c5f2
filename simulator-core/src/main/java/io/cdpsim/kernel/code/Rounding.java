package io.cdpsim.kernel.code;

/** The rounding of an inexact result to one of its two neighbors, as named in IEEE 754. */
public enum Rounding {
    /** The nearer one, of two equally near the even one (PTX's {@code .rn}, {@code .rni}). */
    NEAREST,
    /** The one nearer zero ({@code .rz}, {@code .rzi}). */
    ZERO,
    /** The lower one ({@code .rm}, {@code .rmi}). */
    DOWN,
    /** The higher one ({@code .rp}, {@code .rpi}). */
    UP
}
