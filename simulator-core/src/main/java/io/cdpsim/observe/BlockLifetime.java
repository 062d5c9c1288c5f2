package io.cdpsim.observe;

/**
 * When the steps of one block's life were, in cycles of the device's clock; -1 for a step that did not happen.
 *
 * @param grid number of its grid
 * @param block index in the grid
 * @param sm the SM it got first
 * @param placed when it got the SM
 * @param ended when all its threads had exited
 * @param completed in CDP1, when all it launched was complete as well (rule NEST-2)
 */
public record BlockLifetime(long grid, long block, int sm, long placed, long ended, long completed) {}
