package io.cdpsim.gpu.dispatch;

import io.cdpsim.profile.SmSpec;

/** Free resources of each SM of a device. Blocks are assigned round robin. */
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

    /** Finds the next SM with enough free resources for a block. @return its number, or -1 */
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

    /** A block occupies its SM's resources. */
    void take(int sm, FreeSmResources.Need need) {
        sms[sm].take(need);
    }

    /** A block frees its SM's resources. */
    void giveBack(int sm, FreeSmResources.Need need) {
        sms[sm].giveBack(need);
    }
}
