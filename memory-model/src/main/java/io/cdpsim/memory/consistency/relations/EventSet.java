package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.consistency.trace.SymbolicValue;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of one candidate execution, and the relations among them that hold whatever each read returns. */
public final class EventSet {
    private final EventTable table;
    private final ProgramRelations relations;
    private final @Nullable LocationAccesses[] locationEvents;

    /**
     * Numbers the events: actions thread by thread in program order, then the events of grids.
     *
     * @param threads the threads that run
     * @param traces what each of them does
     */
    public EventSet(TestContext context, List<ThreadInstance> threads, List<Trace> traces) {
        this.table = new EventTable(context, threads, traces);
        this.relations = new ProgramRelations(table);
        this.locationEvents = new LocationAccesses[context.locations().count()];
    }

    /** The test and what its threads have in common. */
    public TestContext context() {
        return table.context();
    }

    /** The threads that run. */
    public List<ThreadInstance> threads() {
        return table.threads();
    }

    /** What each thread does, in the order of {@link #threads()}. */
    public List<Trace> traces() {
        return table.traces();
    }

    /** The events of grids; none in a plain test. */
    public List<GridEvents> grids() {
        return table.grids();
    }

    /** Actions and the events of grids. */
    public int count() {
        return table.count();
    }

    /** The actions alone, which have the first numbers. */
    public int actionCount() {
        return table.actionCount();
    }

    /** What a thread does at an event. */
    public ThreadAction action(int event) {
        return table.action(event);
    }

    /** The index of the action's thread in {@link #threads()}. */
    public int threadOf(int event) {
        return table.threadOf(event);
    }

    /** The location an action accesses, or -1. */
    public int location(int event) {
        return table.location(event);
    }

    /** The other half of an atomic, or -1. */
    public int partner(int event) {
        return table.partner(event);
    }

    /** Whether an event is a write. */
    public boolean isWrite(int event) {
        return table.isWrite(event);
    }

    /** The reads whose values an action depends on. */
    public int[] dependencies(int event) {
        return table.dependencies(event);
    }

    /** The number of a read. */
    public int event(SymbolicValue.ReadValue read) {
        return table.event(read);
    }

    /** All reads. */
    public int[] reads() {
        return table.reads();
    }

    /** The writes of a location. */
    public int[] writesAt(int where) {
        return table.writesAt(where);
    }

    /** The reads and writes of a location. */
    public int[] accessesAt(int where) {
        return table.accessesAt(where);
    }

    /**
     * The accesses of a location, numbered for themselves.
     *
     * @throws io.cdpsim.memory.litmus.LitmusException if there are more than 64
     */
    public LocationAccesses locationEvents(int where) {
        LocationAccesses known = locationEvents[where];
        if (known == null) {
            known = new LocationAccesses(table, relations, where);
            locationEvents[where] = known;
        }
        return known;
    }

    /** po. */
    public Relation programOrder() {
        return relations.programOrder();
    }

    /** poloc. */
    public Relation locationOrder() {
        return relations.locationOrder();
    }

    /** ms. */
    public Relation morallyStrong() {
        return relations.morallyStrong();
    }

    /** For each strong write, what begins a release pattern that ends with it. */
    public Relation releaseStarts() {
        return relations.releaseStarts();
    }

    /** For each strong read, what ends an acquire pattern that begins with it. */
    public Relation acquireEnds() {
        return relations.acquireEnds();
    }
}
