package io.cdpsim.experiments.trace;

/**
 * A block while it has an SM.
 *
 * @param device ordinal of its device
 * @param sm number of the SM
 * @param slot which of the SM's places for blocks it has, the lowest that was free
 * @param kernel what it runs
 * @param grid number of its grid
 * @param block its index there
 * @param begin when it got the place, in cycles
 * @param end when it gave it up
 */
record BlockSpan(int device, int sm, int slot, String kernel, long grid, long block, long begin, long end)
        implements LongestSpans.Span {}
