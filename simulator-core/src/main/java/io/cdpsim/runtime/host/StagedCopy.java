package io.cdpsim.runtime.host;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.MultiGpuSpec;
import io.cdpsim.runtime.launch.ActionTimer;

/**
 * A copy from one GPU to another through memory of the host, in parts: while the one GPU writes a part there the other fetches the part
 * before it. After each they hand over: the other GPU learns that the part is there, and then the first that it may go on.
 */
final class StagedCopy {
    private final CopyEngines from;
    private final CopyEngines to;
    private final ActionTimer delays;
    private final long partBytes;
    private final long handOverCycles;
    private final Runnable whenDone;
    private long left;

    /**
     * @param from the engines of the GPU whose memory is read
     * @param to the engines of the other
     * @param whenDone what to do when all bytes have arrived
     */
    StagedCopy(
            CopyEngines from, CopyEngines to, ActionTimer delays, GpuProfile profile, long bytes, Runnable whenDone) {
        this.from = from;
        this.to = to;
        this.delays = delays;
        this.whenDone = whenDone;
        MultiGpuSpec spec = profile.multiGpu();
        partBytes = spec.stagedPartBytes() == 0 ? Math.max(1, bytes) : spec.stagedPartBytes();
        handOverCycles = profile.clock().cyclesFromNanos(spec.stagedHandoffNanos());
        left = bytes;
    }

    /** Parts of a copy, at least one. */
    static long parts(GpuProfile profile, long bytes) {
        long part = profile.multiGpu().stagedPartBytes();
        return part == 0 ? 1 : Math.max(1, (bytes + part - 1) / part);
    }

    /**
     * Begins it.
     *
     * @param whenTaken what to do when an engine has taken the first part
     */
    void begin(Runnable whenTaken) {
        long part = Math.min(left, partBytes);
        left -= part;
        boolean last = left == 0;
        from.copy(
                CopyRoute.TO_HOST,
                part,
                whenTaken,
                () -> delays.after(handOverCycles, () -> {
                    to.copy(CopyRoute.TO_DEVICE, part, () -> {}, () -> fetched(last));
                    if (!last) {
                        delays.after(handOverCycles, () -> begin(() -> {}));
                    }
                }));
    }

    private void fetched(boolean last) {
        if (last) {
            delays.after(handOverCycles, whenDone);
        }
    }
}
