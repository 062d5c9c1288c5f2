package io.cdpsim.workloads.nbody;

/** The initial bodies: coordinates and masses between 0 and 1, the same in every run and in the CUDA program. */
final class InitialBodies {
    /** Floats of a body: x, y, z and mass. */
    static final int FLOATS = 4;

    /** Bytes of a body in memory, a {@code float4}. */
    static final int BYTES = FLOATS * Float.BYTES;

    /** Bytes of a force in memory, three floats. */
    static final int FORCE_BYTES = 3 * Float.BYTES;

    /** The largest number of bodies whose floats fit in an array. */
    static final int MOST = (Integer.MAX_VALUE - 8) / FLOATS;

    private static final long SEED = 7;
    private static final int MANTISSA_BITS = 24;

    private InitialBodies() {}

    /** Creates bodies: x, y, z and mass of each from consecutive splitmix64 numbers. */
    static float[] generate(int count) {
        float[] bodies = new float[FLOATS * count];
        long state = SEED;
        for (int i = 0; i < bodies.length; i++) {
            state += 0x9E3779B97F4A7C15L;
            long z = state;
            z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            z ^= z >>> 31;
            bodies[i] = (float) (z >>> (Long.SIZE - MANTISSA_BITS)) / (1 << MANTISSA_BITS);
        }
        return bodies;
    }
}
