package io.cdpsim.experiments.validation.row;

/**
 * What became of the launches of an experiment with the pending-launch pool.
 *
 * @param ran grids that ran and counted themselves
 * @param failed launches that were refused
 * @param deepest depth of the deepest grid
 */
public record LaunchOutcome(long ran, long failed, int deepest) {}
