package io.cdpsim.kernel.meaning;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.ValueType;

/** What atomics make of the value that is in memory: the arithmetic is that of the instructions. */
public final class AtomicMeaning {
    private AtomicMeaning() {}

    /**
     * What an atomic leaves in memory, as a load of its type would give it. {@code a} is the operand, {@code b} the new value of a
     * compare-and-swap.
     */
    public static long result(AtomicOperation operation, ValueType type, long old, long a, long b) {
        long value = switch (operation) {
            case ADD -> add(type, old, a);
            case AND -> BitMeaning.andB64(old, a);
            case OR -> BitMeaning.orB64(old, a);
            case XOR -> BitMeaning.xorB64(old, a);
            case MINIMUM -> minimum(type, old, a);
            case MAXIMUM -> maximum(type, old, a);
            case EXCHANGE -> a;
            case COMPARE_AND_SWAP -> same(type, old, a) ? b : old;
            case INCREMENT -> Integer.compareUnsigned((int) old, (int) a) >= 0 ? 0 : (int) old + 1;
            case DECREMENT -> old == 0 || Integer.compareUnsigned((int) old, (int) a) > 0 ? a : (int) old - 1;
        };
        return held(type, value);
    }

    /** Whether two registers hold the same bits of a type. */
    public static boolean same(ValueType type, long a, long b) {
        return held(type, a) == held(type, b);
    }

    /** A register's value, as a load of its type would give it. */
    public static long held(ValueType type, long value) {
        return switch (type) {
            case S8 -> (byte) value;
            case U8 -> value & 0xFF;
            case S16, F16, BF16 -> (short) value;
            case U16 -> value & 0xFFFF;
            case S32, U32, F32, F16X2, BF16X2 -> (int) value;
            case S64, U64, F64 -> value;
        };
    }

    private static long add(ValueType type, long old, long a) {
        return switch (type) {
            case F32 -> SingleMeaning.addF32(old, a);
            case F64 -> DoubleMeaning.addF64(old, a);
            case F16 -> HalfMeaning.addF16(old, a, 0);
            case BF16 -> HalfMeaning.addBf16(old, a, 0);
            case F16X2 -> PackedMeaning.addF16x2(old, a, 0);
            case BF16X2 -> PackedMeaning.addBf16x2(old, a, 0);
            case S64, U64 -> WideMeaning.addI64(old, a);
            case S8, U8, S16, U16, S32, U32 -> IntegerMeaning.addI32(old, a);
        };
    }

    private static long minimum(ValueType type, long old, long a) {
        return switch (type) {
            case F32 -> SingleMeaning.minF32(old, a);
            case F64 -> DoubleMeaning.minF64(old, a);
            case F16 -> HalfMeaning.minF16(old, a, 0);
            case BF16 -> HalfMeaning.minBf16(old, a, 0);
            case F16X2 -> PackedMeaning.minF16x2(old, a, 0);
            case BF16X2 -> PackedMeaning.minBf16x2(old, a, 0);
            case S64 -> WideMeaning.minS64(old, a);
            case U64 -> WideMeaning.minU64(old, a);
            case U8, U16, U32 -> IntegerMeaning.minU32(held(type, old), held(type, a));
            case S8, S16, S32 -> IntegerMeaning.minS32(held(type, old), held(type, a));
        };
    }

    private static long maximum(ValueType type, long old, long a) {
        return switch (type) {
            case F32 -> SingleMeaning.maxF32(old, a);
            case F64 -> DoubleMeaning.maxF64(old, a);
            case F16 -> HalfMeaning.maxF16(old, a, 0);
            case BF16 -> HalfMeaning.maxBf16(old, a, 0);
            case F16X2 -> PackedMeaning.maxF16x2(old, a, 0);
            case BF16X2 -> PackedMeaning.maxBf16x2(old, a, 0);
            case S64 -> WideMeaning.maxS64(old, a);
            case U64 -> WideMeaning.maxU64(old, a);
            case U8, U16, U32 -> IntegerMeaning.maxU32(held(type, old), held(type, a));
            case S8, S16, S32 -> IntegerMeaning.maxS32(held(type, old), held(type, a));
        };
    }
}
