package io.cdpsim.gpu.sm;

import io.cdpsim.kernel.code.Instruction;

/**
 * A fault of device code, which ends the whole launch tree and reaches the host (rule ERR-4).
 *
 * @param kind what happened
 * @param message kernel, block, thread, instruction and address, ready to print
 */
public record DeviceFault(Kind kind, String message) {
    /** The kinds of fault, by the error that the host sees. */
    public enum Kind {
        /** Access outside every allocation. */
        ILLEGAL_ADDRESS,
        /** Access to local memory by an address of another thread. */
        INVALID_ADDRESS_SPACE,
        /** Address not a multiple of the access size. */
        MISALIGNED_ADDRESS,
        /** A failed device assertion. */
        ASSERT,
        /** A trap instruction. */
        TRAP,
        /** An instruction the runtime does not offer in this version. */
        ILLEGAL_INSTRUCTION
    }

    /**
     * The fault of a lane.
     *
     * @param in the instruction that the warp is at
     * @param what what the lane does
     */
    public static DeviceFault at(Kind kind, Warp warp, Instruction in, int lane, String what) {
        Block block = warp.block();
        String place =
                in.place().isEmpty() ? "instruction " + warp.state().stack().programCounter() : in.place();
        return new DeviceFault(
                kind,
                "kernel " + block.grid().kernel().name() + ", block " + block.index() + ", thread " + warp.thread(lane)
                        + ", " + place + ": " + what);
    }
}
