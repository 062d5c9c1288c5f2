package io.cdpsim.observe.waits;

import io.cdpsim.observe.RunEvent.WaitReason;

/**
 * A time for which a grid waited for one thing.
 *
 * @param reason why it waited
 * @param start when it started to, in cycles of the device's clock
 * @param end when that was over
 */
public record WaitInterval(WaitReason reason, long start, long end) {
    /** How long it waited, in cycles. */
    public long cycles() {
        return end - start;
    }
}
