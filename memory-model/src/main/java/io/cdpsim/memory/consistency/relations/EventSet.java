package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.consistency.trace.GridInstance;
import io.cdpsim.memory.consistency.trace.SymbolicValue;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.MemoryProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The events of one candidate execution by number, and the relations among them that hold whatever each read returns. Actions come first,
 * thread by thread in program order, then the events of grids.
 */
public final class EventSet {
    private final TestContext context;
    private final List<ThreadInstance> threads;
    private final List<Trace> traces;
    private final int[] groups;
    private final long multiplicity;
    private final int[] firstAction;
    private final ThreadAction[] actions;
    private final int[] threadOf;
    private final int[] location;
    private final int[] partner;
    private final int[] address;
    private final MemoryProxy[] proxy;
    private final boolean[] strong;
    private final LitmusScope[] scope;
    private final List<GridEvents> grids = new ArrayList<>();
    private final int count;
    private final int[] reads;
    private final int[][] dependencies;
    private final int[][] barrierDependencies;
    private final int[][] writesAt;
    private final int[][] accessesAt;
    private final ProgramRelations relations;
    private final @Nullable LocationAccesses[] locationAccesses;
    private final ProxyOrder proxyOrder;

    /**
     * Numbers the events.
     *
     * @param threads the threads that run
     * @param traces the trace of each thread
     * @param groups for each thread a number that it shares with threads of equal traces that can be exchanged
     * @param multiplicity number of candidate executions that differ by an exchange of equal threads
     */
    public EventSet(
            TestContext context, List<ThreadInstance> threads, List<Trace> traces, int[] groups, long multiplicity) {
        this.groups = groups;
        this.multiplicity = multiplicity;
        this.context = context;
        this.threads = List.copyOf(threads);
        this.traces = List.copyOf(traces);
        this.firstAction = new int[context.grids().threads().size()];
        int size = traces.stream().mapToInt(each -> each.actions().size()).sum();
        this.actions = new ThreadAction[size];
        this.threadOf = new int[size];
        this.location = new int[size];
        this.partner = new int[size];
        this.address = new int[size];
        this.proxy = new MemoryProxy[size];
        this.strong = new boolean[size];
        this.scope = new LitmusScope[size];
        number();
        this.count = gridNodes(size);
        this.writesAt = new int[context.locations().count()][];
        this.accessesAt = new int[context.locations().count()][];
        this.reads = select(each -> actions[each] instanceof ThreadAction.Read);
        for (int i = 0; i < writesAt.length; i++) {
            int here = i;
            accessesAt[i] = select(each -> location[each] == here);
            writesAt[i] = select(each -> location[each] == here && actions[each] instanceof ThreadAction.Write);
        }
        this.dependencies = new int[size][];
        this.barrierDependencies = new int[size][];
        for (int i = 0; i < size; i++) {
            dependencies[i] = dependenciesOf(actions[i]);
            barrierDependencies[i] = barrierDependenciesOf(actions[i]);
        }
        this.locationAccesses = new LocationAccesses[writesAt.length];
        this.relations = new ProgramRelations(this);
        this.proxyOrder = new ProxyOrder(this);
    }

    private void number() {
        int next = 0;
        for (int t = 0; t < threads.size(); t++) {
            firstAction[threads.get(t).id()] = next;
            for (ThreadAction action : traces.get(t).actions()) {
                actions[next] = action;
                threadOf[next] = t;
                location[next] = -1;
                partner[next] = -1;
                address[next] = -1;
                proxy[next] = MemoryProxy.GENERIC;
                scope[next] = LitmusScope.BLOCK;
                if (action instanceof ThreadAction.Read read) {
                    location[next] = read.location();
                    address[next] = read.address();
                    proxy[next] = read.proxy();
                    partner[next] = read.atomic() ? next + 1 : -1;
                    access(next, read.order(), read.scope());
                } else if (action instanceof ThreadAction.Write write) {
                    location[next] = write.location();
                    address[next] = write.address();
                    proxy[next] = write.proxy();
                    partner[next] = write.atomic() ? next - 1 : -1;
                    access(next, write.order(), write.scope());
                } else if (action instanceof ThreadAction.Fence fence) {
                    access(next, fence.order(), fence.scope());
                }
                next++;
            }
        }
    }

    private void access(int event, MemoryOrder order, LitmusScope ofEvent) {
        strong[event] = order != MemoryOrder.WEAK;
        scope[event] = ofEvent;
    }

    /** @return the number of events */
    private int gridNodes(int first) {
        int next = first;
        if (context.test().dialect() == Dialect.PLAIN) {
            return next;
        }
        for (GridInstance grid : context.grids().grids()) {
            if (!grid.isHost() && threads.contains(grid.launchedThreads().get(0))) {
                grids.add(new GridEvents(grid, launchOf(grid), next, next + 1, next + 2, next + 3));
                next += 4;
            }
        }
        return next;
    }

