package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Modifiers.PermuteMode;

/** Bytes and 16-bit integers, several in a register. */
public final class ByteSemantics {
    private static final PermuteMode[] MODES = PermuteMode.values();

    private ByteSemantics() {}

    /**
     * Four of the eight bytes of b:a.
     *
     * @param mode the ordinal of a {@link PermuteMode}
     */
    public static long prmtB32(long a, long b, long c, int mode) {
        long bytes = (b << 32) | (a & 0xFFFFFFFFL);
        int first = (int) c & 3;
        int result = 0;
        for (int i = 0; i < 4; i++) {
            int chosen = switch (MODES[mode]) {
                case SELECT -> ((int) c >>> (4 * i)) & 15;
                case FORWARD_4 -> first + i;
                case BACKWARD_4 -> (first - i) & 7;
                case REPLICATE_8 -> first;
                case EDGE_CLAMP_LEFT -> Math.max(i, first);
                case EDGE_CLAMP_RIGHT -> Math.min(i, first);
                case REPLICATE_16 -> ((int) c & 1) * 2 + (i & 1);
            };
            int found = (byte) (bytes >>> (8 * (chosen & 7)));
            result |= (((chosen & 8) != 0 ? found >> 7 : found) & 0xFF) << (8 * i);
        }
        return result;
    }

    /**
     * c plus the dot product of four bytes.
     *
     * @param signs bit 0: those of a are signed, bit 1: those of b
     */
    public static long dp4aB32(long a, long b, long c, int signs) {
        long sum = c;
        for (int i = 0; i < 4; i++) {
            sum += (long) part(a, 8 * i, 8, (signs & 1) != 0) * part(b, 8 * i, 8, (signs & 2) != 0);
        }
        return (int) sum;
    }

    /**
     * c plus the dot product of the halves of a and two bytes of b.
     *
     * @param signs as in {@link #dp4aB32}; bit 2: the upper bytes
     */
    public static long dp2aB32(long a, long b, long c, int signs) {
        int first = (signs & 4) != 0 ? 16 : 0;
        long sum = c;
        for (int i = 0; i < 2; i++) {
            sum += (long) part(a, 16 * i, 16, (signs & 1) != 0) * part(b, first + 8 * i, 8, (signs & 2) != 0);
        }
        return (int) sum;
    }

    private static int part(long value, int from, int bits, boolean signed) {
        int atTop = (int) (value >>> from) << (32 - bits);
        return signed ? atTop >> (32 - bits) : atTop >>> (32 - bits);
    }

    public static long addI16x2(long a, long b) {
        return PackedSemantics.pack((a >> 16) + (b >> 16), a + b);
    }

    public static long minS16x2(long a, long b) {
        return PackedSemantics.pack(Math.min((short) (a >> 16), (short) (b >> 16)), Math.min((short) a, (short) b));
    }

    public static long minU16x2(long a, long b) {
        return PackedSemantics.pack(Math.min(a >> 16 & 0xFFFF, b >> 16 & 0xFFFF), Math.min(a & 0xFFFF, b & 0xFFFF));
    }

    public static long maxS16x2(long a, long b) {
        return PackedSemantics.pack(Math.max((short) (a >> 16), (short) (b >> 16)), Math.max((short) a, (short) b));
    }

    public static long maxU16x2(long a, long b) {
        return PackedSemantics.pack(Math.max(a >> 16 & 0xFFFF, b >> 16 & 0xFFFF), Math.max(a & 0xFFFF, b & 0xFFFF));
    }
}
