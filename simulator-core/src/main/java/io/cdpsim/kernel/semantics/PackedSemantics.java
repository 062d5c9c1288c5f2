package io.cdpsim.kernel.semantics;

/** Pairs of half precision or bfloat16 in 32 bits: each half as in {@link HalfSemantics}. */
public final class PackedSemantics {
    private PackedSemantics() {}

    public static long addF16x2(long a, long b, int modifiers) {
        return pack(HalfSemantics.addF16(a >> 16, b >> 16, modifiers), HalfSemantics.addF16(a, b, modifiers));
    }

    public static long subF16x2(long a, long b, int modifiers) {
        return pack(HalfSemantics.subF16(a >> 16, b >> 16, modifiers), HalfSemantics.subF16(a, b, modifiers));
    }

    public static long mulF16x2(long a, long b, int modifiers) {
        return pack(HalfSemantics.mulF16(a >> 16, b >> 16, modifiers), HalfSemantics.mulF16(a, b, modifiers));
    }

    public static long fmaF16x2(long a, long b, long c, int modifiers) {
        return pack(
                HalfSemantics.fmaF16(a >> 16, b >> 16, c >> 16, modifiers), HalfSemantics.fmaF16(a, b, c, modifiers));
    }

    public static long minF16x2(long a, long b, int modifiers) {
        return pack(HalfSemantics.minF16(a >> 16, b >> 16, modifiers), HalfSemantics.minF16(a, b, modifiers));
    }

    public static long maxF16x2(long a, long b, int modifiers) {
        return pack(HalfSemantics.maxF16(a >> 16, b >> 16, modifiers), HalfSemantics.maxF16(a, b, modifiers));
    }

    public static long negF16x2(long a, int modifiers) {
        return pack(HalfSemantics.negF16(a >> 16, modifiers), HalfSemantics.negF16(a, modifiers));
    }

    public static long absF16x2(long a, int modifiers) {
        return pack(HalfSemantics.absF16(a >> 16, modifiers), HalfSemantics.absF16(a, modifiers));
    }

    public static long ex2F16x2(long a, int modifiers) {
        return pack(HalfSemantics.ex2F16(a >> 16, modifiers), HalfSemantics.ex2F16(a, modifiers));
    }

    public static long tanhF16x2(long a, int modifiers) {
        return pack(HalfSemantics.tanhF16(a >> 16, modifiers), HalfSemantics.tanhF16(a, modifiers));
    }

    public static long addBf16x2(long a, long b, int modifiers) {
        return pack(HalfSemantics.addBf16(a >> 16, b >> 16, modifiers), HalfSemantics.addBf16(a, b, modifiers));
    }

    public static long subBf16x2(long a, long b, int modifiers) {
        return pack(HalfSemantics.subBf16(a >> 16, b >> 16, modifiers), HalfSemantics.subBf16(a, b, modifiers));
    }

    public static long mulBf16x2(long a, long b, int modifiers) {
        return pack(HalfSemantics.mulBf16(a >> 16, b >> 16, modifiers), HalfSemantics.mulBf16(a, b, modifiers));
    }

    public static long fmaBf16x2(long a, long b, long c, int modifiers) {
        return pack(
                HalfSemantics.fmaBf16(a >> 16, b >> 16, c >> 16, modifiers), HalfSemantics.fmaBf16(a, b, c, modifiers));
    }

    public static long minBf16x2(long a, long b, int modifiers) {
        return pack(HalfSemantics.minBf16(a >> 16, b >> 16, modifiers), HalfSemantics.minBf16(a, b, modifiers));
    }

    public static long maxBf16x2(long a, long b, int modifiers) {
        return pack(HalfSemantics.maxBf16(a >> 16, b >> 16, modifiers), HalfSemantics.maxBf16(a, b, modifiers));
    }

    public static long negBf16x2(long a, int modifiers) {
        return pack(HalfSemantics.negBf16(a >> 16, modifiers), HalfSemantics.negBf16(a, modifiers));
    }

    public static long absBf16x2(long a, int modifiers) {
        return pack(HalfSemantics.absBf16(a >> 16, modifiers), HalfSemantics.absBf16(a, modifiers));
    }

    public static long ex2Bf16x2(long a, int modifiers) {
        return pack(HalfSemantics.ex2Bf16(a >> 16, modifiers), HalfSemantics.ex2Bf16(a, modifiers));
    }

    public static long tanhBf16x2(long a, int modifiers) {
        return pack(HalfSemantics.tanhBf16(a >> 16, modifiers), HalfSemantics.tanhBf16(a, modifiers));
    }

    /** Two results of 16 bits as a register holds them. */
    static long pack(long high, long low) {
        int both = ((int) high << 16) | ((int) low & 0xFFFF);
        return both;
    }
}
