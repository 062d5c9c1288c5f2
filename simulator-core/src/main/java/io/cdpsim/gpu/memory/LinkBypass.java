package io.cdpsim.gpu.memory;

import io.cdpsim.profile.HostLinkSpec;
import java.util.SplittableRandom;

/**
 * Which parts of a copy have a way to the host of their own, beside that of threads that poll. It depends on where the polled words, the
 * commands and the bytes happen to lie, and so is one or the other for a whole run.
 *
 * @param separateCommandPath whether commands and the first window of bytes find the loads of a few SMs aside
 * @param separateDataPath whether further windows do, and accesses to the slices of the L2 that the polled line goes through
 */
record LinkBypass(boolean separateCommandPath, boolean separateDataPath) {
    /** As often as the hardware has each. */
    static LinkBypass drawn(HostLinkSpec spec, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new LinkBypass(
                random.nextDouble() < spec.separateCommandPath().value(),
                random.nextDouble() < spec.separateDataPath().value());
    }
}
