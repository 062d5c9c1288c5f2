package io.cdpsim.profile;

/**
 * The execution pipes. All are per scheduler, except {@link #shuffle()}, which the schedulers of an SM share.
 *
 * @param fp32 single-precision add, multiply, fused multiply-add
 * @param integer integer add, logic, compare
 * @param integerMultiply integer multiply and multiply-add
 * @param fp64 double-precision arithmetic
 * @param specialFunction reciprocal, root, exponent, sine
 * @param shuffle exchange between lanes of a warp; one per SM
 * @param control branches and moves of predicates
 * @param predicateLatencyCycles cycles from a comparison until an instruction that it guards may issue
 * @param notTakenCycles cycles from a branch that no lane takes to the next instruction
 * @param takenIntervalCycles cycles after a branch that lanes take in which the scheduler takes no further branch
 * @param takenIssueCycles issue time of a branch that lanes take beyond its slot, cycles
 * @param specialRegisterCycles from the read of a special register until its value can be used, cycles; 0 if as long as a move
 * @param memoryIntervalCycles between two instructions of a warp on memory, or that exchange between lanes, cycles
 * @param convergenceCycles time at the instruction at which the lanes that a branch parts meet again, for each path that comes to it, cycles
 * @param issueCycles cycles for which an instruction occupies its scheduler's issue slot, at least 1
 * @param registerPorts issue cycles that register operands and results cost
 * @param tensor products of matrices, by shape and type; {@link TensorSpec#NONE} where there are no tensor cores
 */
public record PipeSpecs(
        PipeSpec fp32,
        PipeSpec integer,
        PipeSpec integerMultiply,
        PipeSpec fp64,
        PipeSpec specialFunction,
        PipeSpec shuffle,
        PipeSpec control,
        int predicateLatencyCycles,
        int notTakenCycles,
        double takenIntervalCycles,
        double takenIssueCycles,
        int specialRegisterCycles,
        int memoryIntervalCycles,
        int convergenceCycles,
        int issueCycles,
        RegisterPorts registerPorts,
        TensorSpec tensor) {
    /**
     * The issue cycles that the ports of a scheduler's register file cost. Without measurements all of them are 0: an instruction
     * then takes one issue slot, whatever it reads and writes.
     *
     * @param readsPerCycle registers that arithmetic instructions can read in a cycle; 0 for no limit
     * @param sharedLoad32Cycles time of a shared memory load of one register beyond its issue slot, cycles
     * @param sharedLoad64Cycles the same for two registers, cycles
     * @param sharedLoad128Cycles the same for four registers, cycles
     * @param sharedStoreCycles the same for a shared memory store of any width, cycles
     * @param load32Cycles the same for a load of one register from another state space, cycles
     * @param load64Cycles the same for two registers, cycles
     * @param load128Cycles the same for four registers, cycles
     * @param shuffleCycles the same for a shuffle between lanes, cycles
     * @param specialFunctionCycles the same for a reciprocal, root, exponent, sine, cycles
     */
    public record RegisterPorts(
            int readsPerCycle,
            double sharedLoad32Cycles,
            double sharedLoad64Cycles,
            double sharedLoad128Cycles,
            double sharedStoreCycles,
            double load32Cycles,
            double load64Cycles,
            double load128Cycles,
            double shuffleCycles,
            double specialFunctionCycles) {}

    /**
     * One kind of execution pipe. A scheduler has one of its own unless {@link PipeSpecs} says that the SM shares it.
     *
     * @param lanesPerCycle lanes of a warp the pipe takes in a cycle, above zero
     * @param latencyCycles cycles from issue until the result can be used
     */
    public record PipeSpec(double lanesPerCycle, int latencyCycles) {}
}
