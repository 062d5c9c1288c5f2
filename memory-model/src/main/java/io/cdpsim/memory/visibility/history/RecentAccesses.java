package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.BlockTable;
import io.cdpsim.memory.visibility.causality.CausalPast.CausalityQuery;
import io.cdpsim.memory.visibility.causality.Epoch;
import org.jspecify.annotations.Nullable;

/** Stores the few accesses to each word that later ones may race with, and evicts the least useful. */
final class RecentAccesses {
    private final BlockTable blocks;
    private final CausalityQuery query;
    private final RowOrder order;
    private final boolean keepsStrongReads;
    private final AccessSets sets;

    /**
     * @param sets the sets of the words with several accesses
     * @param keepsStrongReads whether a weak access of a thread may not replace a strong one of its own
     */
    RecentAccesses(AccessSets sets, BlockTable blocks, CausalityQuery query, boolean keepsStrongReads) {
        this.sets = sets;
        this.blocks = blocks;
        this.query = query;
        order = new RowOrder(blocks, query);
        this.keepsStrongReads = keepsStrongReads;
    }

    /** Forgets the accesses of one kind to a word. */
    void forget(@Nullable AccessSlots slots, int word) {
        if (slots != null) {
            long epoch = slots.epoch(word);
            if (epoch < 0) {
                sets.release(slots.set(word));
            }
            slots.clear(word);
        }
    }

    /** Stores an access that later ones may race with. */
    void record(AccessSlots slots, int word, long epoch, int how, BlockCausality block) {
        long earlier = slots.epoch(word);
        if (earlier >= 0) {
            if (earlier == 0 || replaces(epoch, how, earlier, slots.access(word), block)) {
                slots.single(word, epoch, how);
                return;
            }
            int set = sets.create();
            sets.addFirst(set, earlier, slots.access(word));
            sets.addFirst(set, epoch, how);
            slots.useSet(word, set);
            return;
        }
        int set = slots.set(word);
        int size = sets.size(set);
        for (int i = 0; i < size; i++) {
            if (Epoch.sameThread(sets.epoch(set, i), epoch) && supersedes(how, sets.access(set, i))) {
                sets.put(set, i, epoch, how);
                return;
            }
        }
        if (size == AccessSets.CAPACITY && !removeReplaced(set, epoch, how, block)) {
            sets.remove(set, leastUseful(set, block));
        }
        sets.addFirst(set, epoch, how);
    }

    /**
     * Stores the accesses of consecutive threads to a row, as {@link #record} does for each word.
     *
     * @param first the time of the first thread's access
     * @param shift the words of each thread, as a power of two
     * @return false if the words may differ afterwards: then nothing is stored
     */
    boolean recordRow(AccessSlots slots, int row, long first, int shift, int how, BlockCausality block) {
        if (!slots.isJoined(row)) {
            return false;
        }
        long earlier = slots.rowEpoch(row);
        int earlierShift = slots.rowShift(row);
        if (earlier == 0) {
            slots.rowSingle(row, first, how, shift);
            return true;
        }
        if (earlier > 0) {
            boolean supersedes = supersedes(how, slots.rowAccess(row));
            RowOrder.Knowledge known =
                    supersedes ? order.of(earlier, earlierShift, block, first, shift) : RowOrder.Knowledge.NONE;
            if (known == RowOrder.Knowledge.ALL) {
                slots.rowSingle(row, first, how, shift);
                return true;
            }
            if (known == RowOrder.Knowledge.MIXED || earlierShift != shift) {
                return false;
            }
            int set = sets.create();
            sets.addFirst(set, earlier, slots.rowAccess(row));
            sets.addFirst(set, first, how);
            slots.useRowSet(row, set);
            return true;
        }
        return earlierShift == shift && recordInSet(slots.rowSet(row), first, shift, how, block);
    }

