/**
 * What threads do: grids and threads that run, the paths of each thread with the values that it computes, and what on a path the model does
 * not define. Knows litmus tests alone, and nothing of what other threads do.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.trace;
