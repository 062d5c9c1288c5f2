package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusStatement;
import java.util.List;
import java.util.Optional;

/** What a thread does at one step of a trace, apart from computing. */
public sealed interface ThreadAction {
    /** The statement that does it. */
    LitmusStatement statement();

    /** The values that it depends on, by address, data or control. */
    List<SymbolicValue> dependencies();

    /** A read; {@code reduction} if a red's, {@code atomic} if the next action is the write of the same atomic. */
    record Read(
            LitmusStatement statement,
            MemoryOrder order,
            Scope scope,
            int location,
            boolean reduction,
            boolean atomic,
            List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** A write; {@code atomic} if the action before it is the read of the same atomic. */
    record Write(
            LitmusStatement statement,
            MemoryOrder order,
            Scope scope,
            int location,
            SymbolicValue value,
            boolean atomic,
            List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** A fence. */
    record Fence(
            LitmusStatement statement, boolean sequentiallyConsistent, Scope scope, List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** An arrival at a barrier, and the wait if it waits. */
    record Arrival(
            LitmusStatement statement,
            boolean waits,
            SymbolicValue id,
            SymbolicValue resource,
            Optional<SymbolicValue> count,
            List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** A launch of a grid. */
    record Launch(
            LitmusStatement statement,
            LitmusInstruction.Launch launch,
            GridInstance grid,
            StreamKey stream,
            List<SymbolicValue> arguments,
            List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** A wait for grids. */
    record Synchronize(LitmusStatement statement, List<SymbolicValue> dependencies) implements ThreadAction {}

    /** A record of an event. */
    record Recording(LitmusStatement statement, EventKey event, StreamKey stream, List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** A wait of a stream for an event. */
    record Waiting(LitmusStatement statement, EventKey event, StreamKey stream, List<SymbolicValue> dependencies)
            implements ThreadAction {}
}
