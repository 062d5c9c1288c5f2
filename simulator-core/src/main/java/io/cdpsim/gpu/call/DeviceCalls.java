package io.cdpsim.gpu.call;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.texture.Surface;
import io.cdpsim.gpu.texture.Texture;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.AddressSpace;
import org.jspecify.annotations.Nullable;

/** An SM's interface to the device runtime. */
public interface DeviceCalls {
    /** Result of {@link #call} and {@link #turn}: the warp waits until the runtime wakes it. */
    long BLOCKED = -1;

    /**
     * The cycle at which a call of the device runtime for some lanes of a warp can run: now, or later if its result depends on earlier
     * requests in a queue. The warp then repeats the query at that cycle; after {@link #BLOCKED}, once the runtime wakes it.
     */
    long turn(Warp warp, Instruction instruction, int lanes, long nowCycles);

    /**
     * Runs a call of the device runtime for some lanes of a warp.
     *
     * @return the cycle at which the warp continues, or {@link #BLOCKED}
     */
    long call(Warp warp, Instruction instruction, int lanes, long nowCycles);

    /**
     * Runs a {@code printf} for some lanes of a warp.
     *
     * @return the cycle at which the warp continues
     */
    long print(Warp warp, Instruction instruction, int lanes, long nowCycles);

    /**
     * Lanes run a collective instruction with inconsistent member masks, which is undefined behavior.
     *
     * @param mask the members that they name
     * @param unnamed lanes that take part but are not in the mask
     * @param missing lanes in the mask that have not arrived
     */
    void lanesDisagree(Warp warp, Instruction instruction, int mask, int unnamed, int missing, long nowCycles);

    /** The handle of the graph that a grid is a node of, or 0 (rule G-1). */
    long currentGraph(Grid grid);

    /** The address of the memory in which a grid's barriers count its blocks. */
    long workspace(Grid grid, Instruction in);

    /** The address of a kernel. */
    long kernelAddress(Kernel kernel);

    /** A thread reaches its shared or local memory through an address that came from outside (rule MEM-1). @return whether that is a fault */
    boolean foreignAddress(Warp warp, Instruction instruction, AddressSpace space, long nowCycles);

    /** A thread stores to constant memory (rule MEM-8). @return whether that is a fault */
    boolean storesToConstant(Warp warp, Instruction instruction, long nowCycles);

    /** Threads let the next grid of the stream start, once all blocks have (rule D-1). */
    default void letDependentsStart(Block block, long nowCycles) {}

    /**
     * Threads wait for the grid ahead of their own in the stream (rule D-2).
     *
     * @return the cycle at which they continue, or {@link #BLOCKED}
     */
    default long awaitDependency(Warp warp, int lanes, long nowCycles) {
        return nowCycles;
    }

    /** The texture object with a handle; null if there is none. */
    default @Nullable Texture texture(long handle) {
        return null;
    }

    /** The surface object with a handle; null if there is none. */
    default @Nullable Surface surface(long handle) {
        return null;
    }
}
