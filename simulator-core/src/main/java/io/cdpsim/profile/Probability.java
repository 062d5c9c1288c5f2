package io.cdpsim.profile;

/**
 * The fraction of runs in which something happens.
 *
 * @param value 0 to 1
 */
public record Probability(double value) {
    /** Something that never happens. */
    public static final Probability ZERO = new Probability(0);
}
