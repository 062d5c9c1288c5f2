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
 * @param predicateLatencyCycles cycles from a comparison until what it guards may issue
 * @param issueCycles cycles for which an instruction keeps its scheduler from issuing another, at least 1
 * @param registerPorts what operands and results cost a scheduler in issue time
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
        int issueCycles,
        RegisterPorts registerPorts,
        TensorSpec tensor) {
    /**
     * What the ports of a scheduler's register file cost in time in which it issues nothing else. All of it is 0 where nothing was measured:
     * then an instruction takes one issue slot, whatever it reads and writes.
     *
     * @param readsPerCycle registers that instructions that compute can read in a cycle; 0 for as many as they have
     * @param sharedLoad32Cycles what a load of one register from shared memory takes beyond its issue slot, cycles
     * @param sharedLoad64Cycles the same, of two registers
     * @param sharedLoad128Cycles the same, of four
     * @param sharedStoreCycles the same for a store to shared memory, of any width
     * @param load32Cycles the same for a load of one register from memory of another kind
     * @param load64Cycles the same, of two registers
     * @param load128Cycles the same, of four
     * @param shuffleCycles the same for an exchange between lanes
     * @param specialFunctionCycles the same for a reciprocal, root, exponent, sine
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
