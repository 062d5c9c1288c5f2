package io.cdpsim.gpu.posted;

import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.execution.LaneState;

/** A warp whose accesses are posted: it goes on, and learns later when they are done. */
public interface PostingWarp {
    /** Its lanes' registers. */
    LaneState state();

    /** What is private to its lanes or their block. */
    SharedAndLocalMemory memory();

    /** How often it has been given threads. What earlier threads have posted no longer concerns it. */
    int starts();

    /** The instruction to run next. */
    Instruction next();

    /**
     * Takes a turn among the warps of its SM.
     *
     * @param number that of the turn on its scheduler
     */
    long takesTurn(long sinceCycle, long number);

    /** The cycle at which all operands of an instruction are ready; {@code Scoreboard.UNKNOWN} while one waits for a posted load. */
    long operandsReady(Instruction instruction);

    /**
     * Registers that a posted load writes are ready from a cycle on.
     *
     * @param in the load
     * @param first the first register, counted in the warp's whole register file
     */
    void loadIsDone(Instruction in, int first, long cycle);

    /** A posted store is visible to other threads from a cycle on. */
    void storeIsDone(long cycle);
}
