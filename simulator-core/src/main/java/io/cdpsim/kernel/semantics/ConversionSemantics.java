package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.code.ValueType;

/**
 * Conversions between types, with the NaN of PTX's {@code cvt}: as an integer it is zero if it comes from a shorter float than F64 and
 * becomes an integer of at most 32 bits, else the integer whose top bit alone is set.
 */
public final class ConversionSemantics {
    private static final double TWO_TO_63 = 0x1p63;

    /** TF32 has 13 fraction bits fewer than F32. */
    private static final int FLOAT_INFINITY = 0x7F800000;

    private static final int HALF_OF_TF32_UNIT = 1 << 12;

    /** The result of an H100 for {@code cvt.ftz.f64.f32} of a NaN. */
    private static final long FLUSHED_NAN = 0x7FFFFFFFE0000000L;

    private ConversionSemantics() {}

    public static long cvtS32ToS64(long a) {
        return (int) a;
    }

    public static long cvtU32ToU64(long a) {
        return a & 0xFFFFFFFFL;
    }

    public static long cvtI64ToI32(long a) {
        return (int) a;
    }

    /** Sign-extends the low 8 bits. */
    public static long cvtToS8(long a) {
        return (byte) a;
    }

    public static long cvtToU8(long a) {
        return a & 0xFF;
    }

    public static long cvtToS16(long a) {
        return (short) a;
    }

    public static long cvtToU16(long a) {
        return a & 0xFFFF;
    }

    public static long cvtS32ToF32(long a) {
        return FloatBits.bits((float) (int) a);
    }

    public static long cvtU32ToF32(long a) {
        return FloatBits.bits((float) (a & 0xFFFFFFFFL));
    }

    public static long cvtS64ToF32(long a) {
        return FloatBits.bits((float) a);
    }

    public static long cvtU64ToF32(long a) {
        // The last bit is kept as a sticky bit, so that halving does not change the rounding.
        return FloatBits.bits(a >= 0 ? (float) a : 2.0f * (float) ((a >>> 1) | (a & 1)));
    }

    public static long cvtS32ToF64(long a) {
        return FloatBits.bits((double) (int) a);
    }

    public static long cvtU32ToF64(long a) {
        return FloatBits.bits((double) (a & 0xFFFFFFFFL));
    }

    public static long cvtS64ToF64(long a) {
        return FloatBits.bits((double) a);
    }

    public static long cvtU64ToF64(long a) {
        return FloatBits.bits(unsignedToDouble(a));
    }

    /** Towards zero and limited to the type, as all of these. */
    public static long cvtF32ToS32(long a) {
        return (int) FloatBits.single(a);
    }

    public static long cvtF32ToU32(long a) {
        return toUnsigned32(FloatBits.single(a));
    }

    public static long cvtF32ToS64(long a) {
        float value = FloatBits.single(a);
        return Float.isNaN(value) ? Long.MIN_VALUE : (long) value;
    }

    public static long cvtF32ToU64(long a) {
        return toUnsigned64(FloatBits.single(a));
    }

    public static long cvtF64ToS32(long a) {
        double value = FloatBits.real(a);
        return Double.isNaN(value) ? Integer.MIN_VALUE : (int) value;
    }

    public static long cvtF64ToU32(long a) {
        double value = FloatBits.real(a);
        return Double.isNaN(value) ? Integer.MIN_VALUE : toUnsigned32(value);
    }

    public static long cvtF64ToS64(long a) {
        double value = FloatBits.real(a);
        return Double.isNaN(value) ? Long.MIN_VALUE : (long) value;
    }

    public static long cvtF64ToU64(long a) {
        return toUnsigned64(FloatBits.real(a));
    }

    public static long cvtF32ToF64(long a) {
        double value = FloatBits.single(a);
        return Double.isNaN(value) ? widened(a, ValueType.F32) : Double.doubleToRawLongBits(value);
    }

    public static long cvtF64ToF32(long a) {
        double value = FloatBits.real(a);
        return Double.isNaN(value) ? narrowed(a, ValueType.F32) : Float.floatToRawIntBits((float) value);
    }

    /** Adding half a unit of the last place rounds the magnitude up where the rest is half or more; a NaN is treated like a number. */
    public static long cvtF32ToTf32(long a) {
        int magnitude = (int) a & Integer.MAX_VALUE;
        // A NaN is cut.
        boolean isNan = magnitude > FLOAT_INFINITY;
        int rounded = (isNan ? magnitude : magnitude + HALF_OF_TF32_UNIT) & (-2 * HALF_OF_TF32_UNIT);
        return rounded | ((int) a & Integer.MIN_VALUE);
    }

