package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.BlockTable;
import io.cdpsim.memory.visibility.causality.CausalPast.CausalityQuery;
import io.cdpsim.memory.visibility.causality.Epoch;
import io.cdpsim.memory.visibility.causality.ObservedWrites;
import io.cdpsim.memory.visibility.causality.ThreadFences;
import org.jspecify.annotations.Nullable;

/**
 * The strong writes of wider scope than a block to each word, in order, and which of them each block has observed. A strong read observes the write of
 * its value, and the writes that the atomics before that one read.
 *
 * <p>What a thread has observed at a word precedes what it then does there, fences or not (observation, then program order at one location). What the
 * writer wrote elsewhere before does not: that needs a fence of the writer.
 */
final class StrongWriteHistory {
    private final BlockTable blocks;
    private final CausalityQuery query;
    private final ShadowMemory shadow;
    private final int mostWords;
    private int words;
    private long time;

    /**
     * An empty history.
     *
     * @param shadow keeps the writes of each word
     * @param mostWords words beyond that many have no history
     */
    StrongWriteHistory(ShadowMemory shadow, BlockTable blocks, CausalityQuery query, int mostWords) {
        this.shadow = shadow;
        this.mostWords = mostWords;
        this.blocks = blocks;
        this.query = query;
    }

    private static boolean isKept(int access) {
        return Access.isStrong(access) && Access.scope(access) != Scope.BLOCK;
    }

    private @Nullable StrongWrites at(long word) {
        if (words == 0) {
            return null;
        }
        ShadowPage page = shadow.page(word << ShadowPage.WORD_SHIFT);
        return page.strongWritesInOrder == null ? null : page.strongWritesInOrder[inPage(word)];
    }

    private static int inPage(long word) {
        return (int) word & (ShadowPage.WORDS - 1);
    }

    /** The writes to a word have changed. */
    private void count(long word, StrongWrites writes) {
        int[] numbers = shadow.page(word << ShadowPage.WORD_SHIFT).strongWriteNumbers;
        if (numbers != null) {
            numbers[2 * inPage(word)] = writes.chainStart();
            numbers[2 * inPage(word) + 1] = writes.count() == 0 ? 0 : writes.number(writes.count());
        }
    }

    /** A thread writes strongly. */
    void wrote(BlockCausality block, long epoch, long word, int access) {
        if (!isKept(access)) {
            return;
        }
        StrongWrites writes = at(word);
        if (writes == null) {
            if (words >= mostWords) {
                return;
            }
            writes = new StrongWrites();
            shadow.page(word << ShadowPage.WORD_SHIFT)
                    .strongWritesInOrderForUse()[(int) word & (ShadowPage.WORDS - 1)] = writes;
            words++;
        }
        int thread = Epoch.thread(epoch);
        ThreadFences fences = block.fencesIfAny();
        writes.add(
                epoch,
                access,
                ++time,
                block.lastBarrier(),
                fences == null ? 0 : fences.lastFence(thread, Scope.DEVICE),
                fences == null ? 0 : fences.lastFenceOfAny());
        count(word, writes);
    }

    /** A thread writes weakly: the value has no strong writer. */
    void forget(long word) {
        StrongWrites writes = at(word);
        if (writes != null) {
            writes.clear();
            count(word, writes);
        }
    }

    /** A thread observes the value of a word by a strong read. */
    void observed(BlockCausality block, long epoch, long word, int access) {
        if (words == 0 || !isKept(access)) {
            return;
        }
        // Threads may read a word much more often than they write it: this looks at no other memory.
        int[] numbers = shadow.page(word << ShadowPage.WORD_SHIFT).strongWriteNumbers;
        int end = numbers == null ? 0 : numbers[2 * inPage(word) + 1];
        if (numbers != null && end != 0) {
            block.observedWrites().observe(word, epoch, numbers[2 * inPage(word)], end - 1);
        }
    }

    /**
     * Whether a thread has observed a strong write at a word before its access there, itself or by another thread of its block that it has met at a
     * barrier since.
     *
     * @param earlier the time of the write
     * @param epoch the time of the access
     */
    boolean hasObserved(BlockCausality block, long epoch, long word, long earlier) {
        StrongWrites writes = at(word);
        int index = writes == null ? -1 : writes.last(earlier);
        if (writes == null || index < 0) {
            return false;
        }
        for (int i = index + 1; i < writes.count() && Access.isAtomic(writes.access(i)); i++) {
            if (isBefore(writes.writer(i), block, epoch)) {
                return true;
            }
        }
        ObservedWrites observed = block.observedWritesIfAny();
        int number = writes.number(index);
        if (observed != null) {
            for (int i = 0; i < observed.count(); i++) {
                if (observed.word(i) == word
                        && observed.from(i) <= number
                        && number <= observed.upTo(i)
                        && isBefore(observed.observer(i), block, epoch)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isBefore(long other, BlockCausality block, long epoch) {
        return Epoch.sameThread(other, epoch)
                || (Epoch.block(other) == block.uid()
                        && block.knows(Epoch.thread(epoch), query.of(other, blocks.grid(other))));
    }

    /**
     * The write of the value that a thread reads strongly, if the thread knows of the writer only by a later write of it to another word, and the
     * writer executed no fence between the two: the thread may see the later write and not this one.
     *
     * @param word the word that it reads
     * @return the time and the properties of the write; null if there is none
     */
    @Nullable
    UnfencedWrite unfenced(BlockCausality block, long epoch, long word) {
        ObservedWrites observed = block.observedWritesIfAny();
        StrongWrites data = observed == null ? null : at(word);
        if (observed == null || data == null || data.count() == 0) {
            return null;
        }
        int newest = data.count() - 1;
        long writer = data.writer(newest);
        if (Access.isAtomic(data.access(newest))
                || Epoch.block(writer) == block.uid()
                || block.knows(Epoch.thread(epoch), query.of(writer, blocks.grid(writer)))) {
            return null;
        }
        for (int i = 0; i < observed.count(); i++) {
            StrongWrites flag = observed.word(i) == word ? null : at(observed.word(i));
            if (flag == null || !isBefore(observed.observer(i), block, epoch)) {
                continue;
            }
            for (int k = flag.count() - 1; k >= 0 && flag.number(k) >= observed.from(i); k--) {
                if (flag.number(k) <= observed.upTo(i) && follows(flag, k, data, newest)) {
                    return isFenced(flag, k, writer)
                            ? null
                            : new UnfencedWrite(writer, data.access(newest), flag.access(k));
                }
            }
        }
        return null;
    }

    /**
     * A write whose value a later write of its block announces without a fence.
     *
     * @param writer its time
     * @param access its properties
     * @param flagAccess the properties of the later write
     */
    record UnfencedWrite(long writer, int access, int flagAccess) {}

    private static boolean follows(StrongWrites flag, int index, StrongWrites data, int written) {
        long by = flag.writer(index);
        long writer = data.writer(written);
        if (Epoch.sameThread(by, writer)) {
            return flag.time(index) > data.time(written);
        }
        return Epoch.block(by) == Epoch.block(writer) && Epoch.clock(writer) <= flag.barrier(index);
    }

    /** Whether a fence lies between the two; if two threads of a block make them, one of any thread of the block will do. */
    private static boolean isFenced(StrongWrites flag, int index, long writer) {
        boolean isOfOneThread = Epoch.sameThread(flag.writer(index), writer);
        return Epoch.clock(writer) <= (isOfOneThread ? flag.fence(index) : flag.fenceOfBlock(index));
    }
}
