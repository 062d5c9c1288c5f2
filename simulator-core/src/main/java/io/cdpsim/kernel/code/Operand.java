package io.cdpsim.kernel.code;

/** What an instruction reads: a register or a constant, with its type. */
public sealed interface Operand {
    /** The type of its bits. */
    ValueType type();

    /**
     * A register of the running thread.
     *
     * @param kernel the only kernel that may use it
     */
    record Register(int index, ValueType type, KernelReference kernel) implements Operand {}

    /** A value known when the kernel is built; {@code bits} as a register would hold them. */
    record Constant(long bits, ValueType type) implements Operand {}

    /** A 32-bit signed constant. */
    static Constant s32(int value) {
        return new Constant(value, ValueType.S32);
    }

    /** A 32-bit unsigned constant. */
    static Constant u32(int value) {
        return new Constant(value, ValueType.U32);
    }

    /** A 64-bit signed constant. */
    static Constant s64(long value) {
        return new Constant(value, ValueType.S64);
    }

    /** A 64-bit unsigned constant, such as an address. */
    static Constant u64(long value) {
        return new Constant(value, ValueType.U64);
    }

    /** A single-precision constant. */
    static Constant f32(float value) {
        return new Constant(Float.floatToRawIntBits(value), ValueType.F32);
    }

    /** A double-precision constant. */
    static Constant f64(double value) {
        return new Constant(Double.doubleToRawLongBits(value), ValueType.F64);
    }
}
