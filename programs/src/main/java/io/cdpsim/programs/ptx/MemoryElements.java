package io.cdpsim.programs.ptx;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.LittleEndian;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The memory representation of numbers, element by element, little-endian. */
public final class MemoryElements {
    /** The element types, in the order of messages. */
    public static final List<ValueType> TYPES = List.of(
            ValueType.S8,
            ValueType.U8,
            ValueType.S16,
            ValueType.U16,
            ValueType.S32,
            ValueType.U32,
            ValueType.S64,
            ValueType.U64,
            ValueType.F32,
            ValueType.F64);

    private MemoryElements() {}

    /** The name of a type, as in PTX: {@code f32}. */
    public static String word(ValueType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /** The type with a name: those of PTX, {@code b32} and the like as {@code u32}. */
    public static Optional<ValueType> type(String word) {
        String name = word.startsWith("b") ? "u" + word.substring(1) : word;
        return TYPES.stream().filter(each -> word(each).equals(name)).findFirst();
    }

    /**
     * The bits of a number.
     *
     * @param value any Java number, including {@link BigInteger}
     * @throws IllegalArgumentException if an integer type cannot represent it; each type accepts signed and unsigned numbers of its width, since PTX
     *     declares an {@code int} as {@code .u32}
     */
    public static long bits(ValueType type, Number value) {
        return switch (type) {
            case F32 -> Float.floatToRawIntBits(value.floatValue());
            case F64 -> Double.doubleToRawLongBits(value.doubleValue());
            case S8, U8, S16, U16, S32, U32, S64, U64 -> whole(type, value);
            case F16, BF16, F16X2, BF16X2 ->
                throw new IllegalArgumentException("a number for ." + word(type) + " is given as bytes");
        };
    }

    private static long whole(ValueType type, Number value) {
        BigInteger whole;
        if (value instanceof BigInteger big) {
            whole = big;
        } else if (value instanceof Double || value instanceof Float) {
            if (value.doubleValue() != Math.rint(value.doubleValue()) || Math.abs(value.doubleValue()) > 0x1p63) {
                throw new IllegalArgumentException(value + " is not a number of ." + word(type));
            }
            whole = BigInteger.valueOf(value.longValue());
        } else {
            whole = BigInteger.valueOf(value.longValue());
        }
        int width = 8 * type.bytes();
        if (whole.signum() < 0 ? whole.bitLength() >= width : whole.bitLength() > width) {
            throw new IllegalArgumentException(value + " does not fit into ." + word(type));
        }
        return whole.longValue();
    }

    /** An integer of a type, signed if the type is. */
    public static long whole(ValueType type, long bits) {
        return switch (type) {
            case S8 -> (byte) bits;
            case U8 -> bits & 0xFF;
            case S16 -> (short) bits;
            case U16 -> bits & 0xFFFF;
            case S32 -> (int) bits;
            case U32 -> bits & 0xFFFF_FFFFL;
            default -> bits;
        };
    }

    /** The number that the bits of a type represent. */
    public static double number(ValueType type, long bits) {
        return switch (type) {
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
            case U64 -> bits >= 0 ? bits : (bits >>> 1) * 2.0 + (bits & 1);
            default -> whole(type, bits);
        };
    }

    /** The text of the bits of a type. */
    public static String text(ValueType type, long bits) {
        return switch (type) {
            case F32 -> Float.toString(Float.intBitsToFloat((int) bits));
            case F64 -> Double.toString(Double.longBitsToDouble(bits));
            case U64 -> Long.toUnsignedString(bits);
            default -> Long.toString(whole(type, bits));
        };
    }

    /** Writes an element. */
    public static void put(byte[] into, int at, ValueType type, long bits) {
        switch (type.bytes()) {
            case Integer.BYTES -> LittleEndian.putInt(into, at, (int) bits);
            case Long.BYTES -> LittleEndian.putLong(into, at, bits);
            default -> {
                for (int i = 0; i < type.bytes(); i++) {
                    into[at + i] = (byte) (bits >>> (8 * i));
                }
            }
        }
    }

    /** Reads an element. */
    public static long get(byte[] from, int at, ValueType type) {
        long bits = 0;
        for (int i = 0; i < type.bytes(); i++) {
            bits |= (from[at + i] & 0xFFL) << (8 * i);
        }
        return bits;
    }
}
