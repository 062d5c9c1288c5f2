package io.cdpsim.memory.visibility.causality;

import org.jspecify.annotations.Nullable;

/**
 * What threads that arrive at a barrier of split phases release, and threads whose wait succeeds acquire: an mbarrier object or the barrier
 * of a cluster (PTX ISA, memory consistency model, synchronizes-with of barriers).
 */
public final class PhaseCausality {
    private CausalPast arriving = new CausalPast();
    private @Nullable CausalPast completed;

    /** A barrier at which no thread has arrived. */
    public PhaseCausality() {}

    /** A thread arrives in the current phase. The caller advances the block's clock after the last thread of an instruction. */
    public void arrive(BlockCausality block, int thread) {
        arriving.add(block.knowledge(thread));
    }

    /** The current phase has completed. */
    public void complete() {
        completed = arriving;
        arriving = new CausalPast();
    }

    /** A thread's wait for the last completed phase has succeeded. */
    public void await(BlockCausality block, int thread) {
        CausalPast past = completed;
        if (past != null) {
            block.learn(thread, past);
        }
    }
}
