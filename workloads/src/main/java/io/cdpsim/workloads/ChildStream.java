package io.cdpsim.workloads;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;

/** The stream that device code launches its children into. */
public enum ChildStream {
    /** The NULL stream of the parent's block: its children run one after another. */
    NULL,
    /** A new non-blocking stream for each launch. */
    NAMED,
    /** The default stream of each thread, as compiled with {@code --default-stream per-thread}. */
    PER_THREAD,
    /** The fire-and-forget stream (CDP2 only). */
    FAF;

    /** The stream for children whose order does not matter: fire-and-forget where the GPU supports it, else NULL. */
    public static ChildStream defaultFor(GpuProfile gpu) {
        return gpu.cdp() == CdpSupport.CDP2 ? FAF : NULL;
    }
}
