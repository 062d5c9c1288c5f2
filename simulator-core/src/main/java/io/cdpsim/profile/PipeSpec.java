package io.cdpsim.profile;

/**
 * One kind of execution pipe. A scheduler has one of its own unless {@link PipeSpecs} says that the SM shares it.
 *
 * @param lanesPerCycle lanes of a warp the pipe takes in a cycle, above zero
 * @param latencyCycles cycles from issue until the result can be used
 */
public record PipeSpec(double lanesPerCycle, int latencyCycles) {}
