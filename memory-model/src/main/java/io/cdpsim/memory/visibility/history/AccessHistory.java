package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.BlockTable;
import io.cdpsim.memory.visibility.causality.CausalPast.CausalityQuery;
import io.cdpsim.memory.visibility.causality.Epoch;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.report.WriteVisibility;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The recent accesses to each word, and the races of a new access with them. */
public final class AccessHistory {
    private static final int WORD = 4;
    private static final int ROW_BYTES = AccessSlots.ROW_WORDS * WORD;
    private static final int MAX_STRONG_WORDS = 1 << 16;

    private final WordMemory memory;
    private final BlockTable blocks;
    private final CausalityQuery query;
    private final RaceLog log;
    private final boolean texturesStale;
    private final boolean inLockstep;
    private final LongUnaryOperator shown;
    private final @Nullable ValueHistory oldValues;
    private final RecentAccesses recent;
    private final AccessSets sets = new AccessSets();
    private final ShadowMemory shadow = new ShadowMemory(sets);
    private final StrongWriteHistory strongWrites;

    private boolean repeatsValue;
    private long firstSequentialThread;
    private boolean anySequentialFence;
    private boolean sequentialFencesMet;

    /**
     * An empty history.
     *
     * @param texturesStale whether no store of a grid is coherent with its own reads through the texture path (rule MEM-10)
     * @param keepsOldValues whether {@link #oldestAllowed} will be asked
     */
    public AccessHistory(
            WordMemory memory,
            BlockTable blocks,
            CausalityQuery query,
            RaceLog log,
            boolean texturesStale,
            boolean keepsOldValues) {
        this(memory, blocks, query, log, texturesStale, keepsOldValues, false, address -> address, MAX_STRONG_WORDS);
    }

    /**
     * The same, for other addresses than those that programs know.
     *
     * @param inLockstep whether the accesses of a warp's lanes are in program order
     * @param shown the address that a program knows
     * @param mostStrongWords words whose strong writes are kept in order
     */
    AccessHistory(
            WordMemory memory,
            BlockTable blocks,
            CausalityQuery query,
            RaceLog log,
            boolean texturesStale,
            boolean keepsOldValues,
            boolean inLockstep,
            LongUnaryOperator shown,
            int mostStrongWords) {
        this.texturesStale = texturesStale;
        this.inLockstep = inLockstep;
        this.shown = shown;
        this.memory = memory;
        this.blocks = blocks;
        this.query = query;
        this.log = log;
        this.oldValues = keepsOldValues ? new ValueHistory() : null;
        this.recent = new RecentAccesses(sets, blocks, query, keepsOldValues);
        this.strongWrites = new StrongWriteHistory(shadow, blocks, query, mostStrongWords);
    }

    /** Forgets all accesses to a range. */
    public void reset(long address, long bytes) {
        shadow.clear(address, bytes);
        if (oldValues != null) {
            oldValues.forget(address, bytes);
        }
    }

    /** Forgets all accesses to a new allocation, which has no value. */
    public void allocate(long address, long bytes) {
        reset(address, bytes);
        shadow.allocate(address, bytes);
    }

    /** A kernel needs the value of a location; reports one without a value (rule MEM-14). */
    public void needsValue(BlockCausality block, int thread, long address, int bytes, int access) {
        if (!shadow.hasUndefined() || !block.grid().code().isKernel()) {
            return;
        }
        for (long at = address & -WORD; at < address + bytes; at += WORD) {
            if (shadow.page(at).isUndefined(ShadowPage.word(at))) {
                log.undefinedRead(block.grid(), access);
                return;
            }
        }
    }

    /** A thread reads. @return whether the read races with a write */
    public boolean read(BlockCausality block, long epoch, long address, int bytes, int access) {
        boolean races = false;
        for (long at = address & -WORD; at < address + bytes; at += WORD) {
            int how = Access.withMask(access, mask(at, address, bytes));
            ShadowPage page = shadow.page(at);
            int word = ShadowPage.word(at);
            if (page.weakWrites != null && page.weakWrites.epoch(word) != 0) {
                races |= against(page.weakWrites, page, word, at, block, epoch, how, true, false, 0);
            }
            if (page.strongWrites != null && page.strongWrites.epoch(word) != 0) {
                races |= against(page.strongWrites, page, word, at, block, epoch, how, true, false, 0);
            }
            recent.record(page.readsForUse(), word, epoch, how, block);
            if (Access.isStrong(how)) {
                strongWrites.observed(block, epoch, at >>> ShadowPage.WORD_SHIFT, how);
                unfenced(block, epoch, at, how);
            }
        }
        return races;
    }

