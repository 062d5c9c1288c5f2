package io.cdpsim.memory.visibility.history;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The shadow pages of all checked memory, by address. */
final class ShadowMemory {
    private static final int WINDOW_SHIFT = 40;
    private static final int WINDOWS = 64;
    private static final int PAGE_MASK = (1 << (WINDOW_SHIFT - ShadowPage.PAGE_SHIFT)) - 1;

    private final @Nullable ShadowPage[][] windows = new ShadowPage[WINDOWS][0];
    private final TreeMap<Long, Long> undefined = new TreeMap<>();
    private final AccessSets sets;
    private long lastNumber = -1;
    private ShadowPage last;

    /** @param sets the sets of the words with several accesses */
    ShadowMemory(AccessSets sets) {
        this.sets = sets;
        last = new ShadowPage(sets);
    }

    /** Whether an address can be in checked memory: constant memory and parameters are not. */
    static boolean covers(long address) {
        return address >>> WINDOW_SHIFT < WINDOWS;
    }

    /** The page of an address, created on first use. */
    ShadowPage page(long address) {
        long number = address >>> ShadowPage.PAGE_SHIFT;
        if (number == lastNumber) {
            return last;
        }
        int window = (int) (address >>> WINDOW_SHIFT);
        int index = (int) number & PAGE_MASK;
        @Nullable ShadowPage[] pages = windows[window];
        if (index >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(index + 1, 2 * pages.length));
            windows[window] = pages;
        }
        ShadowPage page = pages[index];
        if (page == null) {
            page = new ShadowPage(sets);
            pages[index] = page;
            markUndefined(page, number << ShadowPage.PAGE_SHIFT);
        }
        lastNumber = number;
        last = page;
        return page;
    }

    private void markUndefined(ShadowPage page, long start) {
        long end = start + (1L << ShadowPage.PAGE_SHIFT);
        if (undefined.isEmpty()) {
            return;
        }
        Long first = undefined.floorKey(start);
        undefined.subMap(first == null ? start : first, end).forEach((from, to) -> {
            if (to > start) {
                page.undefined(wordsIn(start, from), wordsIn(start, to), true);
            }
        });
    }

    private static int wordsIn(long pageStart, long address) {
        return (int)
                (Math.max(0, Math.min(1L << ShadowPage.PAGE_SHIFT, address - pageStart)) >>> ShadowPage.WORD_SHIFT);
    }

    /** Forgets all accesses to the whole words of a new allocation, which have no value. */
    void allocate(long address, long bytes) {
        clear(address, bytes);
        undefined.put(address, address + bytes);
        for (long at = address & -(1L << ShadowPage.PAGE_SHIFT);
                at < address + bytes;
                at += 1L << ShadowPage.PAGE_SHIFT) {
            @Nullable ShadowPage[] pages = windows[(int) (at >>> WINDOW_SHIFT)];
            int index = (int) (at >>> ShadowPage.PAGE_SHIFT) & PAGE_MASK;
            if (index >= pages.length) {
                break;
            }
            ShadowPage page = pages[index];
            if (page != null) {
                page.undefined(wordsIn(at, address), wordsIn(at, address + bytes), true);
            }
        }
    }

    /** A range has values from now on. */
    private void define(long from, long to) {
        for (Map.Entry<Long, Long> each = undefined.lowerEntry(to);
                each != null && each.getValue() > from;
                each = undefined.lowerEntry(to)) {
            undefined.remove(each.getKey());
            if (each.getValue() > to) {
                undefined.put(to, each.getValue());
            }
            if (each.getKey() < from) {
                undefined.put(each.getKey(), from);
            }
        }
    }

    /** Whether any allocation has words without a value. */
    boolean hasUndefined() {
        return !undefined.isEmpty();
    }

    /** Forgets all accesses to a range. */
    void clear(long address, long bytes) {
        define(address, address + bytes);
        long end = address + bytes;
        for (long at = address; at < end; ) {
            long next = Math.min(end, ((at >>> ShadowPage.PAGE_SHIFT) + 1) << ShadowPage.PAGE_SHIFT);
            @Nullable ShadowPage[] pages = windows[(int) (at >>> WINDOW_SHIFT)];
            int index = (int) (at >>> ShadowPage.PAGE_SHIFT) & PAGE_MASK;
            ShadowPage page = index < pages.length ? pages[index] : null;
            if (page != null) {
                int from = ShadowPage.word(at);
                int to = from + (int) ((next - at + 3) >>> ShadowPage.WORD_SHIFT);
                page.clear(from, to);
                page.undefined(from, to, false);
            }
            at = next;
        }
    }
}
