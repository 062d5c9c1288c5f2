package io.cdpsim.gpu.dispatch;

import io.cdpsim.profile.SmSpec;

/** What is free on each SM of a device. Blocks are dealt out round robin. */
final class SmAllocator {
    private final FreeSmResources[] sms;
    private int next;

    /** All SMs of a device are free. */
    SmAllocator(SmSpec spec) {
        sms = new FreeSmResources[spec.count()];
        for (int i = 0; i < sms.length; i++) {
            sms[i] = new FreeSmResources(spec);
        }
    }

    /** Finds the next SM that has room for a block. @return its number, or -1 if none has */
    int find(FreeSmResources.Need need) {
        for (int i = 0; i < sms.length; i++) {
            int sm = next;
            next = next + 1 == sms.length ? 0 : next + 1;
            if (sms[sm].fits(need)) {
                return sm;
            }
        }
        return -1;
    }

    /** A block gets an SM. */
    void take(int sm, FreeSmResources.Need need) {
        sms[sm].take(need);
    }

    /** A block leaves its SM. */
    void giveBack(int sm, FreeSmResources.Need need) {
        sms[sm].giveBack(need);
    }
}
