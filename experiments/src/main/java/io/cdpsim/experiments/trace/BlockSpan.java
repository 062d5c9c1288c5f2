package io.cdpsim.experiments.trace;

/**
 * The residency of a block on an SM.
 *
 * @param device ordinal of its device
 * @param sm number of the SM
 * @param slot its slot on the SM, the lowest free one
 * @param kernel its kernel
 * @param grid the number of its grid
 * @param block its index in the grid
 * @param start its start, cycles
 * @param end its end
 */
record BlockSpan(int device, int sm, int slot, String kernel, long grid, long block, long start, long end)
        implements LongestSpans.Span {}
