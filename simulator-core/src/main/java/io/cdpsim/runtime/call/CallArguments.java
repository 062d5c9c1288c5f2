package io.cdpsim.runtime.call;

import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;

/** Reads the arguments and writes the results of a device runtime call, one lane at a time. */
public final class CallArguments {
    private CallArguments() {}

    public static Detail.Device call(Instruction instruction) {
        return (Detail.Device) instruction.detail();
    }

    static long argument(Warp warp, Instruction instruction, int index, int lane) {
        return warp.state().value(call(instruction).arguments().get(index), lane);
    }

    /** Writes the first or a later result. */
    static void result(Warp warp, Instruction instruction, int index, int lane, long value) {
        if (instruction.destination() >= 0) {
            warp.state().set(instruction.destination() + index, lane, value);
        }
    }
}
