package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.consistency.trace.StreamKey.EventKey;
import io.cdpsim.memory.litmus.BarrierReduction;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.MemoryProxy;
import java.util.List;
import java.util.Optional;

/** A step of a trace other than a computation. */
public sealed interface ThreadAction {
    /** The statement that performs it. */
    LitmusStatement statement();

    /** The values that it depends on, by address, data or control dependency. */
    List<SymbolicValue> dependencies();

    /**
     * A read; {@code reduction} for a red, {@code atomic} if the next action is the write of the same atomic.
     *
     * @param address the location by which it names {@code location}; another one for an alias
     */
    record Read(
            LitmusStatement statement,
            MemoryOrder order,
            LitmusScope scope,
            int location,
            int address,
            MemoryProxy proxy,
            boolean reduction,
            boolean atomic,
            List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /**
     * A write; {@code atomic} if the previous action is the read of the same atomic.
     *
     * @param address the location by which it names {@code location}; another one for an alias
     */
    record Write(
            LitmusStatement statement,
            MemoryOrder order,
            LitmusScope scope,
            int location,
            int address,
            MemoryProxy proxy,
            SymbolicValue value,
            boolean atomic,
            List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** A fence. */
    record Fence(
            LitmusStatement statement,
            MemoryOrder order,
            boolean sequentiallyConsistent,
            LitmusScope scope,
            List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** A proxy fence; without a proxy, one of aliases. */
    record ProxyFence(LitmusStatement statement, Optional<MemoryProxy> proxy, List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** An arrival at a barrier, with the wait if it waits. */
    record Arrival(
            LitmusStatement statement,
            boolean waits,
            SymbolicValue id,
            SymbolicValue resource,
            Optional<SymbolicValue> count,
            Optional<Reduction> reduction,
            List<SymbolicValue> dependencies)
            implements ThreadAction {
        /** The function that a barrier applies to the predicates of its threads, and the predicate of this one. */
        public record Reduction(BarrierReduction function, SymbolicValue predicate) {}
    }

    /** An arrival at the barrier of the cluster; {@code releases} if it orders what precedes it. */
    record ClusterArrival(LitmusStatement statement, boolean releases, List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** A wait at the barrier of the cluster. */
    record ClusterWait(LitmusStatement statement, List<SymbolicValue> dependencies) implements ThreadAction {}

    /** An arrival at the barrier of the grid, with the wait. */
    record GridBarrier(LitmusStatement statement, List<SymbolicValue> dependencies) implements ThreadAction {}

    /** Whether a thread may wait forever at it for others at a barrier. */
    default boolean waitsAtBarrier() {
        return this instanceof ClusterWait
                || this instanceof GridBarrier
                || (this instanceof Arrival arrival && arrival.waits());
    }

    /** A launch of a grid or a graph. */
    record Launch(
            LitmusStatement statement,
            GridInstance grid,
            StreamKey stream,
            List<SymbolicValue> arguments,
            List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** The permission for dependent grids to start. */
    record DependentLaunch(LitmusStatement statement, List<SymbolicValue> dependencies) implements ThreadAction {}

    /** A wait for the grids that the thread's grid depends on. */
    record DependencyWait(LitmusStatement statement, List<SymbolicValue> dependencies) implements ThreadAction {}

    /** Whether a thread may wait forever at it for grids. */
    default boolean waitsForGrids() {
        return this instanceof Synchronize || this instanceof DependencyWait;
    }

    /** A wait for launched grids. */
    record Synchronize(LitmusStatement statement, List<SymbolicValue> dependencies) implements ThreadAction {}

    /** The record of an event. */
    record Recording(LitmusStatement statement, EventKey event, StreamKey stream, List<SymbolicValue> dependencies)
            implements ThreadAction {}

    /** The wait of a stream for an event. */
    record Waiting(LitmusStatement statement, EventKey event, StreamKey stream, List<SymbolicValue> dependencies)
            implements ThreadAction {}
}
