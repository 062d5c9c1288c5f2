package io.cdpsim.kernel.semantics;

/** Logic, shifts and counts of bits. Shifts take a distance of 32 bits without sign, and shift all bits out past the width. */
public final class BitSemantics {
    private BitSemantics() {}

    private static long unsigned(long value) {
        return value & 0xFFFFFFFFL;
    }

    public static long mov(long a) {
        return a;
    }

    public static long andB32(long a, long b) {
        return a & b;
    }

    public static long orB32(long a, long b) {
        return a | b;
    }

    public static long xorB32(long a, long b) {
        return a ^ b;
    }

    public static long notB32(long a) {
        return ~a;
    }

    public static long andB64(long a, long b) {
        return a & b;
    }

    public static long orB64(long a, long b) {
        return a | b;
    }

    public static long xorB64(long a, long b) {
        return a ^ b;
    }

    public static long notB64(long a) {
        return ~a;
    }

    /** Any logic of three bits: bit {@code 4a + 2b + c} of the table is the result. */
    public static long lop3B32(long a, long b, long c, int table) {
        long result = 0;
        for (int i = 0; i < 8; i++) {
            if (((table >>> i) & 1) != 0) {
                result |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
            }
        }
        return result;
    }

    public static long shlB32(long a, long b) {
        int shifted = (int) a << (int) b;
        return unsigned(b) > 31 ? 0 : shifted;
    }

    public static long shrS32(long a, long b) {
        return (int) a >> (int) Math.min(31, unsigned(b));
    }

    public static long shrU32(long a, long b) {
        return unsigned(b) > 31 ? 0 : (int) a >>> (int) b;
    }

    public static long shlB64(long a, long b) {
        return unsigned(b) > 63 ? 0 : a << (int) b;
    }

    public static long shrS64(long a, long b) {
        return a >> (int) Math.min(63, unsigned(b));
    }

    public static long shrU64(long a, long b) {
        return unsigned(b) > 63 ? 0 : a >>> (int) b;
    }

    /**
     * The upper half of b:a shifted left.
     *
     * @param clamps 1 if distances above 32 are 32, 0 if they wrap around
     */
    public static long shfLeftB32(long a, long b, long c, int clamps) {
        long both = (b << 32) | unsigned(a);
        int distance = distance(c, clamps);
        return distance == 32 ? (int) a : (int) ((both << distance) >> 32);
    }

    /**
     * The lower half of b:a shifted right.
     *
     * @param clamps as in {@link #shfLeftB32}
     */
    public static long shfRightB32(long a, long b, long c, int clamps) {
        return (int) (((b << 32) | unsigned(a)) >>> distance(c, clamps));
    }

    private static int distance(long value, int clamps) {
        return clamps != 0 ? (int) Math.min(32, unsigned(value)) : (int) value & 31;
    }

    public static long popcB32(long a) {
        return Integer.bitCount((int) a);
    }

    public static long clzB32(long a) {
        return Integer.numberOfLeadingZeros((int) a);
    }

    public static long brevB32(long a) {
        return Integer.reverse((int) a);
    }

    public static long popcB64(long a) {
        return Long.bitCount(a);
    }

    public static long clzB64(long a) {
        return Long.numberOfLeadingZeros(a);
    }

    public static long brevB64(long a) {
        return Long.reverse(a);
    }

    /**
     * The highest bit that is not the sign, or -1.
     *
     * @param fromTop 1 if it is counted from the top, 0 if from bit 0
     */
    public static long bfindS32(long a, int fromTop) {
        return bfindU32((int) a < 0 ? ~a : a, fromTop);
    }

    /**
     * The highest bit that is set, or -1.
     *
     * @param fromTop as in {@link #bfindS32}
     */
    public static long bfindU32(long a, int fromTop) {
        int above = Integer.numberOfLeadingZeros((int) a);
        return above == 32 ? -1 : fromTop != 0 ? above : 31 - above;
    }

    /** As {@link #bfindS32}, of 64 bits. */
    public static long bfindS64(long a, int fromTop) {
        return bfindU64(a < 0 ? ~a : a, fromTop);
    }

    /** As {@link #bfindU32}, of 64 bits. */
    public static long bfindU64(long a, int fromTop) {
        int above = Long.numberOfLeadingZeros(a);
        return above == 64 ? -1 : fromTop != 0 ? above : 63 - above;
    }

    /**
     * Position in a of the |c|-th bit that is set, from bit b on, upwards if c is positive, else downwards; bit b itself counts. If c is
     * 0, b if that bit is set. -1 if there is none, or no bit b.
     */
    public static long fnsB32(long a, long b, long c) {
        int offset = (int) c;
        if (offset == Integer.MIN_VALUE) {
            // Seen on an H100.
            return 0;
        }
        int step = offset < 0 ? -1 : 1;
        long wanted = Math.max(1, Math.abs((long) offset));
        for (long at = unsigned(b); at >= 0 && at < 32; at += step) {
            if (((a >>> at) & 1) != 0 && --wanted == 0) {
                return at;
            }
            if (offset == 0) {
                return -1;
            }
        }
        return -1;
    }
}
