package io.cdpsim.ptx.forms;

/** What an operand of a form holds: the register that it needs, how many bits count, and which values are tried. */
enum FormType {
    U8("b16", 8, Values.WHOLE),
    S8("b16", 8, Values.WHOLE),
    U16("b16", 16, Values.WHOLE),
    S16("b16", 16, Values.WHOLE),
    B16("b16", 16, Values.WHOLE),
    U32("b32", 32, Values.WHOLE),
    S32("b32", 32, Values.WHOLE),
    B32("b32", 32, Values.WHOLE),
    U64("b64", 64, Values.WHOLE),
    S64("b64", 64, Values.WHOLE),
    B64("b64", 64, Values.WHOLE),
    F16("b16", 16, Values.FLOAT),
    BF16("b16", 16, Values.FLOAT),
    F16X2("b32", 32, Values.FLOAT),
    BF16X2("b32", 32, Values.FLOAT),
    F32("f32", 32, Values.FLOAT),
    F64("f64", 64, Values.FLOAT),
    /** An angle from -pi to pi, where PTX bounds the error of sines. */
    ANGLE("f32", 32, Values.ANGLE),
    /** A distance, a position or a width. */
    COUNT("b32", 32, Values.COUNT),
    /** A integer that is not zero, of 16, 32 and 64 bits. */
    DIVISOR16("b16", 16, Values.NOT_ZERO),
    DIVISOR32("b32", 32, Values.NOT_ZERO),
    DIVISOR64("b64", 64, Values.NOT_ZERO),
    /** A predicate, as 0 or 1 in 32 bits. */
    TRUTH("b32", 32, Values.TRUTH);

    /** From where values are taken. */
    enum Values {
        WHOLE,
        FLOAT,
        ANGLE,
        COUNT,
        NOT_ZERO,
        TRUTH
    }

    private final String register;
    private final int bits;
    private final Values kind;

    FormType(String register, int bits, Values kind) {
        this.register = register;
        this.bits = bits;
        this.kind = kind;
    }

    /** The type that PTX's word names. */
    static FormType of(String word) {
        return valueOf(word.toUpperCase(java.util.Locale.ROOT));
    }

    String register() {
        return register;
    }

    int bits() {
        return bits;
    }

    /** Bits of the register that holds it. */
    int registerBits() {
        return Math.max(16, bits);
    }

    Values kind() {
        return kind;
    }

    boolean isSigned() {
        return name().startsWith("S");
    }

    boolean isFloat() {
        return kind == Values.FLOAT;
    }

    boolean isPacked() {
        return name().endsWith("X2");
    }

    /** The format of its numbers, or of each half. */
    ReferenceFloat format() {
        return switch (this) {
            case F16, F16X2 -> ReferenceFloat.F16;
            case BF16, BF16X2 -> ReferenceFloat.BF16;
            case F32, ANGLE -> ReferenceFloat.F32;
            case F64 -> ReferenceFloat.F64;
            default -> throw new IllegalArgumentException(name());
        };
    }

    /** The bits that count, with zeros above them. */
    long cut(long bitsOfValue) {
        return bits == 64 ? bitsOfValue : bitsOfValue & ((1L << bits) - 1);
    }

    /** The number that a integer's bits stand for. */
    long number(long bitsOfValue) {
        return isSigned() ? (bitsOfValue << (64 - bits)) >> (64 - bits) : cut(bitsOfValue);
    }
}
