package io.cdpsim.memory.consistency.outcome;

import java.util.List;

/**
 * A final state that some execution reaches.
 *
 * @param state the values of what the test observes: {@code P0:r0=1; x=2;}
 * @param executions how many consistent executions reach it
 * @param satisfies whether the test's condition holds of it
 * @param waiting the threads that wait for ever in them
 * @param undefined the rules by which these executions are undefined, parted by commas; empty if they are defined
 */
public record FinalState(String state, long executions, boolean satisfies, List<String> waiting, String undefined) {
    /** Keeps a copy. */
    public FinalState {
        waiting = List.copyOf(waiting);
    }

    /** Whether the model says what happens. */
    public boolean isDefined() {
        return undefined.isEmpty();
    }
}
