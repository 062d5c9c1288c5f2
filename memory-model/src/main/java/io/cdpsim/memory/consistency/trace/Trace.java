package io.cdpsim.memory.consistency.trace;

import java.util.List;

/**
 * One path through a thread.
 *
 * @param actions in program order
 * @param constraints what must hold of values for the thread to go this way
 * @param registers their values at the end
 * @param undefined what it does that the model does not define
 */
public record Trace(
        List<Action> actions,
        List<PathConstraint> constraints,
        List<SymbolicValue> registers,
        List<UndefinedAct> undefined) {}
