/**
 * Symbolic execution of single threads: grids and threads, the paths of each thread with the values that it computes, and the undefined behavior on a path. Uses litmus tests alone; a trace never depends on another thread.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.trace;
