package io.cdpsim.gpu.memory;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.ValueType;

/** What atomics make of the value that is in memory. */
public final class AtomicArithmetic {
    private AtomicArithmetic() {}

    /** What an atomic leaves in memory. {@code a} is the operand, {@code b} the new value of a compare-and-swap. */
    public static long result(AtomicOperation operation, ValueType type, long old, long a, long b) {
        return switch (operation) {
            case ADD -> add(type, old, a);
            case AND -> old & a;
            case OR -> old | a;
            case XOR -> old ^ a;
            case MINIMUM -> less(type, a, old) ? a : old;
            case MAXIMUM -> less(type, old, a) ? a : old;
            case EXCHANGE -> a;
            case COMPARE_AND_SWAP -> same(type, old, a) ? b : old;
            case INCREMENT -> Integer.compareUnsigned((int) old, (int) a) >= 0 ? 0 : (int) old + 1;
            case DECREMENT -> old == 0 || Integer.compareUnsigned((int) old, (int) a) > 0 ? a : (int) old - 1;
        };
    }

    /** Whether two registers hold the same value of a type. */
    public static boolean same(ValueType type, long a, long b) {
        return held(type, a) == held(type, b);
    }

    /** What a register holds that has been stored as a value of a type and loaded again. */
    public static long held(ValueType type, long value) {
        return switch (type) {
            case S8 -> (byte) value;
            case U8 -> value & 0xFF;
            case S16 -> (short) value;
            case U16 -> value & 0xFFFF;
            case S32, U32, F32 -> (int) value;
            case S64, U64, F64 -> value;
        };
    }

    private static boolean less(ValueType type, long a, long b) {
        return switch (type) {
            case U32 -> Integer.compareUnsigned((int) a, (int) b) < 0;
            case U64 -> Long.compareUnsigned(a, b) < 0;
            default -> a < b;
        };
    }

    private static long add(ValueType type, long old, long a) {
        return switch (type) {
            case F32 -> Float.floatToIntBits(Float.intBitsToFloat((int) old) + Float.intBitsToFloat((int) a));
            case F64 -> Double.doubleToLongBits(Double.longBitsToDouble(old) + Double.longBitsToDouble(a));
            case S64, U64 -> old + a;
            default -> (int) old + (int) a;
        };
    }
}
