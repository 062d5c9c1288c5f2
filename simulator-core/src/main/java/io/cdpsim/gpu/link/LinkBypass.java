package io.cdpsim.gpu.link;

import io.cdpsim.profile.HostLinkSpec;
import java.util.SplittableRandom;

/**
 * The parts of a copy that bypass threads that poll mapped memory. The bypass depends on where the polled words, the
 * commands and the bytes are placed, and so is fixed for a run.
 *
 * @param separateCommandPath whether commands and the first window of bytes bypass the loads of a few SMs
 * @param separateDataPath whether further windows do, and accesses to the L2 slices that serve the polled line
 */
public record LinkBypass(boolean separateCommandPath, boolean separateDataPath) {
    /** Draws each case with the frequency that hardware showed. */
    public static LinkBypass drawn(HostLinkSpec spec, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new LinkBypass(
                random.nextDouble() < spec.separateCommandPath().value(),
                random.nextDouble() < spec.separateDataPath().value());
    }
}
