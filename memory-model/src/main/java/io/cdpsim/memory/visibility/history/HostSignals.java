package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.Epoch;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.causality.ThreadFences;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes of threads to mapped host memory while the host computes, so that it may poll. The reads of the host are not seen: a strong write is taken as
 * the signal for what its thread wrote there before, which needs a fence of system scope between the two.
 */
public final class HostSignals {
    private static final int PAGE_SHIFT = 12;
    private static final int MAX_THREADS = 1 << 16;

    private final RaceLog log;
    private final Map<Long, Pending> pending = new HashMap<>();
    private final Map<Long, Long> lastWrites = new HashMap<>();
    private long mark;
    private long lastPage = -1;
    private boolean polls;

    /** The first write of a thread behind its last fence. */
    private record Pending(long word, int access, int clock) {}

    /** No writes; misuses go to a log. */
    public HostSignals(RaceLog log) {
        this.log = log;
    }

    /** A mark of this moment among the writes. */
    public long mark() {
        lastPage = -1;
        return ++mark;
    }

    /** Whether a write since a mark is on a page of a range. */
    public boolean since(long from, long address, int bytes) {
        for (long page = address >>> PAGE_SHIFT; page <= (address + bytes - 1) >>> PAGE_SHIFT; page++) {
            if (lastWrites.getOrDefault(page, 0L) >= from) {
                return true;
            }
        }
        return false;
    }

    /** Whether from now on the host computes while time passes. */
    public void hostPolls(boolean does) {
        polls = does;
    }

    /** A thread writes. */
    public void wrote(BlockCausality block, int thread, long address, int access, MemoryOrder order) {
        if (AddressMap.spaceOf(address) != AddressSpace.MAPPED || block.grid().kind() == GridCausality.Kind.HOST) {
            return;
        }
        long page = address >>> PAGE_SHIFT;
        if (page != lastPage) {
            lastPage = page;
            lastWrites.put(page, mark);
        }
        if (!polls || !block.grid().code().isKernel()) {
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
