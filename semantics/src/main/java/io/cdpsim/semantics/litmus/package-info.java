/** Litmus tests run through the simulator, to be held against what the memory model allows. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.litmus;
