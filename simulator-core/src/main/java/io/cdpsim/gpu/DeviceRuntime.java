package io.cdpsim.gpu;

import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.AddressSpace;

/** What the device asks of the software above it: the rules of launching and completion. */
public interface DeviceRuntime {
    /** Result of {@link #call}: the warp waits until somebody wakes it. */
    long BLOCKED = -1;

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

    /** A thread reaches its shared or local memory through an address that came from outside (rule MEM-1). */
    void foreignAddress(Warp warp, Instruction instruction, AddressSpace space, long nowCycles);

    /** A thread stores to constant memory (rule MEM-8). @return whether that is a fault */
    boolean storesToConstant(Warp warp, Instruction instruction, long nowCycles);

    /** A waiting grid has its turn: makes it. */
    Grid admit(int node);

    /** All threads of a block have exited and its resources are free. */
    void blockEnded(Block block, long nowCycles);

    /** All threads of all blocks of a grid have exited. */
    void gridBodyEnded(Grid grid, long nowCycles);

    /** Device code faulted; nothing runs any more on this device. */
    void faulted(DeviceFault fault, long nowCycles);
}