    private int launchOf(GridInstance grid) {
        for (int i = 0; i < actions.length; i++) {
            if (actions[i] instanceof ThreadAction.Launch launch && launch.grid() == grid) {
                return i;
            }
        }
        return -1;
    }

    private int[] dependenciesOf(ThreadAction action) {
        List<Integer> found = new ArrayList<>();
        for (SymbolicValue value : action.dependencies()) {
            SymbolicValue.forEachRead(value, each -> found.add(event(each)));
        }
        return found.stream().mapToInt(Integer::intValue).distinct().toArray();
    }

    private int[] barrierDependenciesOf(ThreadAction action) {
        List<Integer> found = new ArrayList<>();
        for (SymbolicValue value : action.dependencies()) {
            SymbolicValue.forEachBarrier(value, each -> found.add(event(each)));
        }
        return found.stream().mapToInt(Integer::intValue).distinct().toArray();
    }

    private int[] select(IntPredicate wanted) {
        return IntStream.range(0, actions.length).filter(wanted).toArray();
    }

    /** The test and the state that its threads share. */
    public TestContext context() {
        return context;
    }

    /** The threads that run. */
    public List<ThreadInstance> threads() {
        return threads;
    }

    /** The trace of each thread, in the order of {@link #threads()}. */
    public List<Trace> traces() {
        return traces;
    }

    /** A number that a thread shares with threads of equal traces that can be exchanged. */
    public int groupOf(int thread) {
        return groups[thread];
    }

    /** The class of a thread that can be exchanged with others, or -1. */
    public int classOf(int thread) {
        return context.equalThreads().classOf(threads.get(thread));
    }

    /** The number of candidate executions that differ from this one by an exchange of equal threads. */
    public long multiplicity() {
        return multiplicity;
    }

    /** The events of grids; empty in a plain test. */
    public List<GridEvents> grids() {
        return grids;
    }

    /** The events of a grid that runs. */
    public GridEvents eventsOf(GridInstance grid) {
        return grids.stream()
                .filter(each -> each.grid().id() == grid.id())
                .findFirst()
                .orElseThrow();
    }

    /** The number of events: actions and events of grids. */
    public int count() {
        return count;
    }

    /** The number of actions, which have the first numbers. */
    public int actionCount() {
        return actions.length;
    }

    /** The action of an event. */
    public ThreadAction action(int event) {
        return actions[event];
    }

    /** The index of the action's thread in {@link #threads()}. */
    public int threadOf(int event) {
        return threadOf[event];
    }

    /** The location that an action accesses, or -1. */
    public int location(int event) {
        return location[event];
    }

    /** The virtual address by which an action accesses its location, or -1. */
    public int address(int event) {
        return address[event];
    }

    /** The proxy of an action. */
    public MemoryProxy proxy(int event) {
        return proxy[event];
    }

    /** The base causality that proxies and aliases preserve. */
    public ProxyOrder proxyOrder() {
        return proxyOrder;
    }

    /** The other half of an atomic, or -1. */
    public int partner(int event) {
        return partner[event];
    }

    /** Whether an action is strong: a fence, or an access that is not weak. */
    public boolean isStrong(int event) {
        return strong[event];
    }

    /** The scope of an action. */
    public LitmusScope scope(int event) {
        return scope[event];
    }

    /** Whether an event is a write. */
    public boolean isWrite(int event) {
        return event < actions.length && actions[event] instanceof ThreadAction.Write;
    }

    /** The number of an action in its thread. */
    public int indexInThread(int event) {
        return event - firstAction[threads.get(threadOf[event]).id()];
    }

    /** The reads that an action depends on. */
    public int[] dependencies(int event) {
        return dependencies[event];
    }

    /** The arrivals at barriers on whose reductions an action depends. */
    int[] barrierDependencies(int event) {
        return barrierDependencies[event];
    }

    /** The number of an arrival. */
    public int event(SymbolicValue.BarrierResult result) {
        return firstAction[result.thread()] + result.action();
    }

    /** The number of a read. */
    public int event(SymbolicValue.ReadValue read) {
        return firstAction[read.thread()] + read.action();
    }

    /** All reads. */
    public int[] reads() {
        return reads;
    }

    /** The writes of a location. */
    public int[] writesAt(int where) {
        return writesAt[where];
    }

    /** The reads and writes of a location. */
    public int[] accessesAt(int where) {
        return accessesAt[where];
    }

    /** The accesses of a location with numbers of their own. */
    public LocationAccesses locationAccesses(int where) {
        LocationAccesses known = locationAccesses[where];
        if (known == null) {
            known = new LocationAccesses(this, where);
            locationAccesses[where] = known;
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

    /** For each strong write, the starts of the release patterns that end with it. */
    public Relation releaseStarts() {
        return relations.releaseStarts();
    }

    /** For each strong read, the ends of the acquire patterns that start with it. */
    public Relation acquireEnds() {
        return relations.acquireEnds();
    }
}
