package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.IntegerComparison;
import java.util.List;
import java.util.Set;

/**
 * A path through a thread, or a prefix of one.
 *
 * @param actions in program order
 * @param constraints constraints on values under which the thread takes the path
 * @param registers final values
 * @param undefined its undefined behavior
 * @param ending how it ends
 * @param turn number of the first action of the turn that a spinning thread repeats for ever; else the number of its actions
 * @param unset the registers without a final value: those that a thread that waits forever has not written
 */
public record Trace(
        List<ThreadAction> actions,
        List<PathConstraint> constraints,
        List<SymbolicValue> registers,
        List<UndefinedBehavior> undefined,
        Ending ending,
        int turn,
        Set<Integer> unset) {
    /** The end of a thread's trace. */
    public enum Ending {
        /** It reaches its end. */
        ENDED,
        /** It waits forever at its last action. */
        WAITING,
        /** It repeats its last turn of a loop forever. */
        SPINNING,
        /** It is never scheduled again, or never at all. */
        UNSCHEDULED,
        /** Its grid never starts, because an earlier grid never completes. */
        NOT_STARTED
    }

    /** The trace of a thread whose grid never starts. */
    static Trace notStarted() {
        return new Trace(List.of(), List.of(), List.of(), List.of(), Ending.NOT_STARTED, 0, Set.of());
    }

    /** Whether the thread waits forever at a barrier. */
    public boolean waitsAtBarrier() {
        return ending == Ending.WAITING && actions.get(actions.size() - 1).waitsAtBarrier();
    }

    /** A constraint on values under which a thread takes its path. */
    public record PathConstraint(
            IntegerComparison comparison, SymbolicValue left, SymbolicValue right, boolean expected) {}

    /**
     * Undefined behavior in an execution.
     *
     * @param rule the rule's id
     * @param what the instruction and its effect
     */
    public record UndefinedBehavior(String rule, String what) {}
}
