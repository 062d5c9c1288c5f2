package io.cdpsim.memory.consistency.model;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.GridEvents;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder.OrderEdge;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder.WaitForGrid;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.MemoryProxy;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** The sets and relations of a candidate execution. The initial write of each accessed location is an event behind those of the {@link EventSet}. */
final class BaseRelations {
    private final EventSet events;
    private final int[] written;
    private final int size;
    private final Map<BaseRelation, Relation> known = new EnumMap<>(BaseRelation.class);

    BaseRelations(EventSet events) {
        this.events = events;
        this.written = IntStream.range(0, events.context().locations().count())
                .filter(each -> events.accessesAt(each).length > 0)
                .toArray();
        this.size = events.count() + written.length;
        for (BaseRelation each : BaseRelation.values()) {
            known.put(each, new Relation(size));
        }
        IntStream.range(0, events.actionCount()).forEach(this::classify);
        grids();
        initialWrites();
        put(BaseRelation.ALL, each -> true);
        put(BaseRelation.ACCESSES, each -> location(each) >= 0);
        put(BaseRelation.IDENTITY, each -> true);
        pairs();
    }

    /** The number of events. */
    int size() {
        return size;
    }

    Relation of(BaseRelation base) {
        return Objects.requireNonNull(known.get(base));
    }

    /** The initial write of a location. */
    int initialWrite(int location) {
        return events.count() + Arrays.binarySearch(written, location);
    }

    /** Sets the relations that barriers and streams decide. */
    void begin(SynchronizationOrder ordering) {
        for (BaseRelation each : BaseRelation.values()) {
            if (each.stage() == ModelTerm.OF_SYNCHRONIZATION) {
                known.put(each, new Relation(size));
            }
        }
        for (OrderEdge each : ordering.edges()) {
            of(edge(each.kind())).add(each.from(), each.to());
        }
        for (GridEvents each : events.grids()) {
            if (each.launch() >= 0) {
                of(BaseRelation.LAUNCHED_GRIDS).add(each.launch(), each.complete());
            }
        }
        for (WaitForGrid each : ordering.waits()) {
            of(BaseRelation.AWAITED_GRIDS).add(each.complete(), each.waiter());
        }
        for (int[] each : ordering.queues()) {
            for (int i = 0; i < each.length; i++) {
                for (int j = i + 1; j < each.length; j++) {
                    of(BaseRelation.QUEUE_ORDER).add(each[i], each[j]);
                }
            }
        }
        ordering.never().forEach(each -> of(BaseRelation.NEVER).add(each, each));
    }

    private static BaseRelation edge(OrderEdge.Kind kind) {
        return switch (kind) {
            case BARRIER -> BaseRelation.BARRIER_EDGES;
            case LAUNCH -> BaseRelation.LAUNCH_EDGES;
            case THREADS -> BaseRelation.THREAD_EDGES;
            case NESTING -> BaseRelation.NESTING_EDGES;
            case TAIL -> BaseRelation.TAIL_EDGES;
            case STREAM -> BaseRelation.STREAM_EDGES;
            case EVENT -> BaseRelation.EVENT_EDGES;
            case SYNCHRONIZE, HOST -> BaseRelation.HOST_EDGES;
            case GRAPH -> BaseRelation.GRAPH_EDGES;
            case DEPENDENT -> BaseRelation.DEPENDENT_EDGES;
        };
    }

    /** Sets the write of each read; reads without one are left out. */
    void readsFrom(ReadsFrom values) {
        Relation relation = new Relation(size);
        for (int read : events.reads()) {
            if (values.isAssigned(read)) {
                int write = values.writeOf(read);
                relation.add(write >= 0 ? write : initialWrite(events.location(read)), read);
            }
        }
        known.put(BaseRelation.READS_FROM, relation);
    }

    private void put(BaseRelation set, IntPredicate members) {
        IntStream.range(0, size).filter(members).forEach(each -> of(set).add(each, each));
    }

    private void put(BaseRelation set, int event, boolean isMember) {
        if (isMember) {
            of(set).add(event, event);
        }
    }

    private int location(int event) {
        return event < events.actionCount()
                ? events.location(event)
                : event < events.count() ? -1 : written[event - events.count()];
    }

