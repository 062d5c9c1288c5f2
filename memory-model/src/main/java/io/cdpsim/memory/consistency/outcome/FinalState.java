package io.cdpsim.memory.consistency.outcome;

/**
 * A final state that some execution reaches.
 *
 * @param state the values of what the test observes: {@code P0:r0=1; x=2;}
 * @param executions how many consistent executions reach it
 * @param satisfies whether the test's condition holds of it
 * @param undefined the rules by which these executions are undefined, parted by commas; empty if they are defined
 */
public record FinalState(String state, long executions, boolean satisfies, String undefined) {
    /** Whether the model says what happens. */
    public boolean isDefined() {
        return undefined.isEmpty();
    }
}
