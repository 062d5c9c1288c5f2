package io.cdpsim.gpu.issue;

import io.cdpsim.kernel.code.Convergence;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.profile.PipeSpecs;

/**
 * Cycles from a branch to the next instruction of its warp. They include the convergence barrier at which the branch's paths end: each path that
 * comes to it takes the barrier's time, since the warp goes on with another path, or with all lanes, from there.
 */
final class BranchTiming {
    private final int takenCycles;
    private final int notTakenCycles;
    private final int convergenceCycles;

    /** The times of a GPU with these pipes. */
    BranchTiming(PipeSpecs specs) {
        takenCycles = specs.control().latencyCycles();
        notTakenCycles = specs.notTakenCycles();
        convergenceCycles = specs.convergenceCycles();
    }

    /**
     * Cycles until the next instruction.
     *
     * @param at index of the branch
     * @param taken lanes that take it
     * @param active lanes of the warp that are at the branch
     */
    int cycles(Instruction branch, int at, int taken, int active) {
        Convergence convergence = branch.convergence();
        if (convergence.isPredicated()) {
            // The guarded instructions issue nevertheless.
            return branch.guard() >= 0 && taken == active ? Math.min(takenCycles, branch.target() - at) : 1;
        }
        int cycles = taken == 0 ? notTakenCycles : takenCycles;
        if (convergence.takenComes() && taken != 0) {
            cycles += convergenceCycles;
        }
        if (convergence.otherComes() && taken != active) {
            cycles += convergenceCycles;
        }
        return cycles;
    }
}