    private void classify(int event) {
        ThreadAction action = events.action(event);
        put(BaseRelation.STRONG, event, events.isStrong(event));
        put(BaseRelation.WEAK, event, events.location(event) >= 0 && !events.isStrong(event));
        put(BaseRelation.ATOMICS, event, events.partner(event) >= 0);
        put(
                BaseRelation.BARRIERS,
                event,
                action instanceof ThreadAction.Arrival
                        || action instanceof ThreadAction.ClusterArrival
                        || action instanceof ThreadAction.ClusterWait
                        || action instanceof ThreadAction.GridBarrier);
        put(BaseRelation.LAUNCHES, event, action instanceof ThreadAction.Launch);
        put(BaseRelation.WAITS_FOR_GRIDS, event, action.waitsForGrids());
        put(proxy(events.proxy(event)), event, true);
        if (action instanceof ThreadAction.ProxyFence fence) {
            put(fence.proxy().map(BaseRelations::fences).orElse(BaseRelation.ALIAS_FENCES), event, true);
        }
        if (action instanceof ThreadAction.Read read) {
            put(BaseRelation.READS, event, true);
            put(BaseRelation.REDUCTIONS, event, read.reduction());
            put(BaseRelation.ACQUIRES, event, read.order().acquires());
        } else if (action instanceof ThreadAction.Write write) {
            put(BaseRelation.WRITES, event, true);
            put(BaseRelation.RELEASES, event, write.order().releases());
        } else if (action instanceof ThreadAction.Fence fence) {
            put(BaseRelation.FENCES, event, true);
            put(BaseRelation.ACQUIRES, event, fence.order().acquires());
            put(BaseRelation.RELEASES, event, fence.order().releases());
            put(BaseRelation.SEQUENTIAL_FENCES, event, fence.sequentiallyConsistent());
        }
        if (events.isStrong(event)) {
            put(scope(events.scope(event)), event, true);
        }
        Trace trace = events.traces().get(events.threadOf(event));
        boolean last = event + 1 == events.actionCount() || events.threadOf(event + 1) != events.threadOf(event);
        put(BaseRelation.WAITING_FOR_EVER, event, last && trace.ending() == Trace.Ending.WAITING);
    }

    private static BaseRelation scope(LitmusScope scope) {
        return switch (scope) {
            case BLOCK -> BaseRelation.BLOCK_SCOPE;
            case CLUSTER -> BaseRelation.CLUSTER_SCOPE;
            case DEVICE -> BaseRelation.DEVICE_SCOPE;
            case SYSTEM -> BaseRelation.SYSTEM_SCOPE;
        };
    }

    private static BaseRelation proxy(MemoryProxy proxy) {
        return switch (proxy) {
            case GENERIC -> BaseRelation.GENERIC_PROXY;
            case TEXTURE -> BaseRelation.TEXTURE_PROXY;
            case SURFACE -> BaseRelation.SURFACE_PROXY;
            case CONSTANT -> BaseRelation.CONSTANT_PROXY;
        };
    }

    private static BaseRelation fences(MemoryProxy proxy) {
        return switch (proxy) {
            case TEXTURE -> BaseRelation.TEXTURE_FENCES;
            case SURFACE -> BaseRelation.SURFACE_FENCES;
            case CONSTANT -> BaseRelation.CONSTANT_FENCES;
            case GENERIC -> BaseRelation.ALIAS_FENCES;
        };
    }

    private void grids() {
        for (GridEvents each : events.grids()) {
            put(BaseRelation.GRID_STARTS, each.start(), true);
            put(BaseRelation.GRID_THREADS_ENDED, each.own(), true);
            put(BaseRelation.GRIDS_DRAINED, each.drained(), true);
            put(BaseRelation.GRIDS_COMPLETE, each.complete(), true);
        }
    }

    private void initialWrites() {
        for (int event = events.count(); event < size; event++) {
            put(BaseRelation.WRITES, event, true);
            put(BaseRelation.INITIAL_WRITES, event, true);
        }
    }

    private void pairs() {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (location(i) >= 0 && location(i) == location(j)) {
                    of(BaseRelation.SAME_LOCATION).add(i, j);
                }
                if (i < events.actionCount() && j < events.actionCount()) {
                    pair(i, j);
                }
            }
        }
    }

    private void pair(int first, int second) {
        ThreadInstance a = events.threads().get(events.threadOf(first));
        ThreadInstance b = events.threads().get(events.threadOf(second));
        add(BaseRelation.SAME_THREAD, first, second, a.id() == b.id());
        add(BaseRelation.PROGRAM_ORDER, first, second, a.id() == b.id() && first < second);
        add(
                BaseRelation.SAME_ADDRESS,
                first,
                second,
                events.address(first) >= 0 && events.address(first) == events.address(second));
        add(BaseRelation.SAME_BLOCK, first, second, a.block() == b.block());
        add(BaseRelation.SAME_CLUSTER, first, second, a.cluster() == b.cluster());
        add(BaseRelation.SAME_DEVICE, first, second, a.grid().gpu() == b.grid().gpu());
        add(
                BaseRelation.ATOMIC_PAIRS,
                first,
                second,
                events.action(first) instanceof ThreadAction.Read && events.partner(first) == second);
        add(
                BaseRelation.DEPENDENCIES,
                first,
                second,
                IntStream.of(events.dependencies(second)).anyMatch(each -> each == first));
    }

    private void add(BaseRelation base, int first, int second, boolean holds) {
        if (holds) {
            of(base).add(first, second);
        }
    }
}