    /** Whether the words of a row are in one page, and none lacks a value. */
    public boolean isPlainRow(long address, int words) {
        int word = ShadowPage.word(address);
        return word + words <= ShadowPage.WORDS
                && (!shadow.hasUndefined() || !shadow.page(address).isAnyUndefined(word, word + words));
    }

    /**
     * Consecutive threads of a block read consecutive words, each its own, by one weak instruction: the same as {@link #read} for each.
     *
     * @param first epoch of the first thread
     * @return whether any of the reads races with a write
     */
    public boolean readRow(BlockCausality block, long first, long address, int words, int access) {
        int how = Access.withMask(access, Access.ALL_BYTES);
        ShadowPage page = shadow.page(address);
        AccessSlots reads = page.readsForUse();
        boolean races = false;
        for (int i = 0; i < words; i++) {
            int word = ShadowPage.word(address) + i;
            long epoch = Epoch.ofThreadBehind(first, i);
            long at = address + (long) i * WORD;
            if (page.weakWrites != null && page.weakWrites.epoch(word) != 0) {
                races |= against(page.weakWrites, page, word, at, block, epoch, how, true, false, 0);
            }
            if (page.strongWrites != null && page.strongWrites.epoch(word) != 0) {
                races |= against(page.strongWrites, page, word, at, block, epoch, how, true, false, 0);
            }
            recent.record(reads, word, epoch, how, block);
        }
        return races;
    }

    /**
     * Consecutive threads of a block read consecutive words, each as many, from an aligned row on, by one weak instruction that is no texture fetch: the
     * same as {@link #needsValue} and {@link #read} for each.
     *
     * @param first epoch of the first thread
     * @param shift the words of each thread, as a power of two
     * @return whether any of the reads races with a write
     */
    public boolean readRows(BlockCausality block, long first, long address, int shift, int access) {
        int how = Access.withMask(access, Access.ALL_BYTES);
        int threads = AccessSlots.ROW_WORDS >>> shift;
        int bytes = WORD << shift;
        boolean races = false;
        for (int i = 0; i < 1 << shift; i++) {
            long at = address + (long) i * ROW_BYTES;
            long epoch = Epoch.ofThreadBehind(first, i * threads);
            if (!readAlike(block, epoch, at, shift, how)) {
                for (int thread = 0; thread < threads; thread++) {
                    long own = at + (long) thread * bytes;
                    long by = Epoch.ofThreadBehind(epoch, thread);
                    needsValue(block, Epoch.thread(by), own, bytes, access);
                    races |= read(block, by, own, bytes, access);
                }
            }
        }
        return races;
    }

    /** Consecutive threads read a row, if all of them do so alike and without a race. @return false if they may not, and nothing has been done */
    private boolean readAlike(BlockCausality block, long first, long address, int shift, int how) {
        ShadowPage page = shadow.page(address);
        int word = ShadowPage.word(address);
        int row = word >>> AccessSlots.ROW_SHIFT;
        return !(shadow.hasUndefined() && page.isAnyUndefined(word, word + AccessSlots.ROW_WORDS))
                && isQuiet(page.weakWrites, row, first, shift, how, block)
                && isQuiet(page.strongWrites, row, first, shift, how, block)
                && recent.recordRow(page.readsForUse(), row, first, shift, how, block);
    }

    /** Reports a volatile load of a value that only a later write of its writer, without a fence between, announces to the thread. */
    private void unfenced(BlockCausality block, long epoch, long at, int how) {
        if (Access.isAtomic(how) || Access.scope(how) != Scope.SYSTEM) {
            return;
        }
        StrongWriteHistory.UnfencedWrite write = strongWrites.unfenced(block, epoch, at >>> ShadowPage.WORD_SHIFT);
        if (write != null) {
            GridCausality writer = blocks.grid(write.writer());
            log.unfenced(block.grid(), how, writer, write.access(), write.flagAccess());
        }
    }

    /** Whether an address can be in checked memory, as opposed to constant memory. */
    public static boolean covers(long address) {
        return ShadowMemory.covers(address);
    }

    /** Whether the next writes store what another lane stores to the same place by the same instruction; memory does not have it yet. */
    public void repeats(boolean does) {
        repeatsValue = does;
    }

