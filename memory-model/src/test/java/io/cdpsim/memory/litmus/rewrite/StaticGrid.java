package io.cdpsim.memory.litmus.rewrite;

/**
 * A grid that every execution of a test runs.
 *
 * @param name the launches that lead to it
 * @param parent number of the launching grid, or -1 if it is there from the start
 * @param launch where it is launched, before statement 0 of thread -1 if it is there from the start
 * @param tail whether it was launched into a tail stream
 */
record StaticGrid(String name, int parent, ProgramPoint launch, boolean tail) {}
