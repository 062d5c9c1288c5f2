package io.cdpsim.gpu.memory;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile.SynchronizationSpec;

/**
 * The latency of fences: a fence wider than a block waits for the warp's stores. A fence to the system travels to the host link, which takes half of its
 * latency, and waits there for earlier loads. Behind a fence wider than a block the L1 cache is empty (measurements, l1store).
 */
public final class FenceTiming {
    private final SynchronizationSpec spec;
    private final AccessTiming accesses;

    /** @param accesses when accesses of the SM are done */
    public FenceTiming(SynchronizationSpec spec, AccessTiming accesses) {
        this.spec = spec;
        this.accesses = accesses;
    }

    /** When a fence that issues reaches the host link; the issue time for a narrower fence. */
    public long reachesLinkAt(Instruction in, long start) {
        return scope(in) == Scope.SYSTEM ? start + toLink() : start;
    }

    /**
     * A fence issues, or has reached the link.
     *
     * @param storesDone when all stores of the warp so far are visible to other threads
     * @return the cycle at which the warp continues
     */
    public long end(Instruction in, long storesDone, long time) {
        long end = passedAt(in, storesDone, time);
        if (scope(in) != Scope.BLOCK) {
            accesses.acquires(end);
        }
        return end;
    }

    private long passedAt(Instruction in, long storesDone, long time) {
        return switch (scope(in)) {
            case BLOCK -> time + spec.fenceBlockCycles();
            case DEVICE ->
                Math.max(
                        time + spec.fenceDeviceCycles(),
                        storesDone > time ? storesDone + spec.fenceAfterStoresCycles() : 0);
            case SYSTEM -> {
                long back = Math.max(time + spec.fenceSystemCycles() - toLink(), storesDone);
                yield Math.max(back, accesses.linkPassedAt(time));
            }
        };
    }

    private int toLink() {
        return spec.fenceSystemCycles() / 2;
    }

    private static Scope scope(Instruction in) {
        return ((Modifiers.Fence) in.modifiers()).scope();
    }
}
