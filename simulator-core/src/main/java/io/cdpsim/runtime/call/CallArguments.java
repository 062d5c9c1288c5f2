package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.call.CallError;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.runtime.version.CudaError;

/**
 * Reads the arguments and writes the results of a device runtime call, one lane at a time, by their roles in the table of calls.
 */
public final class CallArguments {
    private CallArguments() {}

    public static Modifiers.Device call(Instruction instruction) {
        return (Modifiers.Device) instruction.modifiers();
    }

    /** Whether the call has an argument of this role. */
    static boolean has(Instruction instruction, CallRole role) {
        return call(instruction).call().argument(role) >= 0;
    }

    /** The argument with a role, which the call must have. */
    static long argument(Warp warp, Instruction instruction, CallRole role, int lane) {
        Modifiers.Device call = call(instruction);
        return warp.state().value(call.arguments().get(call.call().argument(role)), lane);
    }

    /** The argument with a role, or a default value if the call has none. */
    static long argumentOr(long defaultValue, Warp warp, Instruction instruction, CallRole role, int lane) {
        return has(instruction, role) ? argument(warp, instruction, role, lane) : defaultValue;
    }

    /** The value that a launch passes for a kernel parameter, counted from 0. */
    static long kernelParameter(Warp warp, Instruction instruction, int index, int lane) {
        Modifiers.Device call = call(instruction);
        return warp.state().value(call.arguments().get(call.call().arguments().size() + index), lane);
    }

    /** Whether the table of calls allows the call to return an error. */
    static boolean mayReturn(Instruction instruction, CudaError error) {
        return error == CudaError.SUCCESS
                || call(instruction).call().signature().errors().contains(CallError.valueOf(error.name()));
    }

    /** Writes the result with a role, if the call has one and the caller uses it. */
    static void result(Warp warp, Instruction instruction, CallRole role, int lane, long value) {
        int index = call(instruction).call().result(role);
        if (index >= 0 && instruction.destination() >= 0) {
            warp.state().set(instruction.destination() + index, lane, value);
        }
    }
}
