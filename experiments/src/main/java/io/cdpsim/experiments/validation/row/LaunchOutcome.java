package io.cdpsim.experiments.validation.row;

/**
 * Counts of the launches in an experiment with the pending-launch pool.
 *
 * @param ran grids that ran
 * @param failed launches that failed
 * @param deepest depth of the deepest grid
 */
public record LaunchOutcome(long ran, long failed, int deepest) {}
