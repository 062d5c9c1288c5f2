package io.cdpsim.kernel.code;

/** Which of the two neighbours of an exact result stands for it, as IEEE 754 names them. */
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
