package io.cdpsim.gpu.issue;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.profile.PipeSpecs;

/**
 * Cycles from a branch to the next instruction of its warp. They include the convergence barrier at which the branch's paths end: each path that
 * comes to it takes the barrier's time, since the warp goes on with another path, or with all lanes, from there.
 */
public final class BranchTiming {
    private final int takenCycles;
    private final int notTakenCycles;
    private final int convergenceCycles;

    /** The times of a GPU with these pipes. */
    public BranchTiming(PipeSpecs specs) {
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
    public int cycles(Instruction branch, int at, int taken, int active) {
        boolean parts = taken != 0 && taken != active;
        int direct = taken == 0 ? notTakenCycles : takenCycles;
        return switch (branch.convergence()) {
            case NONE -> direct;
            // The guarded instructions issue nevertheless.
            case PREDICATED -> taken == active ? Math.min(takenCycles, branch.target() - at) : 1;
            case BOTH -> direct + (parts ? 2 : 1) * convergenceCycles;
            case FALL_THROUGH -> taken == active ? direct : direct + convergenceCycles;
            case TAKEN -> taken == 0 ? direct : direct + convergenceCycles;
        };
    }
}
