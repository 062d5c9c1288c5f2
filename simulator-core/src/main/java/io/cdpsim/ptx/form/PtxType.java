package io.cdpsim.ptx.form;

import io.cdpsim.kernel.code.ValueType;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** PTX's fundamental types, by the words that name them. */
public enum PtxType {
    B8(8, Kind.BITS, ValueType.U8),
    B16(16, Kind.BITS, ValueType.U16),
    B32(32, Kind.BITS, ValueType.U32),
    B64(64, Kind.BITS, ValueType.U64),
    /** Two adjacent registers of 64 bits, the lower half first. */
    B128(128, Kind.BITS, ValueType.U64),
    U8(8, Kind.UNSIGNED, ValueType.U8),
    U16(16, Kind.UNSIGNED, ValueType.U16),
    U32(32, Kind.UNSIGNED, ValueType.U32),
    U64(64, Kind.UNSIGNED, ValueType.U64),
    S8(8, Kind.SIGNED, ValueType.S8),
    S16(16, Kind.SIGNED, ValueType.S16),
    S32(32, Kind.SIGNED, ValueType.S32),
    S64(64, Kind.SIGNED, ValueType.S64),
    F16(16, Kind.FLOAT, ValueType.F16),
    BF16(16, Kind.FLOAT, ValueType.BF16),
    F16X2(32, Kind.FLOAT, ValueType.F16X2),
    BF16X2(32, Kind.FLOAT, ValueType.BF16X2),
    U16X2(32, Kind.UNSIGNED, ValueType.U32),
    S16X2(32, Kind.SIGNED, ValueType.U32),
    F32(32, Kind.FLOAT, ValueType.F32),
    F64(64, Kind.FLOAT, ValueType.F64),
    PRED(1, Kind.PREDICATE, ValueType.U32);

    /** The interpretation of bits. */
    public enum Kind {
        BITS,
        UNSIGNED,
        SIGNED,
        FLOAT,
        PREDICATE
    }

    private final int bits;
    private final Kind kind;
    private final ValueType value;

    PtxType(int bits, Kind kind, ValueType value) {
        this.bits = bits;
        this.kind = kind;
        this.value = value;
    }

    /** The type that a word names; null if it names none. */
    public static @Nullable PtxType of(String word) {
        return switch (word) {
            case "b8" -> B8;
            case "b16" -> B16;
            case "b32" -> B32;
            case "b64" -> B64;
            case "b128" -> B128;
            case "u8" -> U8;
            case "u16" -> U16;
            case "u32" -> U32;
            case "u64" -> U64;
            case "s8" -> S8;
            case "s16" -> S16;
            case "s32" -> S32;
            case "s64" -> S64;
            case "f16" -> F16;
            case "bf16" -> BF16;
            case "f16x2" -> F16X2;
            case "bf16x2" -> BF16X2;
            case "u16x2" -> U16X2;
            case "s16x2" -> S16X2;
            case "f32" -> F32;
            case "f64" -> F64;
            case "pred" -> PRED;
            default -> null;
        };
    }

    /** Size of a value, bits. */
    public int bits() {
        return bits;
    }

    /** Size of a value in memory, bytes. */
    public int bytes() {
        return bits / 8;
    }

    /** The value type of it in memory and in a parameter. */
    public ValueType value() {
        return value;
    }

    /** Whether a register of 64 bits holds it. */
    public boolean isWide() {
        return bits == 64;
    }

    /** Whether a register of 32 bits holds it with bits to spare. */
    public boolean isNarrow() {
        return bits < 32 && kind != Kind.PREDICATE;
    }

    /** Whether it is a floating-point number, or two. */
    public boolean isFloat() {
        return kind == Kind.FLOAT;
    }

    /** Whether it is one float of 16 bits. */
    public boolean isHalf() {
        return this == F16 || this == BF16;
    }

    /** Whether a register holds two values. */
    public boolean isPacked() {
        return this == F16X2 || this == BF16X2 || this == U16X2 || this == S16X2;
    }

    /** Whether it is a signed integer. */
    public boolean isSigned() {
        return kind == Kind.SIGNED;
    }

    /** Whether values are integers without a sign, or bits. */
    public boolean isUnsigned() {
        return kind == Kind.UNSIGNED || kind == Kind.BITS;
    }

    /** Whether it is a predicate. */
    public boolean isPredicate() {
        return kind == Kind.PREDICATE;
    }

    /** A number as a register holds it: sign-extended from the type's width, but 8 bits without a sign zero-extended. */
    public long held(long number) {
        return switch (bits) {
            case 8 -> isSigned() ? (byte) number : number & 0xFF;
            case 16 -> (short) number;
            case 32 -> (int) number;
            default -> number;
        };
    }

    /** The word that names it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
