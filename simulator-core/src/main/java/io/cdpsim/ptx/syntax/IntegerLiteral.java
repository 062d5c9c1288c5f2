package io.cdpsim.ptx.syntax;

/**
 * A integer, or an expression of such that is known from the text alone.
 *
 * @param value its 64 bits, with the sign applied
 * @param unsigned whether it is unsigned: it ends in {@code U}, or does not fit the signed type
 * @param at offset in the text
 */
public record IntegerLiteral(long value, boolean unsigned, int at) implements PtxOperand, Initializer {}
