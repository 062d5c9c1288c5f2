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
 * @param registerPorts what operands and results cost a scheduler in issue time
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
        RegisterPortsSpec registerPorts) {}
