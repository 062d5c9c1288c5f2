package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.execution.LaneState;

/**
 * The lanes of a collective instruction: lanes that arrive with one member mask are a group, and the lanes of the group in the
 * mask are its members. Reports undefined behavior to the runtime.
 */
final class MemberLanes {
    private final WarpDevice device;

    /** Lanes that have arrived with the same mask. */
    int group;

    /** Lanes of the group that are members. */
    int members;

    MemberLanes(WarpDevice device) {
        this.device = device;
    }

    /**
     * Finds the group of the first lane.
     *
     * @param left lanes without a group
     * @return lanes still without a group
     */
    int next(Warp warp, Instruction in, Modifiers.AmongLanes among, int left, long now) {
        if (among.members() == Instruction.NO_OPERAND) {
            group = left;
            members = left;
            return 0;
        }
        LaneState state = warp.state();
        int mask = (int) state.value(among.members(), Integer.numberOfTrailingZeros(left));
        // A constant mask is that of all lanes.
        group = among.members() < 0 ? left : lanesWith(mask, state, among.members(), left);
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

    private static int lanesWith(int mask, LaneState state, int register, int among) {
        int those = 0;
        for (int m = among; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            those |= (int) state.value(register, lane) == mask ? 1 << lane : 0;
        }
        return those;
    }
}
