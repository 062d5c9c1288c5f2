/** Runs litmus tests in the simulator, and compares the outcomes with those that the memory model allows. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.litmus;
