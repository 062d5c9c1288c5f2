package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.CausalPast;
import io.cdpsim.memory.visibility.causality.Epoch;
import io.cdpsim.memory.visibility.causality.ThreadFences;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The causal past that the value of each word releases. A strong read of the value may acquire it. For each word there is one for each set of possible readers: the threads of the releasing block, of its device, or all.
 */
public final class SyncLocations {
    private static final int LEVELS = Scope.values().length;
    private static final int BLOCK = 0;
    private static final int DEVICE = 1;

    private record Release(int level, int domain, CausalPast knowledge) {}

    private static final class Location {
        private final List<Release> releases = new ArrayList<>(2);
        private long lastWriter;
        private @Nullable BlockCausality reader;
        private final @Nullable CausalPast[] readerAcquires = new CausalPast[LEVELS];

        /** The causal past that a block's threads acquire, by the scope of their reads and fences. */
        @Nullable
        CausalPast acquired(BlockCausality block, int widest) {
            if (reader != block) {
                reader = block;
                for (int level = 0; level < LEVELS; level++) {
                    readerAcquires[level] = SyncLocations.acquired(this, block, level);
                }
            }
            return readerAcquires[widest];
        }
    }

    private static final int FILTER_BITS = 12;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final Map<Long, Location> locations = new HashMap<>();
    /** The words that have had a location since there was none, by a hash, one bit each. */
    private final BitSet filter = new BitSet(1 << FILTER_BITS);

    private long lastReadWord = -1;
    private @Nullable Location lastRead;

    /** Whether no word has a released value. */
    public boolean isEmpty() {
        return locations.isEmpty();
    }

    /** A weak write. Its value releases nothing. */
    public void weakWrite(long address) {
        if (locations.isEmpty()) {
            return;
        }
        long word = word(address);
        if (filter.get(hash(word)) && locations.remove(word) != null) {
            lastReadWord = -1;
        }
    }

    private static int hash(long word) {
        return (int) ((word * MIX) >>> (Long.SIZE - FILTER_BITS));
    }

    private void remove(long word) {
        locations.remove(word);
        if (locations.isEmpty()) {
            filter.clear();
        }
    }

    private static long word(long address) {
        return address >>> ShadowPage.WORD_SHIFT;
    }

    /**
     * A strong write.
     *
     * @param updates whether it is the write of an atomic, which continues the release sequence of the value that it read
     * @param orders whether it has release semantics, so that it needs no fence before it
     */
    public void strongWrite(
            BlockCausality block, int thread, long address, int access, boolean updates, boolean orders) {
        ThreadFences fences = block.fencesIfAny();
        if (fences == null && !orders && (locations.isEmpty() || !locations.containsKey(word(address)))) {
            return;
        }
        lastReadWord = -1;
        long writer = Epoch.threadKey(block.epoch(thread));
        Location location = locations.computeIfAbsent(word(address), key -> new Location());
        filter.set(hash(word(address)));
        int widest = Access.level(access);
        if (updates) {
            location.releases.removeIf(release -> !passes(release, widest, block));
        } else if (location.lastWriter != writer) {
            location.releases.clear();
        }
        location.lastWriter = writer;
        location.reader = null;
        for (int level = 0; level <= widest; level++) {
            CausalPast released =
                    orders ? block.knowledge(thread) : fences == null ? null : fences.released(thread, level);
            if (released != null) {
                add(location, level, domain(level, block), released);
            }
        }
        if (location.releases.isEmpty()) {
            remove(word(address));
        }
        if (orders) {
            block.tick();
        }
    }

    private static int domain(int level, BlockCausality block) {
        return level == BLOCK ? block.uid() : level == DEVICE ? block.grid().device() : 0;
    }

    /** Whether an atomic of a scope, by a thread of a block, continues a release sequence. */
    private static boolean passes(Release release, int widest, BlockCausality block) {
        return release.level <= widest && sameDomain(release, block);
    }

    private static boolean sameDomain(Release release, BlockCausality block) {
        return release.domain == domain(release.level, block);
    }

    private static void add(Location location, int level, int domain, CausalPast knowledge) {
        List<Release> releases = location.releases;
        for (int i = 0; i < releases.size(); i++) {
            Release each = releases.get(i);
            if (each.level == level && each.domain == domain) {
                CausalPast both = CausalPast.joined(each.knowledge, knowledge);
                if (both != null) {
                    releases.set(i, new Release(level, domain, both));
                }
                return;
            }
        }
        releases.add(new Release(level, domain, knowledge));
    }

    /**
     * A strong read.
     *
     * @param orders whether it has acquire semantics, so that it needs no fence behind it
     */
    public void strongRead(BlockCausality block, int thread, long address, int access, boolean orders) {
        Location location = find(word(address));
        if (location == null) {
            return;
        }
        int widest = Access.level(access);
        if (orders) {
            CausalPast acquired = location.acquired(block, widest);
            if (acquired != null) {
                block.learn(thread, acquired);
            }
            return;
        }
        ThreadFences fences = block.fences();
        for (int level = 0; level < LEVELS; level++) {
            fences.saw(thread, level, location.acquired(block, Math.min(level, widest)));
        }
    }

    /** The location of a word with releases, or null. The last one is cached for polling threads. */
    private @Nullable Location find(long word) {
        if (word != lastReadWord && !locations.isEmpty()) {
            lastReadWord = word;
            lastRead = locations.get(word);
        }
        return locations.isEmpty() ? null : lastRead;
    }

    private static @Nullable CausalPast acquired(Location location, BlockCausality block, int widest) {
        CausalPast all = null;
        for (Release release : location.releases) {
            if (release.level <= widest && sameDomain(release, block)) {
                all = CausalPast.joined(all, release.knowledge);
            }
        }
        return all;
    }
}
