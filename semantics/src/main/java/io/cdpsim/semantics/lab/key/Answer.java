package io.cdpsim.semantics.lab.key;

import java.util.List;

/** What a question is answered with. */
public sealed interface Answer {
    /**
     * A number that a run shows.
     *
     * @param value the right one
     * @param tolerance how far off another may be, as a share of it; 0 for none
     * @param unit what it counts, such as {@code us}
     */
    record Measured(double value, double tolerance, String unit) implements Answer {
        /** Whether a number is near enough. */
        public boolean takes(double given) {
            return Math.abs(given - value) <= tolerance * Math.abs(value) + 1e-9;
        }
    }

    /**
     * One of some words.
     *
     * @param word the right one
     * @param offered all of them
     */
    record Choice(String word, List<String> offered) implements Answer {
        public Choice {
            offered = List.copyOf(offered);
        }
    }
}
