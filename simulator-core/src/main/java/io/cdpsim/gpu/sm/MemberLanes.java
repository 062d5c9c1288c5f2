package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.sm.SmContext.SmDevice;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.execution.LaneState;

/**
 * Which lanes do something together: those that come to an instruction with one mask of members are a group, and of them those that the
 * mask names are its members. Tells the runtime of what is undefined.
 */
final class MemberLanes {
    private final SmDevice device;

    /** Lanes that have come with the same mask. */
    int group;

    /** Those of the group that take part. */
    int members;

    MemberLanes(SmDevice device) {
        this.device = device;
    }

    /**
     * Finds the group of the first lane.
     *
     * @param left the lanes that have no group yet
     * @return those that have none then
     */
    int next(Warp warp, Instruction in, Modifiers.AmongLanes among, int left, long now) {
        if (among.members() == Instruction.NO_OPERAND) {
            group = left;
            members = left;
            return 0;
        }
        LaneState state = warp.state();
        int mask = (int) state.value(among.members(), Integer.numberOfTrailingZeros(left));
        group = 0;
        for (int m = left; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            group |= (int) state.value(among.members(), lane) == mask ? 1 << lane : 0;
        }
        members = group & mask;
        int unnamed = group & ~mask;
        // Lanes of a warp may meet from several places of the code (PTX, bar.warp.sync).
        boolean meets = among instanceof Modifiers.WarpSync;
        int missing = meets ? 0 : mask & state.stack().liveLanes() & ~group;
        if ((unnamed | missing) != 0) {
            device.calls().lanesDisagree(warp, in, mask, unnamed, missing, now);
        }
        return left & ~group;
    }
}
