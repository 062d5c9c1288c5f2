package io.cdpsim.semantics.litmus;

import com.google.common.collect.ImmutableSortedMap;
import java.util.SortedMap;

/**
 * The outcomes of a test's runs in the simulator.
 *
 * @param runs how many were made
 * @param states how many runs ended in each final state, written as the checker writes it
 * @param unfinished runs that did not end, as all that was left was to wait or to poll
 */
public record SimulatedOutcomes(int runs, SortedMap<String, Integer> states, int unfinished) {
    /** Keeps a copy. */
    public SimulatedOutcomes {
        states = ImmutableSortedMap.copyOfSorted(states);
    }
}