    /** A thread is about to write. */
    public void write(BlockCausality block, long epoch, long address, int bytes, int access, long bits) {
        for (long at = address & -WORD; at < address + bytes; at += WORD) {
            int how = Access.withMask(access, mask(at, address, bytes));
            int value = (int) (bits >>> (8 * Math.max(0, at - address)));
            writeWord(block, epoch, at, how, value, bytes < WORD ? address & (WORD - 1) : 0);
        }
    }

    /**
     * Consecutive threads of a block are about to write consecutive words, each as many, from an aligned row on, by one weak instruction: the same as
     * {@link #write} for each value.
     *
     * @param first epoch of the first thread
     * @param shift the words of each thread, as a power of two
     * @param values the values
     */
    public void writeRows(BlockCausality block, long first, long address, int shift, int access, LaneWrites values) {
        int how = Access.withMask(access, Access.ALL_BYTES);
        int threads = AccessSlots.ROW_WORDS >>> shift;
        int bytes = values.bytes();
        int count = (WORD << shift) / bytes;
        for (int i = 0; i < 1 << shift; i++) {
            long at = address + (long) i * ROW_BYTES;
            long epoch = Epoch.ofThreadBehind(first, i * threads);
            if (!writeAlike(block, epoch, at, shift, how)) {
                for (int n = 0; n < threads * count; n++) {
                    int thread = n / count;
                    write(
                            block,
                            Epoch.ofThreadBehind(epoch, thread),
                            at + (long) n * bytes,
                            bytes,
                            access,
                            values.bits(i * threads + thread, n % count));
                }
            }
        }
    }

