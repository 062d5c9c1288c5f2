package io.cdpsim.runtime.launch;

/** Where a pending launch is counted. */
public enum PoolPlace {
    /** Nowhere: work of the host, and waits for events. */
    NONE,
    /** A slot of the fixed-size pool. */
    FIXED,
    /** The virtualised pool (rule POOL-4). */
    VIRTUALIZED,
    /** No place was found; the launch does not happen. */
    REFUSED;

    private static final PoolPlace[] PLACES = values();

    public static PoolPlace of(int ordinal) {
        return PLACES[ordinal];
    }
}
