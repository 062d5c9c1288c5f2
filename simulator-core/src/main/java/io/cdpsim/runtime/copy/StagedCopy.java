package io.cdpsim.runtime.copy;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.MultiGpuSpec;
import io.cdpsim.runtime.launch.ActionTimer;

/**
 * A copy from one GPU to another through host memory, in parts. While the source GPU writes a part, the destination GPU fetches
 * the part before it. After each part, the source GPU signals the destination GPU, which signals back.
 */
public final class StagedCopy {
    private final CopyEngines from;
    private final CopyEngines to;
    private final ActionTimer delays;
    private final long partBytes;
    private final long handoffCycles;
    private final Runnable whenDone;
    private long remainingBytes;

    /**
     * A copy that has not started.
     *
     * @param from the copy engines of the source GPU
     * @param to the copy engines of the destination GPU
     * @param whenDone runs when all bytes have arrived
     */
    public StagedCopy(
            CopyEngines from, CopyEngines to, ActionTimer delays, GpuProfile profile, long bytes, Runnable whenDone) {
        this.from = from;
        this.to = to;
        this.delays = delays;
        this.whenDone = whenDone;
        MultiGpuSpec spec = profile.multiGpu();
        partBytes = spec.stagedPartBytes() == 0 ? Math.max(1, bytes) : spec.stagedPartBytes();
        handoffCycles = profile.clock().cyclesFromNanos(spec.stagedHandoffNanos());
        remainingBytes = bytes;
    }

    /** The number of parts of a copy, at least 1. */
    public static long parts(GpuProfile profile, long bytes) {
        long part = profile.multiGpu().stagedPartBytes();
        return part == 0 ? 1 : Math.max(1, (bytes + part - 1) / part);
    }

    /**
     * Starts the copy.
     *
     * @param whenStarted runs when an engine starts the first part
     */
    public void start(Runnable whenStarted) {
        long part = Math.min(remainingBytes, partBytes);
        remainingBytes -= part;
        boolean last = remainingBytes == 0;
        from.copy(
                CopyRoute.TO_HOST,
                part,
                whenStarted,
                () -> delays.after(handoffCycles, () -> {
                    to.copy(CopyRoute.TO_DEVICE, part, () -> {}, () -> fetched(last));
                    if (!last) {
                        delays.after(handoffCycles, () -> start(() -> {}));
                    }
                }));
    }

    private void fetched(boolean last) {
        if (last) {
            delays.after(handoffCycles, whenDone);
        }
    }
}
