package io.cdpsim.kernel.code;

/**
 * The operands of an opcode that only computes, as PTX's instruction set gives them: logic takes bits of any type, arithmetic the type in
 * the opcode's name, shifts a distance of 32 bits whatever they shift. Halves share the registers of 16-bit integers, as PTX's {@code .b16}
 * and {@code .b32} do.
 */
public record OperandSignature(OperandKind destination, OperandKind a, OperandKind b, OperandKind c) {
    /** The signature of an opcode that does more than compute; the verifier checks each such opcode for itself. */
    public static final OperandSignature IRREGULAR = unary(OperandKind.NONE, OperandKind.NONE);

    static OperandSignature unary(OperandKind all) {
        return unary(all, all);
    }

    static OperandSignature unary(OperandKind destination, OperandKind a) {
        return new OperandSignature(destination, a, OperandKind.NONE, OperandKind.NONE);
    }

    static OperandSignature binary(OperandKind all) {
        return binary(all, all);
    }

    static OperandSignature binary(OperandKind destination, OperandKind operands) {
        return operands(destination, operands, operands);
    }

    static OperandSignature ternary(OperandKind all) {
        return operands(all, all, all, all);
    }

    static OperandSignature operands(OperandKind destination, OperandKind a, OperandKind b) {
        return new OperandSignature(destination, a, b, OperandKind.NONE);
    }

    static OperandSignature operands(OperandKind destination, OperandKind a, OperandKind b, OperandKind c) {
        return new OperandSignature(destination, a, b, c);
    }

    /** The signature with the types that a conversion's modifiers name in place of {@link OperandKind#ANY}. */
    public OperandSignature with(Modifiers modifiers) {
        return destination == OperandKind.ANY && modifiers instanceof Modifiers.Convert convert
                ? unary(OperandKind.of(RegisterType.of(convert.to())), OperandKind.of(RegisterType.of(convert.from())))
                : this;
    }

    /** Number of operands, 0 to 3. */
    public int operands() {
        return c != OperandKind.NONE ? 3 : b != OperandKind.NONE ? 2 : a != OperandKind.NONE ? 1 : 0;
    }
}
