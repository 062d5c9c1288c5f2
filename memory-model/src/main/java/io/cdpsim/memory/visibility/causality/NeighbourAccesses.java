package io.cdpsim.memory.visibility.causality;

import io.cdpsim.memory.visibility.causality.CausalPast.CausalityQuery;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last access of each thread of a cluster to the shared memory of another block, which must come before that block's end. */
public final class NeighbourAccesses {
    private record Last(long epoch, GridCausality grid, String place) {}

    private final Map<Long, Last> ofThread = new LinkedHashMap<>();

    /** No accesses. */
    public NeighbourAccesses() {}

    /** A thread accesses the memory. */
    public void add(BlockCausality block, int thread, String place) {
        long epoch = block.epoch(thread);
        ofThread.put(Epoch.threadKey(epoch), new Last(epoch, block.grid(), place));
    }

    /** The place of an access that no thread of the ending block knows to have happened; null if there is none. */
    @Nullable
    public String unordered(BlockCausality owner, CausalityQuery asked) {
        for (Last access : ofThread.values()) {
            CausalityQuery query = asked.of(access.epoch(), access.grid());
            boolean isKnown = false;
            for (int thread = 0; thread < owner.threads() && !isKnown; thread++) {
                isKnown = owner.knows(thread, query);
            }
            if (!isKnown) {
                return access.place();
            }
        }
        return null;
    }
}
