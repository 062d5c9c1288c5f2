package io.cdpsim.gpu.call;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Instruction;

/**
 * A fault of device code, which ends the whole launch tree and reaches the host (rule ERR-4).
 *
 * @param kind what happened
 * @param message kernel, block, thread, instruction and address, ready to print
 * @param output what the driver writes to standard error: the lines of a failed assertion (O-8); otherwise empty
 */
public record DeviceFault(Kind kind, String message, String output) {
    /** The kinds of fault, by the error that the host sees. */
    public enum Kind {
        /** Access outside every allocation. */
        ILLEGAL_ADDRESS,
        /** Access through a null pointer, or at an offset from one. */
        NULL_POINTER,
        /** Access to local memory by an address of another thread. */
        INVALID_ADDRESS_SPACE,
        /** Access to shared memory of a block of the cluster that has ended. */
        ENDED_BLOCK,
        /** Address not a multiple of the access size. */
        MISALIGNED_ADDRESS,
        /** A failed device assertion. */
        ASSERT,
        /** A trap instruction. */
        TRAP,
        /** An instruction that this version of the runtime does not support. */
        ILLEGAL_INSTRUCTION
    }

    /** A fault without output. */
    public DeviceFault(Kind kind, String message) {
        this(kind, message, "");
    }

    /**
     * The fault of a lane.
     *
     * @param in the current instruction of the warp
     * @param what what the lane does
     * @param output what the driver writes to standard error
     */
    public static DeviceFault at(Kind kind, Warp warp, Instruction in, int lane, String what, String output) {
        Block block = warp.block();
        String place =
                in.place().isEmpty() ? "instruction " + warp.state().stack().programCounter() : in.place();
        return new DeviceFault(
                kind,
                "kernel " + block.grid().kernel().name() + ", block " + block.index() + ", thread " + warp.thread(lane)
                        + ", " + place + ": " + what,
                output);
    }

    /** Block and thread of a lane as the driver writes them (O-8). */
    public static String placeOf(Warp warp, int lane) {
        LaunchShape shape = warp.block().grid().shape();
        return "block: " + position(warp.block().index(), shape.gridX(), shape.gridY()) + ", thread: "
                + position(warp.thread(lane), shape.blockX(), shape.blockY());
    }

    private static String position(long index, long sizeX, long sizeY) {
        return "[" + index % sizeX + "," + index / sizeX % sizeY + "," + index / sizeX / sizeY + "]";
    }
}
