package io.cdpsim.profile;

/**
 * The share of runs in which something happens.
 *
 * @param value 0 to 1
 */
public record Probability(double value) {
    /** It never happens. */
    public static final Probability ZERO = new Probability(0);
}
