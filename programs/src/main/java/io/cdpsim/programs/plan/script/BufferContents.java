package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.programs.plan.expression.Formula;
import io.cdpsim.programs.plan.expression.Formula.FormulaScope;
import io.cdpsim.programs.plan.expression.FormulaException;
import io.cdpsim.programs.ptx.MemoryElements;
import java.math.BigInteger;

/** The initial contents of a buffer. Each element is computed independently. */
public sealed interface BufferContents {
    /** The bits of an element. */
    long bits(ValueType type, long index);

    /** Whether all elements are the same. */
    default boolean isUniform() {
        return false;
    }

    /** Writes consecutive elements to the start of an array. */
    default void put(byte[] into, ValueType type, long first, int count) {
        for (int k = 0; k < count; k++) {
            MemoryElements.put(into, k * type.bytes(), type, bits(type, first + k));
        }
    }

    /** Zeros, the initial state of memory. */
    record Zero() implements BufferContents {
        @Override
        public long bits(ValueType type, long index) {
            return 0;
        }
    }

    /** The value of a formula in {@code i}. */
    record Computed(Formula formula) implements BufferContents {
        private static final FormulaScope NO_BUFFERS = (name, first) -> {
            throw new FormulaException("'" + name + "' is not defined here, expected a formula in i");
        };

        /** @throws FormulaException if it names a buffer */
        public Computed {
            formula.isWhole(NO_BUFFERS);
        }

        @Override
        public long bits(ValueType type, long index) {
            return type.isFloat() || !formula.isWhole(NO_BUFFERS)
                    ? MemoryElements.bits(type, rounded(type, formula.number(NO_BUFFERS, index)))
                    : formula.whole(NO_BUFFERS, index);
        }

        @Override
        public boolean isUniform() {
            return formula.isConstant();
        }

        @Override
        public void put(byte[] into, ValueType type, long first, int count) {
            if (type == ValueType.F32 && formula.isIndex()) {
                for (int k = 0; k < count; k++) {
                    LittleEndian.putInt(into, k * Float.BYTES, Float.floatToRawIntBits((float) (double) (first + k)));
                }
            } else {
                BufferContents.super.put(into, type, first, count);
            }
        }

        /** As a conversion to an integer type in C: the fraction is truncated. */
        private static double rounded(ValueType type, double value) {
            return type.isFloat() ? value : value < 0 ? Math.ceil(value) : Math.floor(value);
        }
    }

    /**
     * Uniform random numbers: integers from {@code from} to {@code to - 1}, others from {@code from} up to {@code to}.
     *
     * @param seed equal seeds give equal numbers
     * @param from the least number
     * @param to the bound above the greatest
     */
    record Random(long seed, double from, double to) implements BufferContents {
        private static final long GOLDEN = 0x9E3779B97F4A7C15L;

        @Override
        public long bits(ValueType type, long index) {
            double share = (mixed(mixed(seed) + (index + 1) * GOLDEN) >>> 11) * 0x1p-53;
            double value = from + share * (to - from);
            return type.isFloat()
                    ? MemoryElements.bits(type, value)
                    : BigInteger.valueOf((long) Math.floor(value)).longValue();
        }

        /** The finalizer of SplitMix64 (Steele, Lea, Flood, 2014). */
        private static long mixed(long z) {
            long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
            return b ^ (b >>> 31);
        }
    }

    /** Listed elements; those behind the last are zeros. */
    @SuppressWarnings("ArrayRecordComponent") // large, and never compared
    record Listed(long[] bits) implements BufferContents {
        @Override
        public long bits(ValueType type, long index) {
            return index < bits.length ? bits[(int) index] : 0;
        }
    }
}
