package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.Epoch;
import io.cdpsim.memory.visibility.causality.ThreadFences;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes of threads to mapped host memory while the host computes, so that it may poll. The reads of the host are not seen: a strong write is taken as
 * the signal for what its thread wrote there before, which needs a fence of system scope between the two.
 */
public final class HostSignals {
    private static final int MAX_THREADS = 1 << 16;

    private final RaceLog log;
    private final Map<Long, Pending> pending = new HashMap<>();
    private boolean polls;

    /** The first write of a thread behind its last fence. */
    private record Pending(long word, int access, int clock) {}

    /** No writes; misuses go to a log. */
    public HostSignals(RaceLog log) {
        this.log = log;
    }

    /** Whether from now on the host computes while time passes. */
    public void hostPolls(boolean does) {
        polls = does;
    }

    /** A thread writes. */
    public void wrote(BlockCausality block, int thread, long address, int access, MemoryOrder order) {
        if (!polls || !block.grid().code().isKernel() || AddressMap.spaceOf(address) != AddressSpace.MAPPED) {
            return;
        }
        long word = address >>> ShadowPage.WORD_SHIFT;
        long epoch = block.epoch(thread);
        long key = Epoch.threadKey(epoch);
        ThreadFences fences = block.fencesIfAny();
        int lastFence = fences == null ? 0 : fences.lastFence(thread, Scope.SYSTEM);
        Pending before = pending.get(key);
        if (before != null && before.clock <= lastFence) {
            before = null;
        }
        boolean isSignal = Access.isStrong(access) && Access.scope(access) == Scope.SYSTEM && !order.releases();
        if (before != null && before.word != word && isSignal) {
            log.unfencedSignal(block.grid(), before.access, access);
        }
        if (before == null && (pending.size() < MAX_THREADS || pending.containsKey(key))) {
            pending.put(key, new Pending(word, access, Epoch.clock(epoch)));
        }
    }
}
