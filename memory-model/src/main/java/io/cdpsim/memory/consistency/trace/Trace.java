package io.cdpsim.memory.consistency.trace;

import java.util.List;
import java.util.Set;

/**
 * One path through a thread, or the beginning of one.
 *
 * @param actions in program order
 * @param constraints what must hold of values for the thread to go this way
 * @param registers their values at the end
 * @param undefined what it does that the model does not define
 * @param ending how it ends
 * @param unset the registers that have no value at the end: where a thread waits for ever, those that it never came to write
 */
public record Trace(
        List<ThreadAction> actions,
        List<PathConstraint> constraints,
        List<SymbolicValue> registers,
        List<UndefinedBehavior> undefined,
        Ending ending,
        Set<Integer> unset) {
    /** How a thread ends. */
    public enum Ending {
        /** It comes to its end. */
        ENDED,
        /** It waits for ever at its last action. */
        WAITING,
        /** Its grid never starts, since what comes before it never ends. */
        NOT_STARTED
    }

    /** That of a thread whose grid never starts. */
    static Trace notStarted() {
        return new Trace(List.of(), List.of(), List.of(), List.of(), Ending.NOT_STARTED, Set.of());
    }

    /** Whether the thread waits for ever at a barrier. */
    public boolean waitsAtBarrier() {
        return ending == Ending.WAITING && actions.get(actions.size() - 1) instanceof ThreadAction.Arrival;
    }
}
