package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Cluster;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.code.Instruction;

/** Runs the instructions on mbarrier objects, bulk copies and clusters for the SMs of a device. */
public interface AsynchronousOperations {
    /**
     * Runs an instruction for some lanes of a warp, and moves the warp behind it.
     *
     * @param lanes at least one
     * @return when the warp goes on, or -1 if something else wakes it or it faulted
     */
    long run(Sm sm, Warp warp, Instruction in, int lanes, long start);

    /** Runs an instruction on an address of a cluster's shared memory. */
    void address(Warp warp, Instruction in, int lanes);

    /** All warps of a cluster that have not ended have arrived at its barrier. */
    void open(Cluster cluster, long time);
}
