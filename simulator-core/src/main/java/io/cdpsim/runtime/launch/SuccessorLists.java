package io.cdpsim.runtime.launch;

/** Who waits for whom: lists of entries, one for each entry that others wait for. */
final class SuccessorLists {
    private final ChunkedArray.OfInt waiting = new ChunkedArray.OfInt();
    private final ChunkedArray.OfInt next = new ChunkedArray.OfInt();
    private int freeHead;
    private int used = 1;

    /** Puts an entry before a list. @return the longer list */
    int add(int list, int entry) {
        int link;
        if (freeHead != 0) {
            link = freeHead;
            freeHead = next.get(link);
        } else {
            link = used++;
            waiting.ensureIndex(link);
            next.ensureIndex(link);
        }
        waiting.set(link, entry);
        next.set(link, list);
        return link;
    }

    int entry(int link) {
        return waiting.get(link);
    }

    int next(int link) {
        return next.get(link);
    }

    /** Frees one link. */
    void release(int link) {
        next.set(link, freeHead);
        freeHead = link;
    }
}
