package io.cdpsim.memory.visibility.history;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The accesses to 4 KiB of memory. Each part is created on first use: memory that is only read has only reads. */
final class ShadowPage {
    static final int WORDS = 1024;
    static final int WORD_SHIFT = 2;
    static final int PAGE_SHIFT = 12;

    private final AccessSets sets;

    @Nullable
    AccessSlots weakWrites;

    @Nullable
    AccessSlots strongWrites;

    @Nullable
    AccessSlots reads;

    /** The strong writes of wider scope than a block to each word, in order. They outlive the accesses to an allocation. */
    @Nullable
    StrongWrites @Nullable [] strongWritesInOrder;

    /** Of the strong writes to each word in order: the number of the write that starts the last chain, then one more than that of the last, 0 without one. */
    int @Nullable [] strongWriteNumbers;

    /** The value of each word before its last write. */
    int @Nullable [] before;

    /** The words that nothing has written since their allocation, one bit each. */
    private @Nullable BitSet undefined;

    /** @param sets the sets of the words with several accesses */
    ShadowPage(AccessSets sets) {
        this.sets = sets;
    }

    boolean isUndefined(int word) {
        BitSet present = undefined;
        return present != null && present.get(word);
    }

    /** Whether any of some words is undefined. */
    boolean isAnyUndefined(int from, int to) {
        BitSet present = undefined;
        if (present == null) {
            return false;
        }
        int next = present.nextSetBit(from);
        return next >= 0 && next < to;
    }

    /** Sets whether words of an allocation have no value yet. */
    void undefined(int from, int to, boolean are) {
        BitSet present = undefined;
        if (present == null) {
            if (!are) {
                return;
            }
            present = new BitSet(WORDS);
            undefined = present;
        }
        present.set(from, to, are);
    }

    static int word(long address) {
        return (int) (address >>> WORD_SHIFT) & (WORDS - 1);
    }

    AccessSlots weakWritesForUse() {
        AccessSlots present = weakWrites;
        if (present == null) {
            present = new AccessSlots(sets);
            weakWrites = present;
        }
        return present;
    }

    AccessSlots strongWritesForUse() {
        AccessSlots present = strongWrites;
        if (present == null) {
            present = new AccessSlots(sets);
            strongWrites = present;
        }
        return present;
    }

    AccessSlots readsForUse() {
        AccessSlots present = reads;
        if (present == null) {
            present = new AccessSlots(sets);
            reads = present;
        }
        return present;
    }

    @Nullable
    StrongWrites[] strongWritesInOrderForUse() {
        @Nullable StrongWrites[] present = strongWritesInOrder;
        if (present == null) {
            present = new StrongWrites[WORDS];
            strongWritesInOrder = present;
            strongWriteNumbers = new int[2 * WORDS];
        }
        return present;
    }

    int[] beforeForUse() {
        int[] present = before;
        if (present == null) {
            present = new int[WORDS];
            before = present;
        }
        return present;
    }

    /** Forgets the accesses to some words. */
    void clear(int from, int to) {
        if (weakWrites != null) {
            weakWrites.clear(from, to);
        }
        if (strongWrites != null) {
            strongWrites.clear(from, to);
        }
        if (reads != null) {
            reads.clear(from, to);
        }
    }
}
