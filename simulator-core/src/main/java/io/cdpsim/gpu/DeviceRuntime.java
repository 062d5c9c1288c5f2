package io.cdpsim.gpu;

import io.cdpsim.kernel.Instruction;

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

    /** A waiting grid has its turn: makes it. */
    Grid admit(int node);

    /** All threads of a block have exited and its resources are free. */
    void blockEnded(Block block, long nowCycles);

    /** All threads of all blocks of a grid have exited. */
    void gridBodyEnded(Grid grid, long nowCycles);

    /** Device code faulted; nothing runs any more on this device. */
    void faulted(DeviceFault fault, long nowCycles);
}
