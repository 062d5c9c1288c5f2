package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.consistency.trace.GridInstance;
import io.cdpsim.memory.consistency.trace.StreamKey;
import io.cdpsim.memory.consistency.trace.SymbolicValue;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.litmus.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The events of one candidate execution, a trace chosen for each thread, by number: actions thread by thread in program order, then the
 * events of grids.
 */
final class EventTable {
    private final TestContext context;
    private final List<ThreadInstance> threads;
    private final List<Trace> traces;
    private final int[] firstAction;
    private final ThreadAction[] actions;
    private final int[] threadOf;
    private final int[] location;
    private final int[] partner;
    private final boolean[] strong;
    private final Scope[] scope;
    private final List<GridEvents> grids = new ArrayList<>();
    private final int count;
    private final int[] reads;
    private final int[][] dependencies;
    private final int[][] writesAt;
    private final int[][] accessesAt;

    /**
     * Numbers the events.
     *
     * @param threads the threads that run
     * @param traces what each of them does
     */
    EventTable(TestContext context, List<ThreadInstance> threads, List<Trace> traces) {
        this.context = context;
        this.threads = List.copyOf(threads);
        this.traces = List.copyOf(traces);
        this.firstAction = new int[context.grids().threads().size()];
        int size = traces.stream().mapToInt(each -> each.actions().size()).sum();
        this.actions = new ThreadAction[size];
        this.threadOf = new int[size];
        this.location = new int[size];
        this.partner = new int[size];
        this.strong = new boolean[size];
        this.scope = new Scope[size];
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
        for (int i = 0; i < size; i++) {
            dependencies[i] = dependenciesOf(actions[i]);
        }
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
                scope[next] = Scope.BLOCK;
                if (action instanceof ThreadAction.Read read) {
                    location[next] = read.location();
                    partner[next] = read.atomic() ? next + 1 : -1;
                    access(next, read.order(), read.scope());
                } else if (action instanceof ThreadAction.Write write) {
                    location[next] = write.location();
                    partner[next] = write.atomic() ? next - 1 : -1;
                    access(next, write.order(), write.scope());
                } else if (action instanceof ThreadAction.Fence fence) {
                    access(next, MemoryOrder.ACQUIRE_RELEASE, fence.scope());
                }
                next++;
            }
        }
    }

    private void access(int event, MemoryOrder order, Scope ofEvent) {
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
            if (!grid.isHost() && threads.contains(grid.threads().get(0))) {
                int launch = launchOf(grid);
                boolean tail = launch >= 0
                        && ((ThreadAction.Launch) actions[launch]).stream().kind() == StreamKey.Kind.TAIL;
                grids.add(new GridEvents(grid, launch, tail, next, next + 1, next + 2, next + 3));
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

    private int[] select(IntPredicate wanted) {
        return IntStream.range(0, actions.length).filter(wanted).toArray();
    }

    TestContext context() {
        return context;
    }

    List<ThreadInstance> threads() {
        return threads;
    }

    List<Trace> traces() {
        return traces;
    }

    List<GridEvents> grids() {
        return grids;
    }

    /** Actions and the events of grids. */
    int count() {
        return count;
    }

    int actionCount() {
        return actions.length;
    }

    ThreadAction action(int event) {
        return actions[event];
    }

    /** The index of the action's thread in {@link #threads()}. */
    int threadOf(int event) {
        return threadOf[event];
    }

    /** The location an action accesses, or -1. */
    int location(int event) {
        return location[event];
    }

    /** The other half of an atomic, or -1. */
    int partner(int event) {
        return partner[event];
    }

    /** Whether an action is more than a weak access. */
    boolean isStrong(int event) {
        return strong[event];
    }

    /** The scope of an action. */
    Scope scope(int event) {
        return scope[event];
    }

    boolean isWrite(int event) {
        return event < actions.length && actions[event] instanceof ThreadAction.Write;
    }

    /** The reads whose values an action depends on. */
    int[] dependencies(int event) {
        return dependencies[event];
    }

    int event(SymbolicValue.ReadValue read) {
        return firstAction[read.thread()] + read.action();
    }

    int[] reads() {
        return reads;
    }

    int[] writesAt(int where) {
        return writesAt[where];
    }

    int[] accessesAt(int where) {
        return accessesAt[where];
    }
}
