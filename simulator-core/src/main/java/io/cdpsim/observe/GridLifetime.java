package io.cdpsim.observe;

/**
 * When the steps of one grid's life were, in cycles of the device's clock; -1 for a step that did not happen.
 *
 * @param grid number of the grid, from 1 in the order of launching
 * @param parent number of the grid that launched it; 0 for the host
 * @param kernel what it ran
 * @param depth nesting depth; 0 for a grid of the host
 * @param blocks number of blocks
 * @param posted when its launch was accepted
 * @param started when its first block got an SM
 * @param bodyEnded when all its threads had exited
 * @param completed when it and all it launched were complete
 */
public record GridLifetime(
        long grid,
        long parent,
        String kernel,
        int depth,
        long blocks,
        long posted,
        long started,
        long bodyEnded,
        long completed) {}
