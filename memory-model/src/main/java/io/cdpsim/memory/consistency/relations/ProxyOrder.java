package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.litmus.MemoryProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Proxy-preserved base causality (PTX ISA, "Causality order"; Lustig, Cooksey, Giroux, ISCA 2022, section 5). Base causality orders two accesses
 * of one location if both name one address and are generic, or of one proxy and one block. Otherwise it does if there is along it: a fence of the
 * first access's proxy in its block, a fence of aliases for different addresses, and a fence of the second access's proxy in its block, in this
 * order. The start and the completion of a grid are fences of all kinds (CUDA programming guide, "Texture and surface memory").
 */
public final class ProxyOrder {
    private final EventSet events;
    private final boolean trivial;
    private final List<Integer> fences = new ArrayList<>();

    ProxyOrder(EventSet events) {
        this.events = events;
        this.trivial = IntStream.range(0, events.actionCount())
                .allMatch(each ->
                        events.proxy(each) == MemoryProxy.GENERIC && events.address(each) == events.location(each));
        for (int i = 0; i < events.actionCount(); i++) {
            if (events.action(i) instanceof ThreadAction.ProxyFence) {
                fences.add(i);
            }
        }
        for (GridEvents each : events.grids()) {
            fences.add(each.start());
            fences.add(each.complete());
        }
    }

    /** Whether all accesses are generic and use the addresses of their locations, so that base causality is preserved. */
    public boolean isTrivial() {
        return trivial;
    }

    /** Base causality without the pairs of accesses of a location that it does not order. */
    Relation preserved(Relation base) {
        Relation preserved = new Relation(base.size());
        preserved.copyFrom(base);
        for (int from = 0; from < events.actionCount(); from++) {
            for (int to = base.next(from, -1); to >= 0; to = base.next(from, to)) {
                if (to < events.actionCount()
                        && events.location(from) >= 0
                        && events.location(from) == events.location(to)
                        && fences(from, to, base).isEmpty()) {
                    preserved.remove(from, to);
                }
            }
        }
        return preserved;
    }

    /**
     * The fences by which base causality orders two events.
     *
     * @return the fences in their order, none where no fence is needed; empty if fences are missing
     */
    public Optional<List<Integer>> fences(int from, int to, Relation base) {
        if (trivial || from >= events.actionCount() || to >= events.actionCount()) {
            return Optional.of(List.of());
        }
        boolean sameAddress = events.address(from) == events.address(to);
        boolean isGeneric = events.proxy(from) == MemoryProxy.GENERIC;
        boolean sameProxy = events.proxy(from) == events.proxy(to);
        if (events.location(from) != events.location(to)
                || (sameAddress && sameProxy && (isGeneric || block(from) == block(to)))) {
            return Optional.of(List.of());
        }
        List<Need> needs = new ArrayList<>();
        if (!isGeneric) {
            needs.add(new Need(Optional.of(events.proxy(from)), block(from)));
        }
        if (!sameAddress) {
            needs.add(new Need(Optional.empty(), -1));
        }
        if (events.proxy(to) != MemoryProxy.GENERIC) {
            needs.add(new Need(Optional.of(events.proxy(to)), block(to)));
        }
        List<Integer> found = new ArrayList<>();
        return passes(from, to, base, needs, found) ? Optional.of(found) : Optional.empty();
    }

    /** A fence of a proxy in a block, or of aliases in any. */
    private record Need(Optional<MemoryProxy> proxy, int block) {}

    private boolean passes(int at, int to, Relation base, List<Need> needs, List<Integer> found) {
        if (found.size() == needs.size()) {
            return base.has(at, to);
        }
        for (int fence : fences) {
            boolean ofGrid = fence >= events.actionCount();
            if ((base.has(at, fence) || (ofGrid && fence == at))
                    && (ofGrid || serves(fence, needs.get(found.size())))) {
                found.add(fence);
                if (passes(fence, to, base, needs, found)) {
                    return true;
                }
                found.remove(found.size() - 1);
            }
        }
        return false;
    }

    private boolean serves(int fence, Need need) {
        return ((ThreadAction.ProxyFence) events.action(fence)).proxy().equals(need.proxy())
                && (need.block() < 0 || block(fence) == need.block());
    }

    private int block(int event) {
        return events.threads().get(events.threadOf(event)).block();
    }
}
