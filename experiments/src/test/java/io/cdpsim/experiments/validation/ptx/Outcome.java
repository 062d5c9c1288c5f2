package io.cdpsim.experiments.validation.ptx;

import io.cdpsim.workloads.RunResult.GridStatistics;

/**
 * What came of a measuring program's experiment.
 *
 * @param value what its row says, in the row's unit
 * @param grids what became of all grids of its machine
 */
record Outcome(double value, GridStatistics grids) {}
