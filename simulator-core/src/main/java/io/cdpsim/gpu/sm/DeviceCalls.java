package io.cdpsim.gpu.sm;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.AddressSpace;

/** What an SM asks of the software above the device when device code calls it, or does what there are rules for. */
public interface DeviceCalls {
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

    /** A thread reaches its shared or local memory through an address that came from outside (rule MEM-1). @return whether that is a fault */
    boolean foreignAddress(Warp warp, Instruction instruction, AddressSpace space, long nowCycles);

    /** A thread stores to constant memory (rule MEM-8). @return whether that is a fault */
    boolean storesToConstant(Warp warp, Instruction instruction, long nowCycles);
}
