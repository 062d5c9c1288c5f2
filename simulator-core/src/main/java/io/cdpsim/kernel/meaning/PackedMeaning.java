package io.cdpsim.kernel.meaning;

/** Pairs of half precision or bfloat16 in 32 bits: each half by itself is as {@link HalfMeaning} says. */
public final class PackedMeaning {
    private PackedMeaning() {}

    public static long addF16x2(long a, long b, int modifiers) {
        return pack(HalfMeaning.addF16(a >> 16, b >> 16, modifiers), HalfMeaning.addF16(a, b, modifiers));
    }

    public static long subF16x2(long a, long b, int modifiers) {
        return pack(HalfMeaning.subF16(a >> 16, b >> 16, modifiers), HalfMeaning.subF16(a, b, modifiers));
    }

    public static long mulF16x2(long a, long b, int modifiers) {
        return pack(HalfMeaning.mulF16(a >> 16, b >> 16, modifiers), HalfMeaning.mulF16(a, b, modifiers));
    }

    public static long fmaF16x2(long a, long b, long c, int modifiers) {
        return pack(HalfMeaning.fmaF16(a >> 16, b >> 16, c >> 16, modifiers), HalfMeaning.fmaF16(a, b, c, modifiers));
    }

    public static long minF16x2(long a, long b, int modifiers) {
        return pack(HalfMeaning.minF16(a >> 16, b >> 16, modifiers), HalfMeaning.minF16(a, b, modifiers));
    }

    public static long maxF16x2(long a, long b, int modifiers) {
        return pack(HalfMeaning.maxF16(a >> 16, b >> 16, modifiers), HalfMeaning.maxF16(a, b, modifiers));
    }

    public static long negF16x2(long a, int modifiers) {
        return pack(HalfMeaning.negF16(a >> 16, modifiers), HalfMeaning.negF16(a, modifiers));
    }

    public static long absF16x2(long a, int modifiers) {
        return pack(HalfMeaning.absF16(a >> 16, modifiers), HalfMeaning.absF16(a, modifiers));
    }

    public static long ex2F16x2(long a, int modifiers) {
        return pack(HalfMeaning.ex2F16(a >> 16, modifiers), HalfMeaning.ex2F16(a, modifiers));
    }

    public static long tanhF16x2(long a, int modifiers) {
        return pack(HalfMeaning.tanhF16(a >> 16, modifiers), HalfMeaning.tanhF16(a, modifiers));
    }

    public static long addBf16x2(long a, long b, int modifiers) {
        return pack(HalfMeaning.addBf16(a >> 16, b >> 16, modifiers), HalfMeaning.addBf16(a, b, modifiers));
    }

    public static long subBf16x2(long a, long b, int modifiers) {
        return pack(HalfMeaning.subBf16(a >> 16, b >> 16, modifiers), HalfMeaning.subBf16(a, b, modifiers));
    }

    public static long mulBf16x2(long a, long b, int modifiers) {
        return pack(HalfMeaning.mulBf16(a >> 16, b >> 16, modifiers), HalfMeaning.mulBf16(a, b, modifiers));
    }

    public static long fmaBf16x2(long a, long b, long c, int modifiers) {
        return pack(HalfMeaning.fmaBf16(a >> 16, b >> 16, c >> 16, modifiers), HalfMeaning.fmaBf16(a, b, c, modifiers));
    }

    public static long minBf16x2(long a, long b, int modifiers) {
        return pack(HalfMeaning.minBf16(a >> 16, b >> 16, modifiers), HalfMeaning.minBf16(a, b, modifiers));
    }

    public static long maxBf16x2(long a, long b, int modifiers) {
        return pack(HalfMeaning.maxBf16(a >> 16, b >> 16, modifiers), HalfMeaning.maxBf16(a, b, modifiers));
    }

    public static long negBf16x2(long a, int modifiers) {
        return pack(HalfMeaning.negBf16(a >> 16, modifiers), HalfMeaning.negBf16(a, modifiers));
    }

    public static long absBf16x2(long a, int modifiers) {
        return pack(HalfMeaning.absBf16(a >> 16, modifiers), HalfMeaning.absBf16(a, modifiers));
    }

    public static long ex2Bf16x2(long a, int modifiers) {
        return pack(HalfMeaning.ex2Bf16(a >> 16, modifiers), HalfMeaning.ex2Bf16(a, modifiers));
    }

    public static long tanhBf16x2(long a, int modifiers) {
        return pack(HalfMeaning.tanhBf16(a >> 16, modifiers), HalfMeaning.tanhBf16(a, modifiers));
    }

    /** Two results of 16 bits as a register holds them. */
    static long pack(long high, long low) {
        int both = ((int) high << 16) | ((int) low & 0xFFFF);
        return both;
    }
}
