package io.cdpsim.ptx.syntax;

/**
 * A floating-point number.
 *
 * @param bits its IEEE 754 bits, with the sign applied
 * @param width 32 for {@code 0f3F800000}, 64 for {@code 0d3FF0000000000000} and for decimals
 * @param at offset in the text
 */
public record FloatLiteral(long bits, int width, int at) implements PtxOperand, Initializer {
    /** The number. */
    public double value() {
        return width == 32 ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }
}
