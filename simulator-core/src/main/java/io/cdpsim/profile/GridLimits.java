package io.cdpsim.profile;

/**
 * What one launch may ask for, and how many grids the device holds at once.
 *
 * @param maxGridX blocks along x
 * @param maxGridY blocks along y
 * @param maxGridZ blocks along z
 * @param maxBlockX threads of a block along x
 * @param maxBlockY threads of a block along y
 * @param maxBlockZ threads of a block along z
 * @param maxThreadsPerBlock threads of a block in all
 * @param maxResidentGrids grids resident on the device at once
 * @param maxResidentStreamGrids grids launched from the device into ordinary (NULL or named) streams that are resident at once
 */
public record GridLimits(
        long maxGridX,
        long maxGridY,
        long maxGridZ,
        int maxBlockX,
        int maxBlockY,
        int maxBlockZ,
        int maxThreadsPerBlock,
        // Rule CONC-3.
        int maxResidentGrids,
        int maxResidentStreamGrids) {}
