package io.cdpsim.workloads;

/**
 * Counts of the grids of a run.
 *
 * @param childLaunches grids that device code tried to launch
 * @param failedLaunches launches of these that failed
 * @param gridsRun grids that completed, including those of the host
 * @param poolSize entries of the fixed pending-launch pool, as the program set it or by default
 * @param poolHighWater most entries of the pending-launch pool in use at once
 * @param virtualizedLaunches launches that the virtualised pool took (CUDA 6 to 11)
 * @param residentGridsMax most grids on the device at once
 */
public record GridStatistics(
        long childLaunches,
        long failedLaunches,
        long gridsRun,
        long poolSize,
        long poolHighWater,
        long virtualizedLaunches,
        int residentGridsMax) {}
