package io.cdpsim.programs.exec.process;

/**
 * How long a program that shares memory with a busy device may stay outside of calls before simulated time advances without it.
 *
 * <p>The first wait is long: a program that is only slow, because its computer is busy, then gets the same times on each run. Each wait that ends
 * without a call halves the next one, since a program that polls makes no call however long the wait is.
 */
final class CallPatience {
    private static final long FIRST_MILLIS = 64;
    private static final long LAST_MILLIS = 1;

    private long millis = FIRST_MILLIS;

    /** The next wait in milliseconds, at least one. */
    long millis() {
        return millis;
    }

    /** A wait has ended without a call. */
    void lapsed() {
        millis = Math.max(LAST_MILLIS, millis / 2);
    }
}
