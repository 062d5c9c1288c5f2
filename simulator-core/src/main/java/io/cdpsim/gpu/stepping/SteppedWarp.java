package io.cdpsim.gpu.stepping;

import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import org.jspecify.annotations.Nullable;

/** A warp that executes an instruction. */
public interface SteppedWarp {
    /** The number of its grid. */
    long gridNumber();

    /** The index of its block in the grid. */
    long blockIndex();

    /** Its index in the block. */
    int indexInBlock();

    /** Registers, predicates and position of the lanes. */
    LaneState state();

    /** The memories private to its threads and its block. */
    SharedAndLocalMemory memory();

    /** The block's record in the visibility checker; null if accesses are not checked. */
    @Nullable
    BlockCausality causality();

    /** Whether it waits for other threads, a call or a change of memory. */
    boolean isWaiting();
}
