package io.cdpsim.memory.visibility.report;

/**
 * Who made an access, and how.
 *
 * @param code the kernel's name; what it is where it is none, such as {@code the host}
 * @param isKernel whether it is a kernel
 * @param grid number of the grid in the run, 0 for the host
 * @param block index of the block in its grid
 * @param thread index of the thread in its block
 * @param place where in the kernel
 * @param does {@code reads}, {@code writes} or {@code updates}
 * @param strength {@code weak}, or the scope of a strong access
 */
public record RacingAccess(
        String code, boolean isKernel, long grid, long block, int thread, String place, String does, String strength) {}