    /** Whether an access of consecutive threads to the words of a row races with none of the accesses that are stored. */
    private boolean isQuiet(
            @Nullable AccessSlots slots, int row, long first, int shift, int how, BlockCausality block) {
        if (slots == null || recent.isQuietRow(slots, row, first, shift, block)) {
            return true;
        }
        if (slots.isJoined(row)) {
            return false;
        }
        for (int i = 0; i < AccessSlots.ROW_WORDS; i++) {
            int word = (row << AccessSlots.ROW_SHIFT) + i;
            long earlier = slots.epoch(word);
            long epoch = Epoch.ofThreadBehind(first, i >>> shift);
            if (earlier > 0 && races(earlier, slots.access(word), block, epoch, how)) {
                return false;
            }
            if (earlier < 0) {
                int set = slots.set(word);
                for (int k = 0; k < AccessSets.CAPACITY && sets.epoch(set, k) != 0; k++) {
                    if (races(sets.epoch(set, k), sets.access(set, k), block, epoch, how)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Consecutive threads write a row, if all of them do so alike and without a race. @return false if they may not, and nothing has been done */
    private boolean writeAlike(BlockCausality block, long first, long address, int shift, int how) {
        ShadowPage page = shadow.page(address);
        int word = ShadowPage.word(address);
        int row = word >>> AccessSlots.ROW_SHIFT;
        AccessSlots strong = page.strongWrites;
        boolean hasStrong = strong != null && !(strong.isJoined(row) && strong.rowEpoch(row) == 0);
        if (oldValues != null
                || hasStrong
                || block.grid().isBelowTail()
                || !isQuiet(page.weakWrites, row, first, shift, how, block)
                || !isQuiet(page.reads, row, first, shift, how, block)) {
            return false;
        }
        page.undefined(word, word + AccessSlots.ROW_WORDS, false);
        memory.words(address, page.beforeForUse(), word, AccessSlots.ROW_WORDS);
        AccessSlots reads = page.reads;
        if (reads != null) {
            reads.clearRow(row);
        }
        page.weakWritesForUse().rowSingle(row, first, how, shift);
        return true;
    }

    /** A thread is about to free an allocation, which counts as a write that changes nothing. */
    public void free(BlockCausality block, long epoch, long address, long bytes, int access) {
        int how = Access.withMask(access, Access.ALL_BYTES);
        long end = address + bytes;
        for (long at = address & -WORD; at < end; ) {
            if (at % ROW_BYTES == 0 && end - at >= ROW_BYTES && freeUntouched(epoch, at, how)) {
                at += ROW_BYTES;
            } else {
                writeWord(block, epoch, at, how, memory.word(at), 0);
                at += WORD;
            }
        }
    }

    /** A thread frees a row that has no accesses, as most of a large allocation has. @return false if it has any, and nothing has been done */
    private boolean freeUntouched(long epoch, long address, int how) {
        ShadowPage page = shadow.page(address);
        int word = ShadowPage.word(address);
        int row = word >>> AccessSlots.ROW_SHIFT;
        if (Access.isStrong(how)
                || isTouched(page.weakWrites, row)
                || isTouched(page.strongWrites, row)
                || isTouched(page.reads, row)) {
            return false;
        }
        if (oldValues != null) {
            oldValues.rewritten(address >>> ShadowPage.WORD_SHIFT, AccessSlots.ROW_WORDS, memory, epoch);
        }
        memory.words(address, page.beforeForUse(), word, AccessSlots.ROW_WORDS);
        page.weakWritesForUse().rowSingle(row, epoch, how, AccessSlots.ROW_SHIFT);
        return true;
    }

    private static boolean isTouched(@Nullable AccessSlots slots, int row) {
        return slots != null && !(slots.isJoined(row) && slots.rowEpoch(row) == 0);
    }

    private void writeWord(BlockCausality block, long epoch, long at, int how, int value, long shiftBytes) {
        ShadowPage page = shadow.page(at);
        int word = ShadowPage.word(at);
        if (!Access.isFree(how)) {
            page.undefined(word, word + 1, false);
        }
        int old = memory.word(at);
        int mask = spread(Access.mask(how));
        int bits = (old & ~mask) | ((value << (8 * (int) shiftBytes)) & mask);
        if (page.weakWrites != null && page.weakWrites.epoch(word) != 0) {
            against(page.weakWrites, page, word, at, block, epoch, how, true, true, bits);
        }
        if (page.strongWrites != null && page.strongWrites.epoch(word) != 0) {
            against(page.strongWrites, page, word, at, block, epoch, how, true, true, bits);
        }
        if (page.reads != null && page.reads.epoch(word) != 0) {
            against(page.reads, page, word, at, block, epoch, how, false, true, bits);
            tailResult(page, page.reads, word, at, block, epoch, how, old);
        }
        if (Access.isStrong(how)) {
            recent.record(page.strongWritesForUse(), word, epoch, how, block);
            if (Access.isAtomic(how)) {
                strongWrites.observed(block, epoch, at >>> ShadowPage.WORD_SHIFT, how);
            }
            strongWrites.wrote(block, epoch, at >>> ShadowPage.WORD_SHIFT, how);
        } else {
            if (page.strongWrites != null && page.strongWrites.epoch(word) != 0) {
                strongWrites.forget(at >>> ShadowPage.WORD_SHIFT);
            }
            if (Access.mask(how) == Access.ALL_BYTES) {
                // Every access that races with an earlier one also races with this one.
                recent.forget(page.strongWrites, word);
                recent.forget(page.reads, word);
                recent.forget(page.weakWrites, word);
                page.weakWritesForUse().single(word, epoch, how);
                if ((word & (AccessSlots.ROW_WORDS - 1)) == AccessSlots.ROW_WORDS - 1) {
                    // Often the row is written from its start on.
                    page.weakWritesForUse().isJoined(word >>> AccessSlots.ROW_SHIFT);
                }
            } else {
                recent.record(page.weakWritesForUse(), word, epoch, how, block);
            }
        }
        page.beforeForUse()[word] = old;
        if (oldValues != null) {
            oldValues.replaced(at >>> ShadowPage.WORD_SHIFT, old, epoch);
        }
    }

    /** The bytes of a word that an access touches, one bit each. */
    private static int mask(long word, long address, int bytes) {
        if (bytes >= 4) {
            return Access.ALL_BYTES;
        }
        return ((1 << bytes) - 1) << (int) (address - word);
    }

    /** The bits of the bytes in a mask. */
    private static int spread(int mask) {
        if (mask == Access.ALL_BYTES) {
            return -1;
        }
        int bits = 0;
        for (int i = 0; i < 4; i++) {
            bits |= (((mask >>> i) & 1) * 0xFF) << (8 * i);
        }
        return bits;
    }

    /** Reports the races of an access with earlier ones. @return whether there are any */
    private boolean against(
            AccessSlots slots,
            ShadowPage page,
            int word,
            long address,
            BlockCausality block,
            long epoch,
            int how,
            boolean earlierWrote,
            boolean writes,
            int newBits) {
        long earlier = slots.epoch(word);
        if (earlier > 0) {
            int earlierHow = slots.access(word);
            if (!races(earlier, earlierHow, block, epoch, how)
                    || isObserved(address, earlier, earlierHow, earlierWrote, block, epoch, how)) {
                return false;
            }
            report(page, word, address, earlier, earlierHow, earlierWrote, block, epoch, how, writes, newBits);
            return true;
        }
        int set = slots.set(word);
        boolean any = false;
        for (int i = 0; i < AccessSets.CAPACITY; i++) {
            long member = sets.epoch(set, i);
            if (member == 0) {
                break;
            }
            int memberHow = sets.access(set, i);
            if (races(member, memberHow, block, epoch, how)
                    && !isObserved(address, member, memberHow, earlierWrote, block, epoch, how)) {
                report(page, word, address, member, memberHow, earlierWrote, block, epoch, how, writes, newBits);
                any = true;
            }
        }
        return any;
    }

    private boolean isObserved(
            long address,
            long earlier,
            int earlierHow,
            boolean earlierWrote,
            BlockCausality block,
            long epoch,
            int how) {
        return earlierWrote
                && Access.isStrong(earlierHow)
                && !Access.isTexture(how)
                && !Access.isFree(how)
                && strongWrites.hasObserved(block, epoch, address >>> ShadowPage.WORD_SHIFT, earlier);
    }

    /** Reports reads of a word behind the tail launch that writes it only now (rule TAIL-11). */
    private void tailResult(
            ShadowPage page,
            AccessSlots reads,
            int word,
            long address,
            BlockCausality block,
            long epoch,
            int how,
            int old) {
        long earlier = reads.epoch(word);
        if (earlier > 0) {
            tailResult(page, word, address, earlier, reads.access(word), block, epoch, how, old);
            return;
        }
        int set = reads.set(word);
        for (int i = 0; i < AccessSets.CAPACITY && sets.epoch(set, i) != 0; i++) {
            tailResult(page, word, address, sets.epoch(set, i), sets.access(set, i), block, epoch, how, old);
        }
    }

    private void tailResult(
            ShadowPage page,
            int word,
            long address,
            long earlier,
            int earlierHow,
            BlockCausality block,
            long epoch,
            int how,
            int old) {
        GridCausality reader = blocks.grid(earlier);
        GridCausality tail = block.grid().tailLaunchedBefore(earlier, reader);
        if (tail == null || (Access.mask(earlierHow) & Access.mask(how)) == 0) {
            return;
        }
        // A kernel that launches itself computes the next step, and reads what this step works on.
        if (tail.code() == reader.code()
                || wrote(page.weakWrites, word, reader)
                || wrote(page.strongWrites, word, reader)) {
            return;
        }
        log.tailResult(
                new RaceLog.Side(reader, blocks.index(earlier), earlier, earlierHow, false),
                new RaceLog.Side(block.grid(), block.index(), epoch, how, true),
                address,
                old);
    }

    /** Whether one of the last writes to a word is of a grid. */
    private boolean wrote(@Nullable AccessSlots writes, int word, GridCausality grid) {
        if (writes == null || writes.epoch(word) == 0) {
            return false;
        }
        if (writes.epoch(word) > 0) {
            return blocks.grid(writes.epoch(word)) == grid;
        }
        int set = writes.set(word);
        for (int i = 0; i < AccessSets.CAPACITY && sets.epoch(set, i) != 0; i++) {
            if (blocks.grid(sets.epoch(set, i)) == grid) {
                return true;
            }
        }
        return false;
    }

    private boolean races(long earlier, int earlierHow, BlockCausality block, long epoch, int how) {
        int common = Access.mask(earlierHow) & Access.mask(how);
        if (common == 0) {
            return false;
        }
        // Rule HEAP-5: whatever orders the two.
        if (Access.isFree(earlierHow)) {
            return true;
        }
        GridCausality grid = blocks.grid(earlier);
        boolean isTexture = Access.isTexture(earlierHow) || Access.isTexture(how);
        if (Epoch.sameThread(earlier, epoch)) {
            // A thread's load returns nothing that the thread stores later.
            return texturesStale && Access.isTexture(how);
        }
        if (inLockstep && Epoch.sameWarp(earlier, epoch)) {
            return false;
        }
        if (texturesStale && isTexture && grid == block.grid()) {
            // Only the start and the completion of a grid order accesses of the texture path and others.
            return true;
        }
        // Rule MEM-13: read-only loads read what was there at the start of their grid.
        if (texturesStale && Access.isReadOnly(how) && !block.grid().overlapsPredecessor()) {
            return !block.grid().startKnows(query.of(earlier, grid));
        }
        if (texturesStale && Access.isReadOnly(earlierHow) && block.grid().runsWithin(grid)) {
            return true;
        }
        if (Access.isStrong(earlierHow)
                && Access.isStrong(how)
                && includeEachOther(earlier, earlierHow, grid, block, how)) {
            return false;
        }
        return !block.knows(Epoch.thread(epoch), query.of(earlier, grid));
    }

    private static boolean includeEachOther(
            long earlier, int earlierHow, GridCausality grid, BlockCausality block, int how) {
        Scope narrower = Access.level(earlierHow) <= Access.level(how) ? Access.scope(earlierHow) : Access.scope(how);
        return switch (narrower) {
            case BLOCK -> Epoch.block(earlier) == block.uid();
            case DEVICE -> grid.device() == block.grid().device();
            case SYSTEM -> true;
        };
    }

    private void report(
            ShadowPage page,
            int word,
            long address,
            long earlier,
            int earlierHow,
            boolean earlierWrote,
            BlockCausality block,
            long epoch,
            int how,
            boolean writes,
            int newBits) {
        int now = memory.word(address);
        int before = page.before == null ? now : page.before[word];
        log.race(
                new RaceLog.Side(blocks.grid(earlier), blocks.index(earlier), earlier, earlierHow, earlierWrote),
                new RaceLog.Side(block.grid(), block.index(), epoch, how, writes),
                shown.applyAsLong(address),
                writes ? (repeatsValue ? newBits : now) : before,
                writes ? newBits : now);
    }

    /**
     * One or several threads execute a sequentially consistent fence. Two fences of different threads have an order that values obey, whatever their scopes; from then on reads return the newest value, which every order allows.
     */
    public void sequentialFence(long epoch, boolean several) {
        long thread = Epoch.threadKey(epoch);
        sequentialFencesMet |= several || (anySequentialFence && thread != firstSequentialThread);
        firstSequentialThread = thread;
        anySequentialFence = true;
    }

    /** What a block's first threads know of the last writes to the word at an address. */
    public WriteVisibility visibility(BlockCausality block, int threads, long address) {
        ShadowPage page = shadow.page(address);
        int word = ShadowPage.word(address);
        return visibility(page.weakWrites, word, block, threads)
                .and(visibility(page.strongWrites, word, block, threads));
    }

    private WriteVisibility visibility(@Nullable AccessSlots writes, int word, BlockCausality block, int threads) {
        if (writes == null || writes.epoch(word) == 0) {
            return WriteVisibility.UNWRITTEN;
        }
        long writer = writes.epoch(word);
        if (writer > 0) {
            return block.visibility(query.of(writer, blocks.grid(writer)), threads);
        }
        WriteVisibility all = WriteVisibility.UNWRITTEN;
        int set = writes.set(word);
        for (int i = 0; i < AccessSets.CAPACITY && sets.epoch(set, i) != 0; i++) {
            long member = sets.epoch(set, i);
            all = all.and(block.visibility(query.of(member, blocks.grid(member)), threads));
        }
        return all;
    }

    /** The oldest value of the word at an address that a thread may see, given the newest. */
    public int oldestAllowed(BlockCausality block, int thread, long address, int newestBits) {
        ValueHistory values = oldValues;
        if (values == null || sequentialFencesMet || hasReadStrongly(block, thread, address)) {
            return newestBits;
        }
        return values.oldest(
                address >>> ShadowPage.WORD_SHIFT,
                newestBits,
                writer -> block.knows(thread, query.of(writer, blocks.grid(writer))));
    }

    /** Whether a thread has read the word with a strong read, which always returns the newest value. */
    private boolean hasReadStrongly(BlockCausality block, int thread, long address) {
        ShadowPage page = shadow.page(address);
        int word = ShadowPage.word(address);
        AccessSlots reads = page.reads;
        if (reads == null || reads.epoch(word) == 0) {
            return false;
        }
        long mine = block.epoch(thread);
        if (reads.epoch(word) > 0) {
            return Epoch.sameThread(mine, reads.epoch(word)) && Access.isStrong(reads.access(word));
        }
        int set = reads.set(word);
        for (int i = 0; i < AccessSets.CAPACITY; i++) {
            if (Epoch.sameThread(mine, sets.epoch(set, i)) && Access.isStrong(sets.access(set, i))) {
                return true;
            }
        }
        return false;
    }
}
