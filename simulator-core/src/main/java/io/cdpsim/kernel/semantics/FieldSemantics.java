package io.cdpsim.kernel.semantics;

/** Fields of bits: taken out, put in, widened. Positions and widths are bytes, as PTX has them, unless they wrap or clamp. */
public final class FieldSemantics {
    private FieldSemantics() {}

    private static long unsigned(long value) {
        return value & 0xFFFFFFFFL;
    }

    /** Bits b to b + c - 1 of a, zero-extended. */
    public static long bfeU32(long a, long b, long c) {
        return (int) extract(unsigned(a), (int) b & 255, (int) c & 255);
    }

    /** Bits b to b + c - 1 of a, sign-extended; bits above the highest are copies of it. */
    public static long bfeS32(long a, long b, long c) {
        int word = (int) a;
        return (int) extractSigned(word, (int) b & 255, (int) c & 255);
    }

    /** As {@link #bfeU32}, of 64 bits; positions and lengths above 255 count whole, as on an H100. */
    public static long bfeU64(long a, long b, long c) {
        return extract(a, limited(b), limited(c));
    }

    /** As {@link #bfeS32}, of 64 bits. */
    public static long bfeS64(long a, long b, long c) {
        return extractSigned(a, limited(b), limited(c));
    }

    private static int limited(long count) {
        return (int) Math.min(255, unsigned(count));
    }

    private static long extract(long value, int from, int count) {
        if (count == 0 || from > 63) {
            return 0;
        }
        long kept = value >>> from;
        return count >= 64 ? kept : kept & ((1L << count) - 1);
    }

    private static long extractSigned(long value, int from, int count) {
        if (count == 0) {
            return 0;
        }
        long kept = value >> Math.min(from, 63);
        return count >= 64 ? kept : (kept << (64 - count)) >> (64 - count);
    }

    /** b with the low bits of a put in: from bit (c mod 256) on, (c / 256 mod 256) bits. */
    public static long bfiB32(long a, long b, long c) {
        return (int) bfiB64(a, b, c);
    }

    /** As {@link #bfiB32}, of 64 bits. */
    public static long bfiB64(long a, long b, long c) {
        int at = (int) c & 255;
        int count = ((int) c >>> 8) & 255;
        if (count == 0 || at > 63) {
            return b;
        }
        long mask = (count >= 64 ? -1 : (1L << count) - 1) << at;
        return (b & ~mask) | ((a << at) & mask);
    }

    /**
     * The low b bits of a, sign-extended.
     *
     * @param clamps 1 if widths above 32 are 32, 0 if they wrap around
     */
    public static long szextS32(long a, long b, int clamps) {
        int kept = width(b, clamps);
        return kept == 0 ? 0 : (a << (64 - kept)) >> (64 - kept);
    }

    /**
     * The low b bits of a, zero-extended.
     *
     * @param clamps as in {@link #szextS32}
     */
    public static long szextU32(long a, long b, int clamps) {
        return (int) (a & ((1L << width(b, clamps)) - 1));
    }

    /**
     * b bits set from bit a on.
     *
     * @param clamps as in {@link #szextS32}
     */
    public static long bmskB32(long a, long b, int clamps) {
        return (int) (((1L << width(b, clamps)) - 1) << width(a, clamps));
    }

    private static int width(long value, int clamps) {
        return clamps != 0 ? (int) Math.min(32, unsigned(value)) : (int) value & 31;
    }
}