    /** Any conversion without F64, with the types of {@link io.cdpsim.kernel.code.Modifiers.Convert}. */
    public static long convert(long a, int modifiers) {
        ValueType from = ModifierBits.from(modifiers);
        if (!from.isFloat()) {
            return fromInteger(from, integer(from, a), modifiers);
        }
        FloatFormat format = format(from);
        ValueType to = ModifierBits.to(modifiers);
        // No subnormal F32 is as large as the least F16, and rounding up or down sees that it is not zero.
        double value = from == ValueType.F32 && to != ValueType.F16 ? format.operand(a, modifiers) : format.decode(a);
        boolean keepsNan = !ModifierBits.saturates(modifiers) && !ModifierBits.flushes(modifiers);
        if (from == ValueType.BF16 && to == ValueType.F32 && Double.isNaN(value) && keepsNan) {
            int bits = (int) a << 16;
            return bits;
        }
        return fromFloat(value, modifiers);
    }

    /** Any conversion of a floating-point number without F64 that leaves no fraction, with the types of {@link io.cdpsim.kernel.code.Modifiers.Convert}. */
    public static long convertIntegral(long a, int modifiers) {
        return convert(a, modifiers);
    }

    /** Any conversion from or to F64, with the types of {@link io.cdpsim.kernel.code.Modifiers.Convert}. */
    public static long convertF64(long a, int modifiers) {
        ValueType from = ModifierBits.from(modifiers);
        ValueType to = ModifierBits.to(modifiers);
        boolean keepsNan = from.isFloat() && to.isFloat() && !ModifierBits.saturates(modifiers);
        if (from == ValueType.F64) {
            return keepsNan && FloatBits.isNan(a) ? narrowed(a, to) : fromFloat(FloatBits.real(a), modifiers);
        }
        if (keepsNan && Double.isNaN(format(from).decode(a))) {
            return from == ValueType.F32 && ModifierBits.flushes(modifiers) ? FLUSHED_NAN : widened(a, from);
        }
        return convert(a, modifiers);
    }

    /** A NaN of double precision in a shorter format, quiet, with the upper bits of its payload. */
    private static long narrowed(long nan, ValueType to) {
        return switch (to) {
            case F32 -> (int) (((nan >>> 32) & 0x80000000L) | 0x7FC00000 | ((nan >>> 29) & 0x3FFFFF));
            case F16 -> (short) (((nan >>> 48) & 0x8000) | 0x7E00 | ((nan >>> 42) & 0x1FF));
            case BF16 -> (short) (((nan >>> 48) & 0x8000) | 0x7FC0 | ((nan >>> 45) & 0x3F));
            default -> FloatBits.quiet(nan);
        };
    }

    /** A NaN of a shorter format in double precision, quiet, with its payload as the upper bits. */
    private static long widened(long nan, ValueType from) {
        long magnitude = switch (from) {
            case F32 -> (nan & 0x7FFFFF) << 29;
            case F16 -> (nan & 0x3FF) << 42;
            default -> (nan & 0x7F) << 45;
        };
        long sign = (nan << (from == ValueType.F32 ? 32 : 48)) & Long.MIN_VALUE;
        return FloatBits.quiet(sign | 0x7FF0000000000000L | magnitude);
    }

    /** a and b as halves of a register, a in the upper one, with the types of {@link io.cdpsim.kernel.code.Modifiers.Convert}. */
    public static long convertPacked(long a, long b, int modifiers) {
        FloatFormat to = ModifierBits.to(modifiers) == ValueType.F16X2 ? FloatFormat.F16 : FloatFormat.BF16;
        return PackedSemantics.pack(packed(a, to, modifiers), packed(b, to, modifiers));
    }

    private static long packed(long a, FloatFormat to, int modifiers) {
        double narrow = to.narrow(FloatFormat.F32.operand(a, modifiers), ModifierBits.rounding(modifiers));
        return to.encode(ModifierBits.saturates(modifiers) ? FloatBits.saturated(narrow) : narrow);
    }

    private static FloatFormat format(ValueType type) {
        return switch (type) {
            case F16 -> FloatFormat.F16;
            case BF16 -> FloatFormat.BF16;
            case F32 -> FloatFormat.F32;
            default -> throw new IllegalArgumentException("no conversion knows " + type);
        };
    }

    private static long fromFloat(double value, int modifiers) {
        Rounding rounding = ModifierBits.rounding(modifiers);
        ValueType to = ModifierBits.to(modifiers);
        if (!to.isFloat()) {
            return toInteger(value, rounding, to, ModifierBits.from(modifiers) == ValueType.F64);
        }
        boolean integral = ModifierBits.toIntegral(modifiers);
        // A number without fraction may still be too long for a shorter format.
        return toFloat(
                integral ? ExactRounding.integral(value, rounding) : value,
                integral ? Rounding.NEAREST : rounding,
                modifiers);
    }

