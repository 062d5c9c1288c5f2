package io.cdpsim.memory.consistency.trace;

/** For whom a barrier without a count waits. */
public enum BarrierParticipants {
    /** For those threads of the block that come to its id and resource in an execution, as authors of litmus tests mean it. */
    COMING,
    /** For all threads of the block, as the PTX ISA says. */
    BLOCK
}
