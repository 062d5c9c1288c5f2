package io.cdpsim.memory.consistency.trace;

/**
 * A word of memory of a running test.
 *
 * @param variable which variable of the test
 * @param owner the block of a shared one, the thread of a local one, else -1
 */
record MemoryLocation(int variable, int owner) {}
