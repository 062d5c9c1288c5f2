package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.SynchronizationSpec;

/** Says how long fences take: those wider than a block wait for the warp's stores, those of the system for the loads over the link too. */
final class FenceUnit {
    private final SynchronizationSpec spec;
    private final AccessTiming accesses;

    FenceUnit(SynchronizationSpec spec, AccessTiming accesses) {
        this.spec = spec;
        this.accesses = accesses;
    }

    /** A fence issues. @return when the warp goes on */
    long end(Warp warp, Instruction in, long start) {
        Scope scope = ((Detail.Fence) in.detail()).scope();
        int cycles = switch (scope) {
            case BLOCK -> spec.fenceBlockCycles();
            case DEVICE -> spec.fenceDeviceCycles();
            case SYSTEM -> spec.fenceSystemCycles();
        };
        if (scope == Scope.BLOCK) {
            return start + cycles;
        }
        long done = Math.max(start + cycles, warp.storesDone());
        return scope == Scope.SYSTEM ? Math.max(done, accesses.linkQuietAt()) : done;
    }
}
