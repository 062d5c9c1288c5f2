package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.code.ValueType;

/** The new value of memory after an atomic: the arithmetic is that of the instructions. */
public final class AtomicSemantics {
    private static final int FLUSHING = ModifierBits.of(new Modifiers.Arithmetic(Rounding.NEAREST, true, false));

    private AtomicSemantics() {}

    /**
     * What an atomic leaves in memory, as a load of its type would give it. {@code a} is the operand, {@code b} the new value of a
     * compare-and-swap.
     */
    public static long result(AtomicOperation operation, ValueType type, long old, long a, long b) {
        long value = switch (operation) {
            case ADD -> add(type, old, a);
            case AND -> BitSemantics.andB64(old, a);
            case OR -> BitSemantics.orB64(old, a);
            case XOR -> BitSemantics.xorB64(old, a);
            case MINIMUM -> minimum(type, old, a);
            case MAXIMUM -> maximum(type, old, a);
            case EXCHANGE -> a;
            case COMPARE_AND_SWAP -> same(type, old, a) ? b : old;
            case INCREMENT -> Integer.compareUnsigned((int) old, (int) a) >= 0 ? 0 : (int) old + 1;
            case DECREMENT -> old == 0 || Integer.compareUnsigned((int) old, (int) a) > 0 ? a : (int) old - 1;
        };
        return held(type, value);
    }

    /** As above for memory beyond the L1, whose adders flush subnormal numbers of single precision and preserve NaNs (seen on an H100). */
    public static long resultInGlobal(AtomicOperation operation, ValueType type, long old, long a, long b) {
        if (operation == AtomicOperation.ADD && type == ValueType.F32) {
            return SingleSemantics.addF32(old, a, FLUSHING);
        }
        if (operation == AtomicOperation.ADD && type == ValueType.F64 && (FloatBits.isNan(old) || FloatBits.isNan(a))) {
            return FloatBits.isNan(old) ? old : a;
        }
        return result(operation, type, old, a, b);
    }

    /** Whether two registers hold the same bits of a type. */
    public static boolean same(ValueType type, long a, long b) {
        return held(type, a) == held(type, b);
    }

    /** A register's value, as a load of its type returns it. */
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
            case F32 -> SingleSemantics.addF32(old, a);
            // Of two NaNs, the one in memory remains.
            case F64 -> DoubleSemantics.addF64(a, old);
            case F16 -> HalfSemantics.addF16(old, a, 0);
            case BF16 -> HalfSemantics.addBf16(old, a, 0);
            case F16X2 -> PackedSemantics.addF16x2(old, a, 0);
            case BF16X2 -> PackedSemantics.addBf16x2(old, a, 0);
            case S64, U64 -> WideSemantics.addI64(old, a);
            case S8, U8, S16, U16, S32, U32 -> IntegerSemantics.addI32(old, a);
        };
    }

    private static long minimum(ValueType type, long old, long a) {
        return switch (type) {
            case F32 -> SingleSemantics.minF32(old, a);
            case F64 -> DoubleSemantics.minF64(old, a);
            case F16 -> HalfSemantics.minF16(old, a, 0);
            case BF16 -> HalfSemantics.minBf16(old, a, 0);
            case F16X2 -> PackedSemantics.minF16x2(old, a, 0);
            case BF16X2 -> PackedSemantics.minBf16x2(old, a, 0);
            case S64 -> WideSemantics.minS64(old, a);
            case U64 -> WideSemantics.minU64(old, a);
            case U8, U16, U32 -> IntegerSemantics.minU32(held(type, old), held(type, a));
            case S8, S16, S32 -> IntegerSemantics.minS32(held(type, old), held(type, a));
        };
    }

    private static long maximum(ValueType type, long old, long a) {
        return switch (type) {
            case F32 -> SingleSemantics.maxF32(old, a);
            case F64 -> DoubleSemantics.maxF64(old, a);
            case F16 -> HalfSemantics.maxF16(old, a, 0);
            case BF16 -> HalfSemantics.maxBf16(old, a, 0);
            case F16X2 -> PackedSemantics.maxF16x2(old, a, 0);
            case BF16X2 -> PackedSemantics.maxBf16x2(old, a, 0);
            case S64 -> WideSemantics.maxS64(old, a);
            case U64 -> WideSemantics.maxU64(old, a);
            case U8, U16, U32 -> IntegerSemantics.maxU32(held(type, old), held(type, a));
            case S8, S16, S32 -> IntegerSemantics.maxS32(held(type, old), held(type, a));
        };
    }
}
