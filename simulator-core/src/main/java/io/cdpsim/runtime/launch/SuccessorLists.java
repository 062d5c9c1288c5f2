package io.cdpsim.runtime.launch;

import java.util.Arrays;

/** Who waits for whom: lists of entries, one for each entry that others wait for. */
final class SuccessorLists {
    private int[] waiting = new int[256];
    private int[] next = new int[256];
    private int freeHead;
    private int used = 1;

    /** Puts an entry before a list. @return the longer list */
    int add(int list, int entry) {
        int link;
        if (freeHead != 0) {
            link = freeHead;
            freeHead = next[link];
        } else {
            if (used == waiting.length) {
                waiting = Arrays.copyOf(waiting, 2 * used);
                next = Arrays.copyOf(next, 2 * used);
            }
            link = used++;
        }
        waiting[link] = entry;
        next[link] = list;
        return link;
    }

    int entry(int link) {
        return waiting[link];
    }

    int next(int link) {
        return next[link];
    }

    /** Frees one link. */
    void release(int link) {
        next[link] = freeHead;
        freeHead = link;
    }
}
