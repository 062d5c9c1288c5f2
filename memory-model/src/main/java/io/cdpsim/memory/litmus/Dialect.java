package io.cdpsim.memory.litmus;

/** What a test may use: its header says {@code cdp1}, {@code cdp2} or nothing. */
public enum Dialect {
    /** Threads of grids that the host launched, and no launches. */
    PLAIN,
    /** Launches by the rules of the first version: {@code sync}, streams of a block. */
    CDP1,
    /** Launches by the rules of the second version: tail and fire-and-forget streams, streams of a grid. */
    CDP2
}