    /** @param value may be rounded to odd if the new type is not F64 */
    private static long toFloat(double value, Rounding rounding, int modifiers) {
        ValueType to = ModifierBits.to(modifiers);
        double rounded = to == ValueType.F64 ? value : format(to).narrow(value, rounding);
        double kept = to == ValueType.F32 && ModifierBits.flushes(modifiers) && FloatFormat.F32.flushed(value) == 0
                ? Math.copySign(0.0, value)
                : rounded;
        double limited = ModifierBits.saturates(modifiers) ? FloatBits.saturated(kept) : kept;
        return to == ValueType.F64 ? FloatBits.bits(limited) : format(to).encode(limited);
    }

    private static long toInteger(double value, Rounding rounding, ValueType to, boolean fromDouble) {
        if (Double.isNaN(value)) {
            return fromDouble || to.isWide() ? held(to, 1L << (8 * to.bytes() - 1)) : 0;
        }
        double whole = ExactRounding.integral(value, rounding);
        if (to == ValueType.U64) {
            return toUnsigned64(whole);
        }
        return held(to, Math.max(lowest(to), Math.min(highest(to), (long) whole)));
    }

    private static long fromInteger(ValueType from, long value, int modifiers) {
        ValueType to = ModifierBits.to(modifiers);
        boolean beyondSigned = from == ValueType.U64 && value < 0;
        if (!to.isFloat()) {
            return held(to, ModifierBits.saturates(modifiers) ? limited(to, value, beyondSigned) : value);
        }
        double nearest = beyondSigned ? unsignedToDouble(value) : (double) value;
        int error = errorOf(nearest, value, beyondSigned);
        Rounding rounding = ModifierBits.rounding(modifiers);
        if (to != ValueType.F64) {
            return toFloat(ExactRounding.odd(nearest, error), rounding, modifiers);
        }
        return toFloat(
                ExactRounding.directed(nearest, error, !beyondSigned && value < 0, rounding),
                Rounding.NEAREST,
                modifiers);
    }

    /** The sign of an integer minus its nearest double. */
    private static int errorOf(double nearest, long value, boolean beyondSigned) {
        if (beyondSigned) {
            // 2^64 is above every integer of 64 bits.
            return nearest == 0x1p64 ? -1 : Long.compareUnsigned(value, (long) (nearest - 0x1p63) ^ Long.MIN_VALUE);
        }
        return nearest == 0x1p63 ? -1 : Long.compare(value, (long) nearest);
    }

    private static long limited(ValueType to, long value, boolean beyondSigned) {
        if (to == ValueType.U64) {
            return beyondSigned ? value : Math.max(0, value);
        }
        return beyondSigned ? highest(to) : Math.max(lowest(to), Math.min(highest(to), value));
    }

    /** The number in the low bits of a register; of U64 its bits. */
    private static long integer(ValueType type, long a) {
        return switch (type) {
            case S8 -> (byte) a;
            case U8 -> a & 0xFF;
            case S16 -> (short) a;
            case U16 -> a & 0xFFFF;
            case S32 -> (int) a;
            case U32 -> a & 0xFFFFFFFFL;
            default -> a;
        };
    }

    /** The low bits of a number, as a register holds them. */
    private static long held(ValueType type, long value) {
        return switch (type) {
            case S8 -> (byte) value;
            case U8 -> value & 0xFF;
            case S16, U16 -> (short) value;
            case S32, U32 -> (int) value;
            default -> value;
        };
    }

    private static long highest(ValueType type) {
        int bits = 8 * type.bytes();
        return type.isSigned() ? Long.MAX_VALUE >>> (64 - bits) : bits == 64 ? Long.MAX_VALUE : (1L << bits) - 1;
    }

    private static long lowest(ValueType type) {
        return type.isSigned() ? Long.MIN_VALUE >> (64 - 8 * type.bytes()) : 0;
    }

    private static double unsignedToDouble(long value) {
        return value >= 0 ? (double) value : 2.0 * (double) ((value >>> 1) | (value & 1));
    }

    private static long toUnsigned32(double value) {
        return (int) Math.max(0L, Math.min(0xFFFFFFFFL, (long) value));
    }

    private static long toUnsigned64(double value) {
        if (Double.isNaN(value)) {
            return Long.MIN_VALUE;
        }
        if (value <= 0) {
            return 0;
        }
        if (value >= 2 * TWO_TO_63) {
            return -1L;
        }
        return value < TWO_TO_63 ? (long) value : (long) (value - TWO_TO_63) + Long.MIN_VALUE;
    }
}
