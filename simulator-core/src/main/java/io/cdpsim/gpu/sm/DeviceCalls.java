package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.AddressSpace;

/** What an SM asks of the software above the device when device code calls it, or does what there are rules for. */
public interface DeviceCalls {
    /** Result of {@link #call}: the warp waits until somebody wakes it. */
    long BLOCKED = -1;

    /**
     * When a call of the device runtime for some lanes of a warp can be run: now, or later where what comes of it depends on others that are
     * before it in a line. The warp comes back then and asks again.
     */
    long turn(Warp warp, Instruction instruction, int lanes, long nowCycles);

    /**
     * Runs a call of the device runtime for some lanes of a warp.
     *
     * @return the cycle at which the warp goes on, or {@link #BLOCKED}
     */
    long call(Warp warp, Instruction instruction, int lanes, long nowCycles);

    /**
     * Runs a {@code printf} for some lanes of a warp.
     *
     * @return the cycle at which the warp goes on
     */
    long print(Warp warp, Instruction instruction, int lanes, long nowCycles);

    /**
     * Lanes do something together for which they do not agree who takes part; what comes of it is undefined.
     *
     * @param mask the members that they name
     * @param unnamed lanes that take part but do not name themselves
     * @param missing lanes that they name and that have not come
     */
    void lanesDisagree(Warp warp, Instruction instruction, int mask, int unnamed, int missing, long nowCycles);

    /** The handle of the graph that a grid is a node of, or 0 (rule G-1). */
    long currentGraph(Grid grid);

    /** The address of the memory in which barriers of a grid count its blocks. */
    long workspace(Grid grid);

    /** The address of a kernel. */
    long kernelAddress(Kernel kernel);

    /** A thread reaches its shared or local memory through an address that came from outside (rule MEM-1). @return whether that is a fault */
    boolean foreignAddress(Warp warp, Instruction instruction, AddressSpace space, long nowCycles);

    /** A thread stores to constant memory (rule MEM-8). @return whether that is a fault */
    boolean storesToConstant(Warp warp, Instruction instruction, long nowCycles);
}