    /** Stores an access of the first thread of a row in the set of the row. */
    private boolean recordInSet(int set, long first, int shift, int how, BlockCausality block) {
        int size = sets.size(set);
        for (int i = 0; i < size; i++) {
            if (Epoch.sameThread(sets.epoch(set, i), first) && supersedes(how, sets.access(set, i))) {
                sets.put(set, i, first, how);
                return true;
            }
        }
        if (size == AccessSets.CAPACITY) {
            int replaced = 0;
            for (int i = 0; i < size; i++) {
                if (supersedes(how, sets.access(set, i))) {
                    switch (order.of(sets.epoch(set, i), shift, block, first, shift)) {
                        case ALL -> replaced |= 1 << i;
                        case MIXED -> {
                            return false;
                        }
                        case NONE -> {}
                    }
                }
            }
            for (int i = size - 1; i >= 0; i--) {
                if ((replaced >>> i & 1) != 0) {
                    sets.remove(set, i);
                }
            }
            if (replaced == 0) {
                sets.remove(set, leastUseful(set, block));
            }
        }
        sets.addFirst(set, first, how);
        return true;
    }

    /** Whether an access of consecutive threads to a row surely races with none of the accesses that are stored. */
    boolean isQuietRow(@Nullable AccessSlots slots, int row, long first, int shift, BlockCausality block) {
        if (slots == null) {
            return true;
        }
        if (!slots.isJoined(row)) {
            return false;
        }
        long earlier = slots.rowEpoch(row);
        int earlierShift = slots.rowShift(row);
        if (earlier >= 0) {
            return earlier == 0 || precedes(earlier, slots.rowAccess(row), earlierShift, first, shift, block);
        }
        int set = slots.rowSet(row);
        for (int i = 0; i < AccessSets.CAPACITY && sets.epoch(set, i) != 0; i++) {
            if (!precedes(sets.epoch(set, i), sets.access(set, i), earlierShift, first, shift, block)) {
                return false;
            }
        }
        return true;
    }

    private boolean precedes(
            long earlier, int earlierHow, int earlierShift, long first, int shift, BlockCausality block) {
        return !Access.isFree(earlierHow)
                && !Access.isTexture(earlierHow)
                && order.of(earlier, earlierShift, block, first, shift) == RowOrder.Knowledge.ALL;
    }

    /** Whether every access that races with the earlier access races with the later one too, if the later one's causal past holds the earlier. */
    private boolean supersedes(int how, int earlierHow) {
        return (Access.mask(earlierHow) & ~Access.mask(how)) == 0
                && Access.isAtMostAsStrong(how, earlierHow)
                // A strong read of a thread limits the old values that it may read later.
                && (!keepsStrongReads || Access.isStrong(how) == Access.isStrong(earlierHow));
    }

    private boolean replaces(long epoch, int how, long earlier, int earlierHow, BlockCausality block) {
        return supersedes(how, earlierHow) && block.knows(Epoch.thread(epoch), query.of(earlier, blocks.grid(earlier)));
    }

    /** Removes the members of a full set that an access replaces. @return whether there are any */
    private boolean removeReplaced(int set, long epoch, int how, BlockCausality block) {
        boolean any = false;
        for (int i = AccessSets.CAPACITY - 1; i >= 0; i--) {
            if (replaces(epoch, how, sets.epoch(set, i), sets.access(set, i), block)) {
                sets.remove(set, i);
                any = true;
            }
        }
        return any;
    }

    /** The member of a full set to evict: the oldest one whose block or grid has others. */
    private int leastUseful(int set, BlockCausality block) {
        int sameBlock = -1;
        int inBlock = 0;
        int sameGrid = -1;
        for (int i = 0; i < AccessSets.CAPACITY; i++) {
            long member = sets.epoch(set, i);
            if (Epoch.block(member) == block.uid()) {
                sameBlock = i;
                inBlock++;
            } else if (blocks.grid(member) == block.grid()) {
                sameGrid = i;
            }
        }
        if (inBlock > 1) {
            return sameBlock;
        }
        return sameGrid >= 0 ? sameGrid : AccessSets.CAPACITY - 1;
    }
}
