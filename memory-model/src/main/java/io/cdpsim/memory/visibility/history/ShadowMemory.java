package io.cdpsim.memory.visibility.history;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The shadow pages of all checked memory, by address. */
final class ShadowMemory {
    private static final int WINDOW_SHIFT = 40;
    private static final int WINDOWS = 64;
    private static final int PAGE_MASK = (1 << (WINDOW_SHIFT - ShadowPage.PAGE_SHIFT)) - 1;

    private final @Nullable ShadowPage[][] windows = new ShadowPage[WINDOWS][0];
    private long lastNumber = -1;
    private ShadowPage last = new ShadowPage();

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
            page = new ShadowPage();
            pages[index] = page;
        }
        lastNumber = number;
        last = page;
        return page;
    }

    /** Forgets all accesses to a range. */
    void clear(long address, long bytes) {
        long end = address + bytes;
        for (long at = address; at < end; ) {
            long next = Math.min(end, ((at >>> ShadowPage.PAGE_SHIFT) + 1) << ShadowPage.PAGE_SHIFT);
            @Nullable ShadowPage[] pages = windows[(int) (at >>> WINDOW_SHIFT)];
            int index = (int) (at >>> ShadowPage.PAGE_SHIFT) & PAGE_MASK;
            ShadowPage page = index < pages.length ? pages[index] : null;
            if (page != null) {
                int from = ShadowPage.word(at);
                page.clear(from, from + (int) ((next - at + 3) >>> ShadowPage.WORD_SHIFT));
            }
            at = next;
        }
    }
}
