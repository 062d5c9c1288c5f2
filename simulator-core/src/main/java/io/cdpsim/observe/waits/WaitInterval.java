package io.cdpsim.observe.waits;

import io.cdpsim.observe.RunEvent.WaitReason;

/**
 * An interval for which a grid waited for one reason.
 *
 * @param reason the reason
 * @param start when the wait started, in cycles of the device's clock
 * @param end when the wait ended
 */
public record WaitInterval(WaitReason reason, long start, long end) {
    /** Duration, in cycles. */
    public long cycles() {
        return end - start;
    }
}
