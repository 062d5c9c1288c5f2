package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.litmus.Instruction;
import io.cdpsim.memory.litmus.Statement;
import java.util.List;
import java.util.Optional;

/** What a thread does at one step of a trace, apart from computing. */
public sealed interface Action {
    /** The statement that does it. */
    Statement statement();

    /** The values that it depends on, by address, data or control. */
    List<SymbolicValue> dependencies();

    /** A read; {@code reduction} if a red's, {@code atomic} if the next action is the write of the same atomic. */
    record Read(
            Statement statement,
            MemoryOrder order,
            Scope scope,
            int location,
            boolean reduction,
            boolean atomic,
            List<SymbolicValue> dependencies)
            implements Action {}

    /** A write; {@code atomic} if the action before it is the read of the same atomic. */
    record Write(
            Statement statement,
            MemoryOrder order,
            Scope scope,
            int location,
            SymbolicValue value,
            boolean atomic,
            List<SymbolicValue> dependencies)
            implements Action {}

    /** A fence. */
    record Fence(Statement statement, boolean sequentiallyConsistent, Scope scope, List<SymbolicValue> dependencies)
            implements Action {}

    /** An arrival at a barrier, and the wait if it waits. */
    record Arrival(
            Statement statement,
            boolean waits,
            SymbolicValue id,
            SymbolicValue resource,
            Optional<SymbolicValue> count,
            List<SymbolicValue> dependencies)
            implements Action {}

    /** A launch of a grid. */
    record Launch(
            Statement statement,
            Instruction.Launch launch,
            GridInstance grid,
            StreamKey stream,
            List<SymbolicValue> arguments,
            List<SymbolicValue> dependencies)
            implements Action {}

    /** A wait for grids. */
    record Synchronize(Statement statement, List<SymbolicValue> dependencies) implements Action {}

    /** A record of an event. */
    record Recording(Statement statement, EventKey event, StreamKey stream, List<SymbolicValue> dependencies)
            implements Action {}

    /** A wait of a stream for an event. */
    record Waiting(Statement statement, EventKey event, StreamKey stream, List<SymbolicValue> dependencies)
            implements Action {}
}
