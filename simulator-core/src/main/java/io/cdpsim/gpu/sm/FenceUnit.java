package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile.SynchronizationSpec;

/**
 * Says how long fences take: those wider than a block wait for the warp's stores. One of the system goes to the link, half of its time away,
 * and waits there for the loads that have come before it.
 */
final class FenceUnit {
    private final SynchronizationSpec spec;
    private final AccessTiming accesses;

    FenceUnit(SynchronizationSpec spec, AccessTiming accesses) {
        this.spec = spec;
        this.accesses = accesses;
    }

    /** When a fence that issues reaches the link to the host; the time itself if it does not go there. */
    long reachesLinkAt(Instruction in, long start) {
        return scope(in) == Scope.SYSTEM ? start + toLink() : start;
    }

    /** A fence issues, or has reached the link. @return when the warp goes on */
    long end(Warp warp, Instruction in, long time) {
        return switch (scope(in)) {
            case BLOCK -> time + spec.fenceBlockCycles();
            case DEVICE -> Math.max(time + spec.fenceDeviceCycles(), warp.storesDone());
            case SYSTEM -> {
                long back = Math.max(time + spec.fenceSystemCycles() - toLink(), warp.storesDone());
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
