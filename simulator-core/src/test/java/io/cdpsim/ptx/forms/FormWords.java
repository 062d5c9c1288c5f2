package io.cdpsim.ptx.forms;

import java.nio.charset.StandardCharsets;

/**
 * Operands of many threads, and a hash of their results. {@code measurements/forms/run_forms.cpp} has the same functions: what the two compute is
 * never stored.
 */
final class FormWords {
    /** Blocks of {@link PtxForm#CASES} threads. */
    static final int BLOCKS = 48;

    private static final long FNV_START = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;
    private static final long[] COUNTS = {0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 0xFFFFFFFFL, 0x80000000L};

    private FormWords() {}

    /** The hash of a form's name, from which its operands are made. */
    static long seed(String name) {
        long hash = FNV_START;
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (each & 0xFF)) * FNV_PRIME;
        }
        return hash;
    }

    /** A hash with one result more. */
    static long hash(long before, long result) {
        long hash = before;
        for (int i = 0; i < Long.BYTES; i++) {
            hash = (hash ^ (result >>> 8 * i & 0xFF)) * FNV_PRIME;
        }
        return hash;
    }

    static long start() {
        return FNV_START;
    }

    private static long mix(long seed) {
        long x = seed + 0x9E3779B97F4A7C15L;
        x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    /** An operand of a thread. */
    static long of(long seed, int thread, int operand, FormType type) {
        long r = mix(seed + 4L * thread + operand);
        long s = mix(r);
        return switch (type.kind()) {
            case WHOLE -> whole(type, r, s);
            case FLOAT -> type.isPacked() ? real(type, r, s) << 16 | real(type, mix(s), mix(s + 1)) : real(type, r, s);
            case ANGLE ->
                Integer.toUnsignedLong(
                        Float.floatToRawIntBits((float) (((s >>> 8) % 2_000_001 - 1_000_000) * 3.14159e-6)));
            case COUNT ->
                Long.remainderUnsigned(s, 3) == 0 ? COUNTS[(int) ((s >>> 8) % COUNTS.length)] : (s >>> 8) % 40;
            case NOT_ZERO -> {
                long divisor = whole(type, r, s);
                yield divisor == 0 ? 7 : divisor;
            }
            case TRUTH -> s & 1;
        };
    }

    private static long whole(FormType type, long r, long s) {
        int bits = type.bits();
        long most = bits == 64 ? -1 : (1L << bits) - 1;
        long least = 1L << (bits - 1);
        long[] edges = {0, 1, 2, most, most - 1, least, least - 1, least + 1, most >>> (bits / 2), 0x55};
        return type.cut(
                switch ((int) Long.remainderUnsigned(s, 5)) {
                    case 0, 1 -> edges[(int) ((s >>> 8) % edges.length)];
                    case 2 -> (s >>> 8) % 200 - 100;
                    case 3 -> r >>> (s >>> 8) % 64;
                    default -> r;
                });
    }

    private static long real(FormType type, long r, long s) {
        ReferenceFloat format = type.format();
        long one = format.one();
        long normal = format.smallestNormal();
        long infinity = format.infinity();
        long[] small = {0, 1, 2, normal - 1, normal, normal + 1, infinity, infinity - 1};
        long[] near = {one, one + 1, one - 1, one + normal / 2, one - normal, one + normal, format.nan(), 0};
        long magnitude = switch ((int) Long.remainderUnsigned(s, 6)) {
            case 0 -> small[(int) ((s >>> 8) % small.length)];
            case 1 -> near[(int) ((s >>> 8) % near.length)];
            case 2 -> r & format.sign() - 1;
            default -> Math.max(0, one + ((s >>> 8) % 22 - 10) * normal) | ((s >>> 20) % 4 == 0 ? 0 : r & normal - 1);
        };
        return magnitude | ((s >>> 40 & 1) != 0 ? format.sign() : 0);
    }
}
